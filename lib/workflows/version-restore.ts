import { policyPart, sameJson } from '@/lib/policy/document';
import { setAt, valueAt } from '@/lib/policy/edit';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import type { VersionNode } from './version-diff';

/** A node as it stands now, with its row. */
export interface CurrentNode extends VersionNode {
  readonly rowId: string;
  /** `Node.version`, which a publication is held against. */
  readonly version: number;
}

export interface RestoreChange {
  readonly node: CurrentNode;
  /** The policy that holds now, and the one to bring back. */
  readonly before: JsonObject;
  readonly after: JsonObject;
  /**
   * In that version the engine kept retries of its own, which have been replaced since. They are no part of
   * the policy and cannot be written back: with the old policy alone the node would not be retried at all.
   */
  readonly engineRetryGone: boolean;
}

export interface RestorePlan {
  /** Nodes whose policy differs, in the order of the workflow. */
  readonly changes: readonly RestoreChange[];
  /** How many say today what they said then. */
  readonly same: number;
  /** Nodes of that version which no longer exist. */
  readonly gone: readonly VersionNode[];
  /** Nodes that have come since. */
  readonly fresh: readonly CurrentNode[];
}

/**
 * What bringing the policies of an earlier version back would change: of nodes that exist in both, the
 * policy keys only. What the platform says, and nodes that came or went since, stay as they are now.
 * `only` narrows it to one node (node_id).
 */
export function planRestore(
  then: readonly VersionNode[],
  now: readonly CurrentNode[],
  only: string | null = null,
): RestorePlan {
  const wanted = (node: VersionNode) => only === null || node.id === only;
  const old = new Map(then.filter(wanted).map((node) => [node.id, node]));
  const present = new Set(now.map((node) => node.id));
  const both = now.flatMap((node) => {
    const was = old.get(node.id);
    return was ? [compare(was, node)] : [];
  });
  const changes = both.filter((change) => change !== null);
  return {
    changes,
    same: both.length - changes.length,
    gone: [...old.values()].filter((node) => !present.has(node.id)),
    fresh: now.filter((node) => wanted(node) && !old.has(node.id)),
  };
}

function compare(was: VersionNode, node: CurrentNode): RestoreChange | null {
  const before = policyPart(node.config);
  const after = keepSignature(policyPart(was.config), before);
  if (sameJson(before, after)) return null;
  const engineRetryGone = was.engineRetry.length > 0 && node.engineRetry.length === 0 && after.retry === undefined;
  return { node, before, after, engineRetryGone };
}

/** A waiver that holds today for the same reason is the same one: who signed it last still vouches for it. */
function keepSignature(old: JsonObject, now: JsonObject): JsonObject {
  const [was, is] = [old, now].map((policy) => valueAt(policy, ['retry', 'waiver']));
  if (!isJsonObject(was) || !isJsonObject(is) || was.reason !== is.reason) return old;
  return setAt(old, ['retry', 'waiver'], { ...was, by: is.by, at: is.at });
}
