import type { NodeDefinition } from '@/lib/model/workflow';
import { policyPart } from '@/lib/policy/document';
import type { NodePolicy } from '@/lib/policy/schema';
import { toDocument } from '@/lib/policy/written';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { JsonObject } from '@/lib/shared/json';
import { policyOf } from './policy-diagnostics';
import { isPolicyKey, POLICY_SHAPE, plain, samePolicy } from './policy-shape';
import { own } from './source/shape';
import type { EntryChange } from './source/splice';
import { asMap, lookup, mapToJson, placeOfPath, type SourceMap, type SourceTree } from './source/tree';
import type { NodeInText } from './types';

/** Key of a platform's own settings of a node under which the whole policy stands, where its validator lets it. */
export const POLICY_KEY = 'failpath';

/** An engine's own retry of a node, as its text says it. */
export type EngineRetry =
  | { readonly kind: 'none' }
  /** One schedule says it: as a policy's `retry`. */
  | { readonly kind: 'plain'; readonly retry: JsonObject; readonly block: JsonObject }
  /** Beyond what a policy may say, or not to be read. */
  | { readonly kind: 'engine'; readonly block: JsonObject };

/** A policy in a node's own settings: as written, and as it is understood. */
interface WrittenPolicy extends ReturnType<typeof policyOf> {
  readonly document: JsonObject;
}

/** What has been read already: nobody changes a tree, and to understand a policy takes as long as to parse it. */
const understood = new WeakMap<SourceMap, WrittenPolicy>();

function writtenIn(map: SourceMap | null): WrittenPolicy | null {
  const found = map && asMap(lookup(map, POLICY_KEY));
  if (!found) return null;
  const known = understood.get(found);
  if (known) return known;
  const document = policyPart(mapToJson(found));
  const written = { document, ...policyOf(document, '') };
  understood.set(found, written);
  return written;
}

/** The policy that stands in this map of a node, as written; null = none does. */
export function policyIn(map: SourceMap | null): JsonObject | null {
  return writtenIn(map)?.document ?? null;
}

/**
 * The policy keys of a node's config, and the engine's own retry where that is in force instead of the policy: what the
 * node's policy says is what shall be, so that a retry that somebody set on the platform's page is seen beside it.
 */
export function policyConfig(
  map: SourceMap,
  retry: EngineRetry,
  { actions, matches }: { readonly actions: JsonObject; readonly matches: (policy: NodePolicy) => boolean },
): { readonly keys: JsonObject; readonly engineRetry: readonly JsonObject[] } {
  const written = writtenIn(map);
  if (!written) {
    if (retry.kind === 'engine') return { keys: actions, engineRetry: [retry.block] };
    return { keys: { ...actions, ...(retry.kind === 'plain' && { retry: retry.retry }) }, engineRetry: [] };
  }
  const { policy, document } = written;
  const inForce = policy ? matches(policy) : retry.kind === 'none';
  return { keys: document, engineRetry: inForce || retry.kind === 'none' ? [] : [retry.block] };
}

/** Everything that does not hold in a node's policy, at its place. */
export function policyProblems(tree: SourceTree, map: SourceMap, id: string): readonly Diagnostic[] {
  const found = asMap(lookup(map, POLICY_KEY));
  const diagnostics = writtenIn(map)?.diagnostics ?? [];
  if (!found) return [];
  return diagnostics.map((each) => ({ ...each, nodeId: id, place: placeOfPath(tree, found, each.path ?? []) }));
}

/** The change that puts a policy into this map of a node. Keys of others beside it stay. */
export function policyChange(map: SourceMap, policy: NodePolicy): EntryChange {
  const document = plain(toDocument(policy));
  const present = asMap(lookup(map, POLICY_KEY));
  const others = present?.entries.some(({ key }) => !isPolicyKey(key)) ?? false;
  const value = Object.keys(document).length === 0 && !others ? undefined : document;
  return { key: POLICY_KEY, value, shape: { keys: POLICY_SHAPE } };
}

/** Nodes that do not say what they should after a write. Where no policy is left, the engine's own stands for it. */
export function lostPolicies(
  nodes: readonly NodeDefinition[],
  changes: readonly { readonly nodeId: string; readonly policy: NodePolicy }[],
): readonly Diagnostic[] {
  return changes.flatMap(({ nodeId, policy }): Diagnostic[] => {
    const wanted = plain(toDocument(policy));
    const node = nodes.find((each) => each.id === nodeId);
    const survived = node && (Object.keys(wanted).length === 0 || samePolicy(policyPart(node.config), wanted));
    return survived ? [] : [{ code: 'write_policy_lost', severity: 'error', nodeId, values: { id: nodeId } }];
  });
}

/** Where a path of the policy stands; what the policy does not say there stands nowhere. */
export function placeInPolicy(tree: SourceTree, map: SourceMap): NodeInText['place'] {
  return (path) => {
    const found = asMap(lookup(map, POLICY_KEY));
    const key = String(path[0]);
    return found && lookup(found, key) ? placeOfPath(tree, found, path) : null;
  };
}

/** The value of a key where it is a whole number of 0 or more; `fallback` where it is absent; null for anything else. */
export function wholeOf(map: JsonObject, key: string, fallback: number): number | null {
  const value = own(map, key) ?? fallback;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
