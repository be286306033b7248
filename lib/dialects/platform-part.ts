import { diffDocuments } from '@/lib/policy/diff';
import type { Diagnostic, Place } from '@/lib/shared/diagnostic';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import { deepEqual, own, type Shape } from './source/shape';
import { createSplicer, type EntryChange, type SpliceResult } from './source/splice';
import { asMap, lookup, mapToJson, placeOfPath, resolve, type SourceMap, toJson } from './source/tree';
import type { NodeInText } from './types';

/** Longer values are cut in a message. */
const MAX_SHOWN = 80;
const MAX_FOUND = 20;

/**
 * What a person may not change in a node's own text: the platform's keys, other nodes, and what
 * stands around. `range` is the node's part of the text that was typed.
 */
export function foreignChanges(
  before: NodeInText,
  after: NodeInText,
  range: { readonly start: number; readonly end: number },
): readonly Diagnostic[] {
  const escaped = escapes(after, range);
  if (escaped) return [escaped];
  const found = partOf(before);
  const now = partOf(after);
  const own = diffDocuments(found.json, now.json)
    .slice(0, MAX_FOUND)
    .map(({ path, before: was }): Diagnostic => {
      const code = was === undefined ? 'platform_added' : 'platform_changed';
      const values = { field: path.join('.'), before: shown(was) };
      return { code, severity: 'error', values, place: placeOf(after, mapOf(now.maps, path[0]), path) };
    });
  const around = (each: NodeInText) => each.around?.() ?? toJson(each.tree.root, resolve(each.value));
  if (deepEqual(around(before), around(after))) return own;
  return [...own, { code: 'text_elsewhere', severity: 'error' }];
}

/** The text with the platform's keys of a node as they were before. */
export function putBackPlatform(before: NodeInText, after: NodeInText): SpliceResult {
  const found = partOf(before);
  const now = partOf(after);
  const keys = Object.keys(found.json);
  const splicer = createSplicer(after.tree);
  const changes = new Map<SourceMap | null, readonly EntryChange[]>();
  for (const key of new Set([...keys, ...Object.keys(now.json)])) {
    const index = keys.indexOf(key);
    const change: EntryChange = {
      key,
      value: own(found.json, key),
      shape: shapeBut(before.policyWithin?.[key], own(found.json, key), own(now.json, key)),
      after: keys.slice(0, Math.max(index, 0)),
      before: index === -1 ? [] : keys.slice(index + 1),
    };
    const map = mapOf(now.maps, key);
    changes.set(map, [...(changes.get(map) ?? []), change]);
  }
  for (const [map, each] of changes) if (map) splicer.setEntries(map, each);
  return splicer.finish();
}

/** The map in which a key stands, or would. */
function mapOf(maps: readonly SourceMap[], key: string | number | undefined): SourceMap | null {
  return maps.find((map) => lookup(map, String(key)) !== undefined) ?? maps[0] ?? null;
}

function partOf(node: NodeInText): { readonly maps: readonly SourceMap[]; readonly json: JsonObject } {
  const { value, policyKeys, policyWithin = {} } = node;
  const maps = node.maps ?? [asMap(value) ?? []].flat();
  const said = maps.toReversed().flatMap((map) => Object.entries(mapToJson(map, policyKeys)));
  const json: Record<string, Json | undefined> = Object.fromEntries(said);
  for (const [key, within] of Object.entries(policyWithin)) {
    const present = own(json, key) ?? {};
    if (!isJsonObject(present)) continue;
    const rest = Object.entries(present).filter(([each]) => !within.includes(each));
    // A map that holds nothing of the platform's is as good as none, and so is a key without a value.
    if (rest.length > 0) json[key] = Object.fromEntries(rest);
    else delete json[key];
  }
  return { maps, json };
}

/** Of a map of the platform's in which the policy owns keys: those stay. */
function shapeBut(within: readonly string[] | undefined, ...sides: readonly (Json | undefined)[]): Shape {
  if (!within) return {};
  const keys = sides.flatMap((side) => (isJsonObject(side) ? Object.keys(side) : []));
  return { keys: Object.fromEntries(keys.filter((key) => !within.includes(key)).map((key) => [key, {}])) };
}

/** Something beside the node's value within its range: text that would become part of what stands around. */
function escapes({ tree, value }: NodeInText, range: { start: number; end: number }): Diagnostic | null {
  const nothing = tree.format === 'json' ? /^\s*$/ : /^(?:\s|#.*|[&!]\S*)*$/;
  const [head, tail] = [tree.text.slice(range.start, value.start), tree.text.slice(value.end, range.end)];
  if (nothing.test(head) && nothing.test(tail)) return null;
  const [start, end] = nothing.test(tail) ? [range.start, value.start] : [value.end, range.end];
  const ink = start + (tree.text.slice(start, end).search(/\S/) + 1 || 1) - 1;
  return { code: 'text_escapes', severity: 'error', place: tree.place(ink, end) };
}

/** A key that is gone has the place of the node's first key. */
function placeOf({ tree }: NodeInText, map: SourceMap | null, path: readonly (string | number)[]): Place | undefined {
  if (!map) return undefined;
  const [first] = map.entries;
  if (lookup(map, String(path[0])) === undefined && first) return tree.place(first.start, first.keyEnd);
  return placeOfPath(tree, map, path);
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
