import type { Json } from '@/lib/shared/json';
import { lineStart, nextLine } from './members';
import { dedented, indented } from './moves';
import { renderFlow, renderFlowEntry, renderJsonEntry, renderYamlEntry } from './render';
import type { Splicer } from './splice';
import { columnOf, indentationAt, isSpread } from './style';
import type { SourceEntry, SourceMap } from './tree';
import { yamlString } from './yaml-scalar';

/** Entries of a map that go below a key of their own, and what is put behind that key. */
export interface Wrapping {
  readonly key: string;
  readonly moved: readonly string[];
  readonly beside: { readonly key: string; readonly value: Json };
}

/**
 * Moves entries of a map below a new key in front of them, every byte but the indentation as it is. False where the
 * layout forbids it: they do not stand together, or not on lines of their own.
 */
export function wrapEntries(splicer: Splicer, text: string, map: SourceMap, wrapping: Wrapping): boolean {
  const run = runOf(map, wrapping.moved);
  if (!run) return false;
  if (map.flow) wrapFlow(splicer, text, map, run, wrapping);
  return map.flow || wrapBlock(splicer, text, map, run, wrapping);
}

/**
 * The way back: puts the entries below `key` in its place and takes the entry `without` away. False where the layout
 * forbids it.
 */
export function unwrapEntries(
  splicer: Splicer,
  text: string,
  map: SourceMap,
  { key, without }: { readonly key: string; readonly without: string },
): boolean {
  const outer = map.entries.find((entry) => entry.key === key);
  const inner = outer?.value;
  if (!outer || inner?.kind !== 'map' || inner.flow !== map.flow || inner.anchor !== null) return false;
  const keys = inner.entries.map((entry) => entry.key);
  const run = runOf(inner, keys);
  if (!run || map.entries.some((entry) => entry !== outer && keys.includes(entry.key))) return false;
  const lifted = map.flow
    ? liftFlow(splicer, text, map, outer, { ...run, inner })
    : liftBlock(splicer, text, map, outer, run);
  return lifted && removeEntry(splicer, text, map, without);
}

/** Where the lines of a block entry end: behind the comments below it that stand further in than its key. */
export function endOfEntry(text: string, entry: SourceEntry): number {
  const column = columnOf(text, entry.start);
  let end = nextLine(text, entry.value.end);
  for (let next = end; next < text.length; ) {
    const stop = nextLine(text, next + 1);
    const line = text.slice(next, stop);
    const ink = line.search(/[^ \t\r\n]/);
    if (ink !== -1 && (line[ink] !== '#' || ink <= column)) break;
    if (ink !== -1) end = stop;
    next = stop;
  }
  return end;
}

/** Takes an entry away with its line; nothing where there is none. False where the layout forbids it. */
export function removeEntry(splicer: Splicer, text: string, map: SourceMap, key: string): boolean {
  const index = map.entries.findIndex((entry) => entry.key === key);
  const [previous, entry, next] = [map.entries[index - 1], map.entries[index], map.entries[index + 1]];
  if (!entry) return true;
  if (map.flow) {
    if (previous) splicer.edit(map, { start: previous.value.end, end: entry.value.end, text: '' });
    else if (next) splicer.edit(map, { start: entry.start, end: next.start, text: '' });
    return previous !== undefined || next !== undefined;
  }
  if (!isAlone(text, entry)) return false;
  splicer.edit(map, { start: lineStart(text, entry.start), end: nextLine(text, entry.value.end), text: '' });
  return true;
}

interface Run {
  readonly first: SourceEntry;
  readonly last: SourceEntry;
}

/** Entries of these keys, where they stand one behind the other. */
function runOf({ entries }: SourceMap, keys: readonly string[]): Run | null {
  const isMoved = (entry: SourceEntry) => keys.includes(entry.key);
  const from = entries.findIndex(isMoved);
  const to = entries.findLastIndex(isMoved);
  const [first, last] = [entries[from], entries[to]];
  return first && last && entries.slice(from, to + 1).every(isMoved) ? { first, last } : null;
}

/** Nothing but blanks stands before it on its line. */
function isAlone(text: string, entry: SourceEntry): boolean {
  return /^\uFEFF? *$/.test(text.slice(lineStart(text, entry.start), entry.start));
}

function wrapBlock(splicer: Splicer, text: string, map: SourceMap, run: Run, { key, beside }: Wrapping): boolean {
  if (!isAlone(text, run.first)) return false;
  const { style } = splicer;
  const indent = ' '.repeat(columnOf(text, run.first.start));
  const head = `${indent}${yamlString(key, { flow: false, preferred: style.quote })}:${style.eol}`;
  const added = renderYamlEntry(beside.key, beside.value, style).map((line) => indent + line);
  splicer.move({
    map,
    start: lineStart(text, run.first.start),
    end: endOfEntry(text, run.last),
    change: (part) => {
      const ended = part.endsWith('\n');
      return `${head}${indented(part, style.unit, true)}${ended ? '' : style.eol}${added.join(style.eol)}${ended ? style.eol : ''}`;
    },
  });
  return true;
}

function wrapFlow(
  splicer: Splicer,
  text: string,
  map: SourceMap,
  { first, last }: Run,
  { key, beside }: Wrapping,
): void {
  const { style } = splicer;
  const json = style.format === 'json';
  const name = json ? `${JSON.stringify(key)}${style.colon}` : `${yamlString(key, { flow: true })}: `;
  const indent = indentationAt(text, first.start);
  const line = style.eol + indent;
  const inline = () => renderFlowEntry(beside.key, beside.value, style);
  const spread = () =>
    json
      ? renderJsonEntry(beside.key, beside.value, style, indent)
      : `${yamlString(beside.key, { flow: true })}: ${renderFlow(beside.value, style)}`;
  const pad = style.bracePad;
  splicer.move({
    map,
    start: first.start,
    end: last.value.end,
    change: isSpread(text, map)
      ? (part) => `${name}{${style.eol}${indented(indent + part, style.unit, true)}${line}},${line}${spread()}`
      : (part) => `${name}{${pad}${part}${pad}}, ${inline()}`,
  });
}

function liftBlock(splicer: Splicer, text: string, map: SourceMap, outer: SourceEntry, run: Run): boolean {
  const from = lineStart(text, run.first.start);
  if (!isAlone(text, outer) || !isAlone(text, run.first) || from <= outer.colonEnd) return false;
  const indent = ' '.repeat(columnOf(text, outer.start));
  const between = text.slice(outer.colonEnd, from).split('\n');
  const comments = between.map((line) => line.trim()).filter((line) => line !== '');
  if (comments.some((line) => !line.startsWith('#'))) return false;
  const { eol } = splicer.style;
  const depth = columnOf(text, run.first.start) - columnOf(text, outer.start);
  const above = comments.map((line) => indent + line + eol).join('');
  splicer.edit(map, { start: lineStart(text, outer.start), end: from, text: above });
  splicer.move({
    map,
    start: from,
    end: endOfEntry(text, run.last),
    change: (part) => dedented(part, ' '.repeat(depth), true),
  });
  return true;
}

function liftFlow(
  splicer: Splicer,
  text: string,
  map: SourceMap,
  outer: SourceEntry,
  { first, last, inner }: Run & { readonly inner: SourceMap },
): boolean {
  const [start, end] = [first.start, last.value.end];
  const [head, tail] = [text.slice(inner.start + 1, start), text.slice(end, inner.end)];
  if (head.trim() !== '' || !/^\s*,?\s*\}$/.test(tail)) return false;
  const spread = isSpread(text, inner);
  const by = spread ? indentationAt(text, start).slice(indentationAt(text, outer.start).length) : '';
  splicer.edit(map, { start: outer.start, end: start, text: '' });
  splicer.move({ map, start, end, change: (part) => dedented(part, by, false) });
  splicer.edit(map, { start: end, end: inner.end, text: '' });
  return true;
}
