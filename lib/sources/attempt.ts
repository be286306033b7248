import type { DialectId } from '@/lib/dialects/types';
import type { StepStatus } from '@/lib/model/step-status';
import type { UnknownKind } from './vocabulary';

/** A statement with its parameters; identifiers in it are quoted, everything else is a parameter or our own text. */
export interface SqlText {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * One attempt as the platform's rows have it, before anything is made of it: the columns of every attempts statement,
 * under these names. Null: the platform has none.
 */
export interface RawAttempt {
  readonly node_id: string | null;
  readonly workflow_id: string | null;
  readonly workflow_version_id: string | null;
  readonly tenant_id: string | null;
  readonly run_id: string | null;
  readonly sub_index: string | null;
  /** From 1 on. */
  readonly attempt: number | null;
  /** As the platform says it; where that takes two columns (Dify: a failed node of a stopped run), both, joined by `/`. */
  readonly status: string | null;
  /** As the platform has it; null: it is to be made of the message (`deriveErrorCode`). */
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly payload_hash: string | null;
  /** ISO 8601 with a zone; null: not ended yet, or not readable. */
  readonly occurred_at: string | null;
  readonly duration_ms: number | null;
}

/** What is to be kept of it: a row of `workflow_run_step`. */
export interface Attempt {
  readonly nodeId: string;
  readonly workflowId: string;
  readonly runId: string;
  readonly subIndex: string;
  readonly attempt: number;
  readonly status: StepStatus;
  /** Of failures: raw as the platform has it, else derived of the message. */
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly payloadHash: string | null;
  readonly occurredAt: Date;
  readonly durationMs: number | null;
}

/** A row that was not understood: shown with its reason, never guessed. */
export interface NotUnderstood {
  readonly kind: UnknownKind;
  /** The value, cut; of `missing`, the column's name in `RawAttempt`. */
  readonly value: string;
}

/** What became of a raw row. `left_out`: a status that the mapping leaves out on purpose. */
export type Understood =
  | { readonly kind: 'attempt'; readonly attempt: Attempt }
  | { readonly kind: 'left_out' }
  | { readonly kind: 'not_understood'; readonly reasons: readonly NotUnderstood[] };

/** A workflow as the platform's rows define it. */
export interface RawDefinition {
  readonly workflow_id: string;
  readonly name: string | null;
  readonly version_id: string | null;
  readonly tenant_id: string | null;
  /** The platform's own document, byte for byte, where policies are written back into it; else null. */
  readonly document: string | null;
  /** The dialect of the document; absent where there is none. */
  readonly dialect?: DialectId;
  /** What writing back compares and names: row ids, hash or stamp, as the preset needs them. */
  readonly origin: Readonly<Record<string, unknown>> | null;
  readonly nodes: readonly RawNode[];
}

/** A node of it, in the order in which it stands. */
export interface RawNode {
  readonly id: string;
  readonly name: string | null;
  readonly type: string | null;
  /** `id` of the enclosing node. */
  readonly parent: string | null;
  /** What the platform itself says of retries there; null = nothing. */
  readonly retry: PlatformRetry | null;
}

/** The platform's own retry of a node, in our terms. */
export interface PlatformRetry {
  /** ALL tries, the first included. */
  readonly maxAttempts: number;
  readonly delayMs: number | null;
}
