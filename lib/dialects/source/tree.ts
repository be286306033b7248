import type { Diagnostic, Place } from '@/lib/shared/diagnostic';
import type { Json, JsonObject } from '@/lib/shared/json';
import type { Placer } from './place';

/**
 * A parsed text with the place of every part, the same for JSON and YAML. Dialects read it and
 * `splice` edits it; neither ever writes the whole text again.
 */
export interface SourceTree {
  readonly text: string;
  readonly format: SourceFormat;
  readonly root: SourceNode;
  /** The root of each document; where there are several, `root` is the list of them. */
  readonly documents: readonly SourceNode[];
  /** Every alias with the anchored node that it stands for. */
  readonly aliases: readonly SourceAlias[];
  readonly place: Placer;
}
export type SourceFormat = 'json' | 'yaml';

/** What came of parsing: a tree unless the text could not be read, and all that there is to say. */
export interface ParseResult {
  readonly tree: SourceTree | null;
  readonly diagnostics: readonly Diagnostic[];
}

interface Located {
  /** Range of the value itself: with quotes and brackets, without anchor, tag and comments. */
  readonly start: number;
  readonly end: number;
  readonly anchor: string | null;
}
export interface SourceScalar extends Located {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
  /** `empty`: nothing is written; `block`: the range ends after a line break. */
  readonly style: 'plain' | 'single' | 'double' | 'block' | 'empty';
}
export interface SourceMap extends Located {
  readonly kind: 'map';
  readonly flow: boolean;
  readonly entries: readonly SourceEntry[];
}
export interface SourceList extends Located {
  readonly kind: 'list';
  readonly flow: boolean;
  readonly items: readonly SourceItem[];
}
export interface SourceAlias extends Located {
  readonly kind: 'alias';
  readonly name: string;
  readonly target: SourceNode;
}
export type SourceNode = SourceScalar | SourceMap | SourceList | SourceAlias;

export interface SourceEntry {
  readonly key: string;
  /** Where the entry begins (the key, or what marks it), and where its colon ends. */
  readonly start: number;
  readonly keyEnd: number;
  readonly colonEnd: number;
  /** Where the value begins, with its anchor and tag. */
  readonly valueStart: number;
  readonly value: SourceNode;
}
export interface SourceItem {
  /** In a block list: the dash; in a flow list: the value with its anchor and tag. */
  readonly start: number;
  readonly valueStart: number;
  readonly value: SourceNode;
}

/** The node that is meant: follows aliases. */
export function resolve(node: SourceNode): SourceNode {
  let current = node;
  while (current.kind === 'alias') current = current.target;
  return current;
}

/** The map that is meant, or null. */
export function asMap(node: SourceNode | undefined): SourceMap | null {
  const target = node && resolve(node);
  return target?.kind === 'map' ? target : null;
}

/** The list that is meant, or null. */
export function asList(node: SourceNode | undefined): SourceList | null {
  const target = node && resolve(node);
  return target?.kind === 'list' ? target : null;
}

/** The string that is meant, or null. */
export function asString(node: SourceNode | undefined): string | null {
  const target = node && resolve(node);
  return target?.kind === 'scalar' && typeof target.value === 'string' ? target.value : null;
}

/** The map's own entry of that name. Merge keys are not followed. */
export function ownEntry(map: SourceMap, key: string): SourceEntry | undefined {
  return map.entries.find((entry) => entry.key === key);
}

/** The value of that name as YAML 1.1 readers see it: the map's own entry, else one merged by `<<`. */
export function lookup(map: SourceMap, key: string): SourceNode | undefined {
  return ownEntry(map, key)?.value ?? inheritedNode(map, key);
}

/** The value of that name that `<<` brings in, whether or not the map has one of its own. */
export function inheritedNode(map: SourceMap, key: string): SourceNode | undefined {
  for (const merged of mergedMaps(map)) {
    const found = lookup(merged, key);
    if (found) return found;
  }
  return undefined;
}

/** Maps that `<<` brings in, the earlier first (an earlier one wins). */
function mergedMaps(map: SourceMap): readonly SourceMap[] {
  return map.entries.filter(isMerge).flatMap((entry) => {
    const target = resolve(entry.value);
    if (target.kind === 'map') return [target];
    if (target.kind === 'list') return target.items.flatMap((item) => asMap(item.value) ?? []);
    return [];
  });
}

/** True for `<<: *defaults` and the like. */
function isMerge(entry: SourceEntry): boolean {
  if (entry.key !== '<<') return false;
  const target = resolve(entry.value);
  return target.kind === 'map' || (target.kind === 'list' && target.items.every((item) => asMap(item.value) !== null));
}

/**
 * The plain value of a node, aliases and merge keys resolved. `__proto__` becomes an ordinary key;
 * the node that is `hidden` becomes null wherever it stands.
 */
export function toJson(node: SourceNode, hidden?: SourceNode): Json {
  const target = resolve(node);
  if (target === hidden) return null;
  if (target.kind === 'scalar') return target.value;
  if (target.kind === 'list') return target.items.map((item) => toJson(item.value, hidden));
  return target.kind === 'map' ? mapToJson(target, [], hidden) : null;
}

/** `toJson` of a map, without the keys that are named. */
export function mapToJson(map: SourceMap, without: readonly string[] = [], hidden?: SourceNode): JsonObject {
  const object: Record<string, Json> = {};
  for (const entry of map.entries)
    if (!without.includes(entry.key) && !isMerge(entry)) define(object, entry.key, toJson(entry.value, hidden));
  for (const merged of mergedMaps(map)) {
    const inherited = mapToJson(merged, without, hidden);
    for (const [key, value] of Object.entries(inherited))
      if (!Object.hasOwn(object, key) && value !== undefined) define(object, key, value);
  }
  return object;
}

/** The plain value of a node without the entries that `omit` names. */
export function toJsonWithout(node: SourceNode, omit: ReadonlySet<SourceEntry>): Json {
  const target = resolve(node);
  if (target.kind === 'scalar') return target.value;
  if (target.kind === 'list') return target.items.map((item) => toJsonWithout(item.value, omit));
  if (target.kind !== 'map') return null;
  return target.entries
    .filter((entry) => !omit.has(entry))
    .map((entry) => [entry.key, toJsonWithout(entry.value, omit)]);
}

/** Where a path ends in a node; the nearest enclosing part where it names something absent. */
export function placeOfPath(tree: SourceTree, from: SourceNode, path: readonly (string | number)[]): Place {
  let node = from;
  let place = { start: from.start, end: from.end };
  for (const step of path) {
    const found = stepInto(resolve(node), step);
    if (!found) break;
    if (found.place) place = found.place;
    node = found.node;
  }
  return tree.place(place.start, place.end);
}

/** A child with its place; an empty value has that of its key. */
function stepInto(node: SourceNode, step: string | number) {
  if (node.kind === 'list') {
    const item = node.items[Number(step)]?.value;
    return item && { node: item, place: item };
  }
  if (node.kind !== 'map') return undefined;
  const entry = ownEntry(node, String(step));
  const value = entry?.value ?? lookup(node, String(step));
  if (!value) return undefined;
  const keyPlace = entry && { start: entry.start, end: entry.keyEnd };
  return { node: value, place: value.end > value.start ? value : keyPlace };
}

/** Plain assignment to `__proto__` would set a prototype. */
function define(object: Record<string, Json>, key: string, value: Json): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}
