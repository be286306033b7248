import { FORMAT, readDocument } from '@/lib/dialects/failpath/document';
import { PLATFORM_RETRY } from '@/lib/dialects/failpath/read';
import { isPolicyKey } from '@/lib/dialects/policy-shape';
import { createSplicer } from '@/lib/dialects/source/splice';
import { mapToJson } from '@/lib/dialects/source/tree';
import { yamlString } from '@/lib/dialects/source/yaml-scalar';
import { MAX_KEY_CHARACTERS } from '@/lib/model/ids';
import { policyPart, sameJson } from '@/lib/policy/document';
import { formatDuration } from '@/lib/shared/duration';
import type { Json, JsonObject } from '@/lib/shared/json';
import { isStorable } from '@/lib/shared/storable';
import type { RawDefinition, RawNode } from '@/lib/sources/attempt';

const FILE = 'workflow.yaml';

/** A node of a platform whose document is not written: what of it stands in our text. */
export interface CanonicalNode {
  readonly id: string;
  /** All keys but those of the policy. */
  readonly platform: JsonObject;
}

/** The nodes that can be told apart, once each, as they will stand in a text of ours. */
export function canonicalNodes(nodes: readonly RawNode[]): readonly CanonicalNode[] {
  const seen = new Set<string>();
  return nodes.flatMap((node): CanonicalNode[] => {
    const { id, name, type, parent, retry } = node;
    if (id === '' || id.length > MAX_KEY_CHARACTERS || !isStorable(id) || seen.has(id)) return [];
    seen.add(id);
    const said = (text: string | null) => (text === null || !isStorable(text) ? undefined : text);
    const platform = {
      ...(said(name) !== undefined && name !== id && { name: said(name) }),
      ...(said(type) !== undefined && { type: said(type) }),
      // Only what stands above can enclose: so no node encloses itself, whatever the platform says.
      ...(parent !== null && parent !== id && seen.has(parent) && { parent }),
      // A single try is no retry to be seen beside the policy.
      ...(retry && retry.maxAttempts > 1 && { [PLATFORM_RETRY]: retryOf(retry) }),
    };
    return [{ id, platform }];
  });
}

/** A text of ours that says these nodes, with policies by node id. */
export function canonicalText(
  { workflow_id: key, name }: Pick<RawDefinition, 'workflow_id' | 'name'>,
  nodes: readonly CanonicalNode[],
  policies: ReadonlyMap<string, JsonObject> = new Map(),
): string {
  const word = (value: string) => yamlString(value, { flow: false });
  const title = name !== null && name !== key && isStorable(name) ? [`name: ${word(name)}`] : [];
  const frame = [`format: ${FORMAT}`, `workflow: ${word(key)}`, ...title, 'nodes: []', ''].join('\n');
  return edited(frame, (root, set) =>
    set(root, [
      {
        key: 'nodes',
        value: nodes.map(({ id, platform }): Json => ({ id, ...platform, ...policies.get(id) })),
        shape: {},
      },
    ]),
  );
}

/**
 * The text brought up to what the platform says now: policies stay with their nodes, and lines with their comments
 * as long as the nodes keep their order. Nodes that are there no more go.
 */
export function canonicalTextOver(
  text: string,
  definition: Pick<RawDefinition, 'workflow_id' | 'name'>,
  nodes: readonly CanonicalNode[],
): string {
  const { document } = readDocument(text, FILE);
  const present = document?.nodes ?? [];
  const configs = new Map(present.map(({ id, map }) => [id, mapToJson(map)]));
  const policies = new Map([...configs].map(([id, config]) => [id, policyPart(config)]));
  const anew = () => canonicalText(definition, nodes, policies);
  const places = new Map(present.map(({ id, item }) => [id, document?.list?.items.indexOf(item) ?? -1]));
  const kept = nodes.flatMap(({ id }) => places.get(id) ?? []);
  const inOrder = kept.every((place, i) => i === 0 || place > (kept[i - 1] ?? -1));
  const whole = document?.list && document.nodes.length === document.list.items.length;
  if (!document?.list || !whole || !inOrder || kept.length === 0) return anew();
  const plan = nodes.map(({ id, platform }) => {
    const value: Json = { id, ...platform, ...policies.get(id) };
    return { from: places.get(id) ?? null, value: inOrderOf(value, configs.get(id)) };
  });
  const { workflow_id: key, name } = definition;
  const title = name !== null && name !== key && isStorable(name) ? name : undefined;
  const spliced = tryEdited(text, (root, set) =>
    set(root, [
      { key: 'name', value: title, shape: {}, after: ['format', 'workflow'] },
      { key: 'nodes', value: plan.map(({ value }) => value), shape: {}, plan },
    ]),
  );
  return spliced !== null && saysTheSame(spliced, anew()) ? spliced : anew();
}

/** Ids of nodes that the text has and that are not in the list, with what stands of them there. */
export function nodesBeside(text: string, nodes: readonly CanonicalNode[]): readonly CanonicalNode[] {
  const ids = new Set(nodes.map(({ id }) => id));
  const { document } = readDocument(text, FILE);
  return (document?.nodes ?? [])
    .filter(({ id }) => !ids.has(id))
    .map(({ id, map }) => {
      const platform = Object.entries(mapToJson(map)).filter(([key]) => key !== 'id' && !isPolicyKey(key));
      return { id, platform: Object.fromEntries(platform) };
    });
}

function retryOf({ maxAttempts, delayMs }: NonNullable<RawNode['retry']>): JsonObject {
  return { maxAttempts, ...(delayMs !== null && delayMs >= 0 && { delay: formatDuration(Math.round(delayMs)) }) };
}

/** Keys that are there first and in their order, so that nothing moves. */
function inOrderOf(value: JsonObject, present: JsonObject | undefined): JsonObject {
  const keys = [...Object.keys(present ?? {}).filter((key) => Object.hasOwn(value, key)), ...Object.keys(value)];
  return Object.fromEntries([...new Set(keys)].map((key) => [key, value[key]]));
}

function saysTheSame(a: string, b: string): boolean {
  const said = (text: string) => readDocument(text, FILE).document?.nodes.map(({ map }) => mapToJson(map));
  return sameJson(said(a), said(b));
}

type Splicer = ReturnType<typeof createSplicer>;
type Edit = (root: Parameters<Splicer['setEntries']>[0], set: Splicer['setEntries']) => void;

function edited(text: string, edit: Edit): string {
  const result = tryEdited(text, edit);
  if (result === null) throw new Error('a canonical text of our own cannot be written');
  return result;
}

function tryEdited(text: string, edit: Edit): string | null {
  const { document } = readDocument(text, FILE);
  if (!document) return null;
  const splicer = createSplicer(document.tree);
  edit(document.root, splicer.setEntries);
  const spliced = splicer.finish();
  return spliced.ok ? spliced.text : null;
}
