import type { NodeDefinition, ReadResult } from '@/lib/model/workflow';
import type { DelayRange } from '@/lib/policy/schedule';
import type { NodePolicy } from '@/lib/policy/schema';
import type { Diagnostic, Place } from '@/lib/shared/diagnostic';
import type { Json, JsonObject } from '@/lib/shared/json';
import type { SpliceResult } from './source/splice';
import type { SourceMap, SourceNode, SourceTree } from './source/tree';

export const DIALECT_IDS = [
  'failpath',
  'asl',
  'argo',
  'kestra',
  'google-workflows',
  'serverless-workflow',
  'dify',
  'conductor',
] as const;
export type DialectId = (typeof DIALECT_IDS)[number];

/** A workflow's own text and, for engines that cannot say all, our sidecar `<name>.failpath.yaml`. */
export interface DefinitionText {
  readonly text: string;
  readonly sidecar: string | null;
  /** Name of the file that it came from; names the sidecar, and the workflow where the text does not. */
  readonly fileName: string;
  /** Version of the engine that runs it, one of the dialect's `versions`; absent or null = the newest. */
  readonly engineVersion?: string | null;
}

/** One node's new policy; `replaceEngineRetry` says that the person gave up the engine's own blocks. */
export interface PolicyChange {
  readonly nodeId: string;
  readonly policy: NodePolicy;
  readonly replaceEngineRetry?: boolean;
  /** The node gets a copy of the definition that it shares with others, which keep theirs. Absent: all are changed. */
  readonly copyShared?: boolean;
}

/** What an engine will do by what is written for it: the wait in ms before each retry, in order. */
export interface EngineSchedule {
  readonly waits: readonly DelayRange[];
  /** It goes on for ever; `waits` are the first ones. */
  readonly endless?: boolean;
}

/** What an engine makes of a part of a policy. `where` says what keeps it when the engine cannot: sidecar, or the node's own settings. */
export interface Loss {
  readonly nodeId: string;
  readonly path: readonly (string | number)[];
  readonly exactness: 'approximate' | 'impossible';
  readonly where: 'sidecar' | 'node';
  /** Key below `losses` in the message files. */
  readonly code: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

export type WriteResult =
  | {
      readonly ok: true;
      readonly text: string;
      readonly sidecar: string | null;
      readonly losses: readonly Loss[];
      /** Worth knowing about what was written; never errors. */
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** How a node is looked for in a text. */
export type NodeAt = { readonly nodeId: string } | { readonly start: number; readonly end: number };

/** Where one node says what it says: its own part of a definition's text. */
export interface NodeInText {
  readonly nodeId: string;
  readonly tree: SourceTree;
  /** The node's map, or an alias that stands for one. */
  readonly value: SourceNode;
  /** Where what introduces the value ends: a dash, or a key with its colon. */
  readonly from: number;
  /** Keys of that map that the policy owns; all others are the platform's. */
  readonly policyKeys: readonly string[];
  /** Keys within a map of the platform's own that the policy owns, by that map's key. */
  readonly policyWithin?: Readonly<Record<string, readonly string[]>>;
  /**
   * The maps in which the platform's keys stand, where they are not all in `value`, since a block was put around the
   * node: a key that is new goes into the first.
   */
  readonly maps?: readonly SourceMap[];
  /**
   * All of the text but this node and what its policy owns elsewhere (a definition that nodes share); absent where a
   * policy owns nothing outside of its node.
   */
  around?(): Json;
  /** Where the definition that it shares with other nodes stands, if that is outside of the value and in this text. */
  readonly elsewhere?: Place;
  /** Where a path of the node's policy document stands; null where this text does not say it. */
  place(path: readonly (string | number)[]): Place | null;
}

/** A definition that several nodes go by. */
export interface SharedPart {
  /** Its own name, by which other workflows of the platform go by it too. */
  readonly name: string;
  /** Ids of the other nodes of this text that go by it. */
  readonly nodes: readonly string[];
  /** True where one node can be given a copy of its own within this text. */
  readonly copyable?: boolean;
}

/** One folder per engine implements this; `registry.ts` lists them; `conformance.test.ts` holds them to it. */
export interface Dialect {
  readonly id: DialectId;
  /** Proper name of the engine; not translated. */
  readonly label: string;
  /** True when the text is in this dialect; judged by content, cheap, never throws. */
  detect(text: string): boolean;
  /** Reads text and sidecar; one bad node never stops the rest; never throws on bad input. */
  read(source: DefinitionText): ReadResult;
  /**
   * Splices new policies into the text: only bytes that the policy owns change. Reads the outcome
   * back and refuses if anything but the policy changed in meaning, or the policy did not survive.
   */
  write(source: DefinitionText, changes: readonly PolicyChange[]): WriteResult;
  /** A node's own part of the text, by its id or by a range that holds where it begins; null = not there, or ambiguous. */
  locate(source: DefinitionText, at: NodeAt): NodeInText | null;
  /**
   * `write` of one policy that is being written and may not hold: what it says is put into the text
   * as it is. Only where the text says all of a policy; absent in engines that have a sidecar.
   */
  sketch?(source: DefinitionText, change: { readonly nodeId: string; readonly document: JsonObject }): SpliceResult;
  /** What of a node's policy other nodes share, so that publishing it changes them too; absent where nothing is shared. */
  shared?(source: DefinitionText, nodeId: string): SharedPart | null;
  /** The keyword of the block that writing this change puts around the node, such as `try`; null = none is needed. */
  wraps?(source: DefinitionText, change: PolicyChange): string | null;
  /** Versions of the engine between which its retries differ, newest first; absent where none are known. */
  readonly versions?: readonly string[];
  /**
   * When the engine would try again, by its own formula, after this policy is written on this node and a failure that
   * it retries. Null: it would not retry at all.
   */
  schedule?(node: NodeDefinition, policy: NodePolicy, engineVersion?: string | null): EngineSchedule | null;
  /** What of this policy the engine cannot say exactly on this node; empty = exact. */
  support(node: NodeDefinition, policy: NodePolicy, engineVersion?: string | null): readonly Loss[];
}
