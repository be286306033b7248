import { policyPart, sameJson } from '@/lib/policy/document';
import { POLICY_KEYS } from '@/lib/policy/vocabulary';
import type { JsonObject } from '@/lib/shared/json';

/** A node as a version has it. */
export interface VersionNode {
  readonly id: string;
  readonly name: string;
  readonly config: JsonObject;
  /** Retry blocks that the engine keeps for itself. */
  readonly engineRetry: readonly JsonObject[];
}

/** A workflow as a version has it. */
export interface VersionContent {
  readonly name: string;
  /** Owner group (slug) that nodes without one inherit. */
  readonly owner: string | null;
  readonly nodes: readonly VersionNode[];
}

export type NodeChange =
  | { readonly kind: 'added' | 'removed'; readonly id: string; readonly name: string; readonly policy: JsonObject }
  | {
      readonly kind: 'changed';
      readonly id: string;
      /** Its name in the later version. */
      readonly name: string;
      /** The policy keys as written; null when none of them changed. */
      readonly policy: { readonly before: JsonObject; readonly after: JsonObject } | null;
      /** Keys of the platform that changed: nobody here decides them. */
      readonly platformKeys: readonly string[];
      /** What became of the retries that the engine keeps for itself. */
      readonly engineRetry: 'same' | 'came' | 'went' | 'changed';
    };

export interface VersionComparison {
  readonly name: { readonly before: string; readonly after: string } | null;
  readonly owner: { readonly before: string | null; readonly after: string | null } | null;
  /** In the order of the later version; removed ones behind, in the order of the earlier. */
  readonly nodes: readonly NodeChange[];
}

/** What two versions of a workflow say differently, node by node. */
export function compareVersions(before: VersionContent, after: VersionContent): VersionComparison {
  const old = new Map(before.nodes.map((node) => [node.id, node]));
  const kept = new Set(after.nodes.map((node) => node.id));
  const changed = after.nodes.flatMap((node) => compareNode(old.get(node.id), node));
  const removed = before.nodes
    .filter((node) => !kept.has(node.id))
    .map((node): NodeChange => ({ kind: 'removed', ...part(node) }));
  return {
    name: before.name === after.name ? null : { before: before.name, after: after.name },
    owner: before.owner === after.owner ? null : { before: before.owner, after: after.owner },
    nodes: [...changed, ...removed],
  };
}

function compareNode(before: VersionNode | undefined, after: VersionNode): NodeChange[] {
  if (!before) return [{ kind: 'added', ...part(after) }];
  const policy = { before: policyPart(before.config), after: policyPart(after.config) };
  const samePolicy = sameJson(policy.before, policy.after);
  const platformKeys = changedPlatformKeys(before.config, after.config);
  const engineRetry = compareEngineRetry(before.engineRetry, after.engineRetry);
  if (samePolicy && platformKeys.length === 0 && engineRetry === 'same') return [];
  const { id, name } = after;
  return [{ kind: 'changed', id, name, policy: samePolicy ? null : policy, platformKeys, engineRetry }];
}

function part({ id, name, config }: VersionNode) {
  return { id, name, policy: policyPart(config) };
}

const OURS: ReadonlySet<string> = new Set(POLICY_KEYS);

function changedPlatformKeys(before: JsonObject, after: JsonObject): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)].filter((key) => !OURS.has(key)));
  return [...keys].filter((key) => !sameJson(before[key], after[key])).sort();
}

function compareEngineRetry(before: readonly JsonObject[], after: readonly JsonObject[]) {
  if (sameJson(before, after)) return 'same';
  if (before.length === 0) return 'came';
  return after.length === 0 ? 'went' : 'changed';
}
