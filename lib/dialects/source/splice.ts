import type { Diagnostic } from '@/lib/shared/diagnostic';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import { alignItems, type PlannedItem } from './align';
import { applyEdits, editMembers, insertLines, type NewMember, nextLine, type TextEdit } from './members';
import { applyMoves, type Move } from './moves';
import {
  headOf,
  isLiteral,
  type Rendered,
  renderFlow,
  renderFlowEntry,
  renderJson,
  renderJsonEntry,
  renderScalar,
  renderYaml,
  renderYamlEntry,
  renderYamlItem,
} from './render';
import { own, type Shape, sameValue, shapeOf } from './shape';
import { sharedAnchors } from './shared-anchors';
import { columnOf, detectStyle, indentationAt, isSpread, type Style } from './style';
import {
  inheritedNode,
  lookup,
  mapToJson,
  ownEntry,
  type SourceAlias,
  type SourceEntry,
  type SourceList,
  type SourceMap,
  type SourceNode,
  type SourceTree,
  toJson,
} from './tree';

/** A key of a map and what it shall be; undefined takes it away. */
export interface EntryChange {
  readonly key: string;
  readonly value: Json | undefined;
  readonly shape: Shape;
  /** A new key goes behind the last of these that is there, else before the first of `before`, else to the end. */
  readonly after?: readonly string[];
  readonly before?: readonly string[];
  /** For a list: which present items stay; else they are matched by what they say. */
  readonly plan?: readonly PlannedItem<Json>[];
}

export type SpliceResult =
  | {
      readonly ok: true;
      readonly text: string;
      /** What happened that nobody asked for in so many words: an alias became a value of its own. */
      readonly notes: readonly Diagnostic[];
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Collects edits of one text, then applies them together. */
export interface Splicer {
  /** Changes entries of a map; equal values keep their bytes. */
  setEntries(map: SourceMap, changes: readonly EntryChange[]): void;
  /** Puts new items behind the last one of a list that has one. */
  appendItems(list: SourceList, key: string, values: readonly Json[]): void;
  /** Puts a part of the text that belongs to a map into another place or form, after all other edits of that part. */
  move(move: Move): void;
  /** Takes a part of the text away that lies in this map, or puts one there. */
  edit(map: SourceMap, edit: TextEdit): void;
  readonly style: Style;
  finish(): SpliceResult;
}

/**
 * Starts editing a text in its own style. `finish` refuses what would change a shared anchor. `literals`: keys whose
 * texts of several lines become block literals in block style.
 */
export function createSplicer(tree: SourceTree, literals: readonly string[] = []): Splicer {
  const style = detectStyle(tree, literals);
  const { text } = tree;
  const edits: TextEdit[] = [];
  const moves: Move[] = [];
  const inside: SourceNode[] = [];
  const gone: { start: number; end: number }[] = [];
  const refusals: Diagnostic[] = [];
  const notes: Diagnostic[] = [];

  return { setEntries, appendItems, move, edit, finish, style };

  function finish(): SpliceResult {
    const diagnostics = [...refusals, ...sharedAnchors(tree, inside, gone)];
    if (diagnostics.length > 0) return { ok: false, diagnostics };
    const moved = applyMoves(text, edits, moves);
    const written = moved && applyEdits(text, moved);
    return written === null
      ? { ok: false, diagnostics: [refusal('cannot_splice', tree.root)] }
      : { ok: true, text: written, notes };
  }

  function setEntries(map: SourceMap, changes: readonly EntryChange[]): void {
    const removed = new Set<number>();
    const added: NewMember[] = [];
    for (const change of changes) {
      const { key, value, shape } = change;
      const entry = ownEntry(map, key);
      const present = lookup(map, key);
      if (sameValue(present && toJson(present), value, shape)) continue;
      if (value === undefined) remove(map, entry, key, removed);
      else if (entry) changeValue(map, entry, value, change);
      else added.push(newEntry(map, change, value));
    }
    editContainer(map, removed, added);
  }

  function remove(map: SourceMap, entry: SourceEntry | undefined, key: string, removed: Set<number>): void {
    // Without it, what a merge key brings in would hold.
    if (!entry || inheritedNode(map, key)) {
      refusals.push(refusal('inherited_value', map, { key }));
      return;
    }
    removed.add(map.entries.indexOf(entry));
    gone.push({ start: entry.start, end: entry.value.end });
  }

  function editContainer(container: SourceMap | SourceList, removed: ReadonlySet<number>, added: readonly NewMember[]) {
    if (removed.size + added.length === 0) return;
    inside.push(container);
    const written = editMembers(text, style, container, removed, added);
    if (written) edits.push(...written);
    else refusals.push(refusal('cannot_splice', container));
  }

  function appendItems(list: SourceList, key: string, values: readonly Json[]): void {
    const present = list.items.map((item, from) => ({ from, value: toJson(item.value) }));
    editItems(list, [...present, ...values.map((value) => ({ from: null, value }))], key, {});
  }

  function move(each: Move): void {
    inside.push(each.map);
    moves.push(each);
  }

  function edit(map: SourceMap, each: TextEdit): void {
    inside.push(map);
    edits.push({ ...each, owner: map.start });
  }

  function changeValue(map: SourceMap, entry: SourceEntry, value: Json, { key, shape, plan }: EntryChange): void {
    if (!merge(entry.value, value, key, shape, plan)) replace(map, entry, value, key);
  }

  /** Edits a collection in place; false when the value has to be replaced as a whole. */
  function merge(
    node: SourceNode,
    value: Json,
    key: string,
    shape: Shape,
    plan?: readonly PlannedItem<Json>[],
  ): boolean {
    if (node.kind === 'map' && isJsonObject(value)) {
      const stays = (entry: SourceEntry) => own(value, entry.key) !== undefined || !isOurs(shape, entry.key);
      if (!node.entries.some(stays)) return false;
      setEntries(node, changesOf(node, value, shape));
      return true;
    }
    if (node.kind !== 'list' || !Array.isArray(value)) return false;
    const planned = plan ?? planOf(node, value, shape);
    if (!planned.some((item) => item.from !== null)) return false;
    editItems(node, planned, key, shape.item ?? {});
    return true;
  }

  function editItems(list: SourceList, plan: readonly PlannedItem<Json>[], key: string, shape: Shape): void {
    const stay = new Set(plan.map((item) => item.from));
    const removed = new Set(list.items.map((_, i) => i).filter((i) => !stay.has(i)));
    for (const index of removed)
      gone.push({ start: list.items[index]?.start ?? 0, end: list.items[index]?.value.end ?? 0 });
    const added: NewMember[] = [];
    let next = list.items.length;
    for (const { from, value } of plan.toReversed()) {
      const item = from === null ? undefined : list.items[from];
      if (from === null) added.unshift(newItem(next, value, key));
      else next = from;
      if (!item || sameValue(toJson(item.value), value, shape) || merge(item.value, value, key, shape)) continue;
      if (item.value.kind === 'alias') noteAlias(item.value, key);
      gone.push({ start: item.valueStart, end: item.value.end });
      edits.push({ start: item.valueStart, end: item.value.end, text: itemText(list, item.valueStart, value, key) });
    }
    editContainer(list, removed, added);
  }

  function itemText(list: SourceList, at: number, value: Json, key: string): string {
    if (style.format === 'json') return renderJson(value, key, style, indentationAt(text, at));
    if (list.flow) return renderFlow(value, style);
    const indent = ' '.repeat(columnOf(text, at));
    const lines = renderYamlItem(value, key, style).map((line) => line.slice(2));
    return lines.map((line, i) => (i === 0 ? line : indent + line)).join(style.eol);
  }

  /** Puts another value behind a key; comments on the key's line stay. */
  function replace(map: SourceMap, entry: SourceEntry, value: Json, key: string): void {
    const { value: old, valueStart, colonEnd } = entry;
    if (old.kind === 'alias') noteAlias(old, key);
    inside.push(old);
    if (old.end > valueStart) gone.push({ start: valueStart, end: old.end });
    const block = isBlock(old);
    const end = Math.max(colonEnd, contentEnd(old));
    const rendered = render(entry, value, key, map.flow);
    if (rendered.layout === 'inline') {
      const behindColon = block || old.end <= valueStart;
      if (behindColon) edits.push({ start: colonEnd, end, text: ` ${rendered.text}` });
      else edits.push({ start: valueStart, end, text: rendered.text });
      return;
    }
    putLines(entry, rendered, Array.isArray(value) ? style.listIndent : style.unit);
  }

  /** Puts lines below a key in place of its value. */
  function putLines({ value: old, start, colonEnd }: SourceEntry, rendered: Lines, step: string): void {
    const block = isBlock(old);
    const end = Math.max(colonEnd, contentEnd(old));
    const literal = old.kind === 'scalar' && old.style === 'block' ? literalIn(old) : null;
    const outer = ' '.repeat(columnOf(text, start)) + step;
    const indent = (rendered.layout === 'literal' && literal?.indent) || outer;
    const lines = rendered.lines.map((line) => line && indent + line);
    const head = headOf(rendered);
    if (literal) edits.push({ start: colonEnd, end: literal.headEnd, text: head });
    else if (block && head !== '') edits.push({ start: colonEnd, end: colonEnd, text: head });
    if (block) edits.push({ start: nextLine(text, colonEnd), end: nextLine(text, end), text: '' });
    else edits.push({ start: colonEnd, end, text: head });
    edits.push({ ...insertLines(text, style, block ? colonEnd : end, lines), owner: start });
  }

  /** Where the mark of a block scalar ends, and how far in its lines stand. */
  function literalIn({ start }: SourceNode): { readonly headEnd: number; readonly indent: string } {
    const head = /^[|>][-+\d]*/.exec(text.slice(start, start + 4))?.[0] ?? '';
    const [first = ''] = /^\s*\n(?:[ ]*\r?\n)*[ ]+/.exec(text.slice(start + head.length)) ?? [];
    return { headEnd: start + head.length, indent: first.slice(first.lastIndexOf('\n') + 1) };
  }

  function noteAlias(alias: SourceAlias, key: string): void {
    const place = tree.place(alias.start, alias.end);
    notes.push({ code: 'alias_materialised', severity: 'info', values: { key, name: alias.name }, place });
  }

  /** A block scalar's range goes on to the line after it. */
  function contentEnd(node: SourceNode): number {
    return node.kind === 'scalar' && node.style === 'block' ? text.slice(0, node.end).trimEnd().length : node.end;
  }

  function render(entry: SourceEntry, value: Json, key: string, flow: boolean): Rendered {
    const { value: old } = entry;
    const quote = old.kind === 'scalar' && (old.style === 'single' || old.style === 'double') ? old.style : undefined;
    if (!flow && isLiteral(value, key, style)) return renderYaml(value, key, style);
    if (typeof value !== 'object' || value === null)
      return { layout: 'inline', text: renderScalar(value, style, { flow, ...(quote && { quote }) }) };
    if (style.format === 'json') {
      const spread = isSpread(text, old) || !(old.kind === 'map' || old.kind === 'list');
      return {
        layout: 'inline',
        text: spread ? renderJson(value, key, style, indentationAt(text, entry.start)) : renderFlow(value, style),
      };
    }
    return flow ? { layout: 'inline', text: renderFlow(value, style) } : renderYaml(value, key, style);
  }

  function newEntry(map: SourceMap, { key, after = [], before = [] }: EntryChange, value: Json): NewMember {
    const last = map.entries.findLastIndex((entry) => after.includes(entry.key));
    const first = map.entries.findIndex((entry) => before.includes(entry.key));
    const early = first === -1 ? map.entries.length : first;
    const position = last === -1 ? early : last + 1;
    return {
      before: position,
      lines: () => renderYamlEntry(key, value, style),
      inline: () => renderFlowEntry(key, value, style),
      spread: (indent) => renderJsonEntry(key, value, style, indent),
    };
  }

  function newItem(before: number, value: Json, key: string): NewMember {
    return {
      before,
      lines: () => renderYamlItem(value, key, style),
      inline: () => renderFlow(value, style),
      spread: (indent) => renderJson(value, key, style, indent),
    };
  }

  function refusal(code: string, node: SourceNode, values?: Diagnostic['values']): Diagnostic {
    return { code, severity: 'error', ...(values && { values }), place: tree.place(node.start, node.end) };
  }
}

type Lines = Exclude<Rendered, { readonly layout: 'inline' }>;

/** Over several lines by its nature: a block collection or block scalar. */
function isBlock(node: SourceNode): boolean {
  if (node.kind === 'scalar') return node.style === 'block';
  return node.kind !== 'alias' && !node.flow;
}

/** The changes that make a map say `value`: its keys, and those that it no longer has, as far as they are ours. */
function changesOf(map: SourceMap, value: JsonObject, shape: Shape): readonly EntryChange[] {
  const order = Object.keys(shape.keys ?? {});
  const ours = shape.keys ? order : Object.keys(mapToJson(map));
  const keys = [...Object.keys(value), ...ours.filter((key) => own(value, key) === undefined)];
  return keys.map((key) => ({
    key,
    value: own(value, key),
    shape: shapeOf(shape, key),
    after: order.slice(0, Math.max(0, order.indexOf(key))),
    before: order.slice(order.indexOf(key) + 1),
  }));
}

/** A map without a shape is taken or left as a whole, as `sameValue` compares it. */
function isOurs(shape: Shape, key: string): boolean {
  return shape.keys === undefined || Object.hasOwn(shape.keys, key);
}

function planOf(list: SourceList, value: readonly Json[], shape: Shape): readonly PlannedItem<Json>[] {
  const present = list.items.map((item) => toJson(item.value));
  const { item = {}, identity = [] } = shape;
  const nameOf = (each: Json) =>
    isJsonObject(each) && identity.length > 0 ? JSON.stringify(identity.map((key) => own(each, key) ?? null)) : null;
  return alignItems(present, value, (a, b) => sameValue(a, b, item), nameOf);
}
