import type { NodeDefinition, ReadResult } from '@/lib/model/workflow';
import type { NodePolicy } from '@/lib/policy/schema';
import type { Diagnostic } from '@/lib/shared/diagnostic';

export const DIALECT_IDS = ['failpath', 'asl'] as const;
export type DialectId = (typeof DIALECT_IDS)[number];

/** A workflow's own text and, for engines that cannot say all, our sidecar `<name>.failpath.yaml`. */
export interface DefinitionText {
  readonly text: string;
  readonly sidecar: string | null;
  /** Name of the file that it came from; names the sidecar, and the workflow where the text does not. */
  readonly fileName: string;
}

/** One node's new policy; `replaceEngineRetry` says that the person gave up the engine's own blocks. */
export interface PolicyChange {
  readonly nodeId: string;
  readonly policy: NodePolicy;
  readonly replaceEngineRetry?: boolean;
}

/** What an engine makes of a part of a policy. `where` says who keeps it when the engine cannot. */
export interface Loss {
  readonly nodeId: string;
  readonly path: readonly (string | number)[];
  readonly exactness: 'approximate' | 'impossible';
  readonly where: 'sidecar';
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
  /** What of this policy the engine cannot say exactly on this node; empty = exact. */
  support(node: NodeDefinition, policy: NodePolicy): readonly Loss[];
}
