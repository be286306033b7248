import type { Diagnostic, Place } from '@/lib/shared/diagnostic';
import type { JsonObject } from '@/lib/shared/json';

/** A node as a dialect reads it from a definition text. */
export interface NodeDefinition {
  /** `node_id`: unique within the workflow, as run history names it. */
  readonly id: string;
  readonly name: string;
  /** The platform's own type, for example `http` or `Task`. */
  readonly type: string | null;
  /** `node_id` of the enclosing node (branch, map, loop), or null at the top. */
  readonly parentId: string | null;
  /** Ids of the nodes that may follow. */
  readonly next: readonly string[];
  /** True where the engine lets a failure policy stand on this kind of node. */
  readonly canCarryPolicy: boolean;
  /**
   * The node's config in canonical shape: the platform's own keys untouched, and beside them the
   * policy keys (`POLICY_KEYS`) as written, durations as text. May hold an invalid policy; the
   * diagnostics then say so.
   */
  readonly config: JsonObject;
  /** Retry blocks that one schedule cannot hold, as the engine has them; kept until replaced. */
  readonly engineRetry: readonly JsonObject[];
  /** The node's whole range in the text. */
  readonly place: Place;
}

/** A workflow as a dialect reads it. */
export interface WorkflowDefinition {
  /** The platform's own id of the workflow, as run history names it. */
  readonly key: string;
  readonly name: string;
  /** Owner group inherited by nodes that name none. */
  readonly owner: string | null;
  readonly nodes: readonly NodeDefinition[];
}

/** What came of reading: a workflow unless nothing could be read, and all that there is to say. */
export interface ReadResult {
  readonly workflow: WorkflowDefinition | null;
  readonly diagnostics: readonly Diagnostic[];
}
