import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import { POLICY_KEY } from '../in-node';
import { lineStart, nextLine, type TextEdit } from '../source/members';
import { dedented, indented } from '../source/moves';
import { renderFlowEntry, renderJsonEntry, renderYamlEntry } from '../source/render';
import type { Splicer } from '../source/splice';
import { columnOf, indentationAt, isSpread, type Style } from '../source/style';
import { asList, asMap, lookup, mapToJson, ownEntry, type SourceEntry, type SourceMap } from '../source/tree';
import type { Task } from './document';
import { FILTER_KEYS, RETRY_KEY } from './retry';

/** What says whether a task runs and where the flow goes on: names there are names beside it, so it stays outside. */
export const OUTSIDE: readonly string[] = ['if', 'then'];

/** Where a key stood among those that went inside, so that it can be put back: `then: with` = before `with`. */
type Places = Readonly<Record<string, string>>;

interface Parts {
  /** What goes inside. */
  readonly first: SourceEntry;
  readonly last: SourceEntry;
  /** What stands between and goes behind the block, each with the key before which it stood. */
  readonly between: readonly { readonly entry: SourceEntry; readonly before: SourceEntry }[];
}

/**
 * Puts a `try` of the task's own name around what it says; each of its lines moves further in, and `if` and `then` stay
 * outside. False where the layout forbids it.
 */
export function wrapTask(splicer: Splicer, text: string, task: Task, caught: JsonObject): boolean {
  const { map, entry } = task;
  const parts = partsOf(map);
  if (!parts) return false;
  const { style } = splicer;
  const { first, last, between } = parts;
  const places = Object.fromEntries(between.map((each) => [each.entry.key, each.before.key]));
  const beside: JsonObject = {
    catch: caught,
    ...(between.length > 0 && { metadata: { [POLICY_KEY]: places } }),
  };
  const name = text.slice(entry.start, entry.keyEnd);
  if (!map.flow && !isAlone(text, first)) return false;
  for (const cut of between) splicer.edit(map, cutOf(text, map, cut));
  const pieces = between.map((each) => pieceOf(text, map, each.entry));
  const context = { style, indent: indentOf(text, map, first), name, beside, pieces };
  if (!map.flow) {
    const [start, end] = [lineStart(text, first.start), nextLine(text, last.value.end)];
    splicer.move({ map, start, end, change: (part) => wrapBlock(part, context) });
    return true;
  }
  // What is new goes before the next key, behind the comma: that key's comma is then the last one.
  const behind = map.entries[map.entries.indexOf(last) + 1];
  const gap = text.slice(last.value.end, behind?.start ?? last.value.end);
  const wrapped = isSpread(text, map) ? wrapSpread : wrapInline;
  const change = (part: string) => {
    const rest = part.endsWith(gap) ? gap : (/,\s*$/.exec(part)?.[0] ?? '');
    return wrapped(part.slice(0, part.length - rest.length), context) + rest;
  };
  splicer.move({ map, start: first.start, end: last.value.end + gap.length, change });
  return true;
}

interface Context {
  readonly style: Style;
  readonly indent: string;
  readonly name: string;
  readonly beside: JsonObject;
  readonly pieces: readonly string[];
}

function wrapBlock(part: string, { style, indent, name, beside, pieces }: Context): string {
  const { eol, listIndent, unit } = style;
  const head = `${indent}try:${eol}${indent}${listIndent}- ${name}:${eol}`;
  const depth = ' '.repeat(listIndent.length + 2 + unit.length);
  const inside = indented(part.endsWith('\n') ? part : part + eol, depth, true);
  const lines = Object.entries(beside).flatMap(([key, value]) =>
    value === undefined ? [] : renderYamlEntry(key, value, style),
  );
  const whole = head + inside + lines.map((line) => indent + line + eol).join('') + pieces.join('');
  return part.endsWith('\n') ? whole : whole.replace(/\r?\n$/, '');
}

function wrapInline(part: string, { style, name, beside, pieces }: Context): string {
  const { bracePad: pad, bracketPad } = style;
  const entries = Object.entries(beside).map(([key, value]) => renderFlowEntry(key, value ?? null, style));
  const head = `${keyOf('try', style)}[${bracketPad}{${pad}${name}${colonOf(style)}{${pad}`;
  return [`${head}${part}${pad}}${pad}}${bracketPad}]`, ...entries, ...pieces].join(', ');
}

function wrapSpread(part: string, { style, indent, name, beside, pieces }: Context): string {
  const { eol, unit } = style;
  const line = (depth: number) => eol + indent + unit.repeat(depth);
  const inside = indented(part, unit.repeat(3), false);
  const block = `${keyOf('try', style)}[${line(1)}{${line(2)}${name}${colonOf(style)}{${line(3)}${inside}${line(2)}}${line(1)}}${line(0)}]`;
  const entries = Object.entries(beside).map(([key, value]) =>
    style.format === 'json'
      ? renderJsonEntry(key, value ?? null, style, indent)
      : renderFlowEntry(key, value ?? null, style),
  );
  return [block, ...entries, ...pieces].join(`,${line(0)}`);
}

/** True for a `try` that says nothing but that the task of its name is tried again, and stands as we write it. */
export function isOurs(text: string, { outer, map, attempt }: Task): boolean {
  if (!attempt?.named || outer.flow !== map.flow || map.anchor !== null) return false;
  const at = outer.entries.findIndex(({ key }) => key === 'try');
  const [tried, caught] = [outer.entries[at], outer.entries[at + 1]];
  const first = map.entries[0];
  const last = map.entries.at(-1);
  if (!tried || caught?.key !== 'catch' || !first || !last) return false;
  const known = ['try', 'catch', ...OUTSIDE];
  const others = outer.entries.filter(({ key }) => !known.includes(key));
  if (others.some((entry) => entry.key !== 'metadata' || placesIn(outer) === null)) return false;
  const keys: readonly string[] = [...FILTER_KEYS, RETRY_KEY];
  if (!attempt.catch.entries.every(({ key }) => keys.includes(key))) return false;
  if (map.entries.some(({ key }) => OUTSIDE.includes(key))) return false;
  const list = asList(tried.value);
  if (!list || list.flow !== map.flow || tried.value.kind === 'alias') return false;
  const head = text.slice(tried.start, first.start);
  if (map.flow) return !/#/.test(head) && /^[\s\]},]*$/.test(text.slice(last.value.end, caught.start));
  return (
    /^["']?try["']?:\s*-\s[^#]*:\s*$/.test(head) &&
    isAlone(text, first) &&
    isAlone(text, tried) &&
    isAlone(text, caught)
  );
}

/** Takes the `try` of a task's own name away: the way back of `wrapTask`. */
export function unwrapTask(splicer: Splicer, text: string, { outer, map }: Task): void {
  const at = outer.entries.findIndex(({ key }) => key === 'try');
  const [tried, caught] = [outer.entries[at], outer.entries[at + 1]];
  const [first, last] = [map.entries[0], map.entries.at(-1)];
  if (!tried || !caught || !first || !last) return;
  const spread = map.flow && isSpread(text, outer);
  const [from, to] = [indentOf(text, map, first), indentOf(text, outer, tried)];
  const by = map.flow && !spread ? '' : from.slice(to.length);
  const [start, end] = map.flow
    ? [first.start, last.value.end]
    : [lineStart(text, first.start), lineStart(text, caught.start)];
  const head = map.flow ? tried.start : lineStart(text, tried.start);
  const tail = map.flow ? caught.value.end : nextLine(text, caught.value.end);
  splicer.edit(outer, { start: head, end: start, text: '' });
  splicer.move({ map, start, end, change: (part) => dedented(part, by, !map.flow) });
  splicer.edit(outer, { start: end, end: tail, text: '' });
  const places = placesIn(outer) ?? {};
  const memo = ownEntry(outer, 'metadata');
  if (memo) splicer.edit(outer, takenAway(text, outer, memo));
  for (const [key, before] of Object.entries(places)) {
    const [entry, anchor] = [ownEntry(outer, key), ownEntry(map, before)];
    if (!entry || !anchor) continue;
    splicer.edit(outer, takenAway(text, outer, entry));
    splicer.edit(map, putBack(text, map, { entry, anchor, by, outer, eol: splicer.style.eol }));
  }
}

/** Where keys outside of a block of ours stood; null = its `metadata` holds something else. */
export function placesIn(outer: SourceMap): Places | null {
  const metadata = lookup(outer, 'metadata');
  if (metadata === undefined) return {};
  const map = asMap(metadata);
  const { [POLICY_KEY]: places, ...rest } = map ? mapToJson(map) : { rest: null };
  if (Object.keys(rest).length > 0 || !isJsonObject(places)) return null;
  const found = Object.entries(places).flatMap(([key, value]) =>
    OUTSIDE.includes(key) && typeof value === 'string' ? [[key, value]] : [],
  );
  return found.length === Object.keys(places).length ? Object.fromEntries(found) : null;
}

function partsOf({ entries }: SourceMap): Parts | null {
  const isInside = ({ key }: SourceEntry) => !OUTSIDE.includes(key);
  const first = entries.find(isInside);
  const last = entries.findLast(isInside);
  if (!first || !last) return null;
  const middle = entries.slice(entries.indexOf(first), entries.indexOf(last));
  const between = middle
    .filter((entry) => !isInside(entry))
    .flatMap((entry) => {
      const before = entries.slice(entries.indexOf(entry)).find(isInside);
      return before ? [{ entry, before }] : [];
    });
  return { first, last, between };
}

function cutOf(text: string, map: SourceMap, { entry }: { readonly entry: SourceEntry }): TextEdit {
  const next = map.entries[map.entries.indexOf(entry) + 1];
  if (map.flow) return { start: entry.start, end: next?.start ?? entry.value.end, text: '' };
  return { start: startOf(text, map, entry), end: nextLine(text, entry.value.end), text: '' };
}

/** Where the lines of a block entry begin: with the remarks right above it. */
function startOf(text: string, { entries }: SourceMap, entry: SourceEntry): number {
  const previous = entries[entries.indexOf(entry) - 1];
  // What looks like a remark may be the end of the text before.
  const limit = previous ? nextLine(text, previous.value.end) : entry.start;
  const remark = ' '.repeat(columnOf(text, entry.start)).concat('#');
  let start = lineStart(text, entry.start);
  for (let above = start; above > limit; ) {
    above = lineStart(text, above - 1);
    if (above < limit || !text.startsWith(remark, above)) break;
    start = above;
  }
  return start;
}

/** An entry behind others: with the comma before it, or its lines. */
function takenAway(text: string, map: SourceMap, entry: SourceEntry): TextEdit {
  const previous = map.entries[map.entries.indexOf(entry) - 1];
  if (map.flow) return { start: previous?.value.end ?? entry.start, end: entry.value.end, text: '' };
  const start = OUTSIDE.includes(entry.key) ? startOf(text, map, entry) : lineStart(text, entry.start);
  return { start, end: nextLine(text, entry.value.end), text: '' };
}

function pieceOf(text: string, map: SourceMap, entry: SourceEntry): string {
  if (map.flow) return text.slice(entry.start, entry.value.end);
  return text.slice(startOf(text, map, entry), nextLine(text, entry.value.end));
}

interface PutBack {
  readonly entry: SourceEntry;
  readonly anchor: SourceEntry;
  readonly by: string;
  /** The map that the entry stands in, and the line end of the text. */
  readonly outer: SourceMap;
  readonly eol: string;
}

/** The edit that puts a key back before another; it moves out with the lines around it. */
function putBack(text: string, map: SourceMap, { entry, anchor, by, outer, eol }: PutBack): TextEdit {
  const piece = indented(pieceOf(text, outer, entry), by, !map.flow);
  if (!map.flow) {
    const at = startOf(text, map, anchor);
    return { start: at, end: at, text: piece.endsWith('\n') ? piece : piece + eol };
  }
  const previous = map.entries[map.entries.indexOf(anchor) - 1];
  const gap = previous ? text.slice(previous.value.end, anchor.start).replace(/^\s*,/, '') : ' ';
  return { start: anchor.start, end: anchor.start, text: `${piece},${gap}` };
}

function indentOf(text: string, map: SourceMap, entry: SourceEntry): string {
  return map.flow ? indentationAt(text, entry.start) : ' '.repeat(columnOf(text, entry.start));
}

/** Nothing but blanks stands before it on its line. */
function isAlone(text: string, entry: SourceEntry): boolean {
  return /^ *$/.test(text.slice(lineStart(text, entry.start), entry.start));
}

function keyOf(key: string, style: Style): string {
  return (style.format === 'json' ? JSON.stringify(key) : key) + colonOf(style);
}

function colonOf({ format, colon }: Style): string {
  return format === 'json' ? colon : ': ';
}
