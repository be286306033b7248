import { diffArrays } from 'diff';

/** Lines around a change that are shown with it. */
const CONTEXT_LINES = 3;
/** Edits that are looked for between two anchors; more than that is one block that gave way to another. */
const MAX_EDITS = 400;

export interface DiffHunk {
  /** 1-based line of the first line, in the text before and after. */
  readonly oldStart: number;
  readonly newStart: number;
  /** Each begins with `+`, `-` or a space. */
  readonly lines: readonly string[];
}

export interface DiffFile {
  readonly name: string;
  readonly hunks: readonly DiffHunk[];
}

/**
 * Lines that differ between two texts, in hunks with context. Long texts are first cut at lines that
 * stand once in both (`- id: charge-card`), so that time grows with their length and not with its square.
 */
export function diffFile(name: string, before: string, after: string): DiffFile {
  if (before === after) return { name, hunks: [] };
  const [old, next] = [linesOf(before), linesOf(after)];
  return { name, hunks: hunksOf(compareLines(old, next)) };
}

/** The part of a text that covers a range, in whole lines, and the 1-based line that it begins with. */
export function lineSlice(
  text: string,
  range: { readonly start: number; readonly end: number },
): { readonly text: string; readonly line: number } {
  const start = range.start === 0 ? 0 : text.lastIndexOf('\n', range.start - 1) + 1;
  const last = Math.max(range.start, range.end - 1);
  const newline = text.indexOf('\n', last);
  const slice = text.slice(start, newline === -1 ? text.length : newline + 1);
  return { text: slice, line: text.slice(0, start).split('\n').length };
}

/** Moves hunks of a slice to where it stands in its whole text. */
export function moveHunks(file: DiffFile, oldLine: number, newLine: number): DiffFile {
  const hunks = file.hunks.map(({ oldStart, newStart, lines }) => ({
    oldStart: oldStart + oldLine - 1,
    newStart: newStart + newLine - 1,
    lines,
  }));
  return { name: file.name, hunks };
}

interface Line {
  readonly sign: '+' | '-' | ' ';
  readonly text: string;
}

function linesOf(text: string): string[] {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  return text === '' ? [] : lines;
}

function compareLines(old: readonly string[], next: readonly string[]): Line[] {
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  for (const [a, b] of [...anchors(old, next), [old.length, next.length] as const]) {
    lines.push(...compareGap(old.slice(i, a), next.slice(j, b)));
    const anchor = old[a];
    if (anchor !== undefined) lines.push({ sign: ' ', text: anchor });
    [i, j] = [a + 1, b + 1];
  }
  return lines;
}

function compareGap(old: readonly string[], next: readonly string[]): Line[] {
  if (old.length === 0 && next.length === 0) return [];
  const found =
    old.length === 0 || next.length === 0 ? undefined : diffArrays([...old], [...next], { maxEditLength: MAX_EDITS });
  if (!found) return [...signed('-', old), ...signed('+', next)];
  return found.flatMap(({ added, removed, value }) => {
    if (added) return signed('+', value);
    return signed(removed ? '-' : ' ', value);
  });
}

function signed(sign: Line['sign'], lines: readonly string[]): Line[] {
  return lines.map((text) => ({ sign, text }));
}

/** Pairs of places of lines that stand once in each text, as many as keep their order. */
function anchors(old: readonly string[], next: readonly string[]): (readonly [number, number])[] {
  const places = uniquePlaces(next);
  const pairs = [...uniquePlaces(old)].flatMap(([text, a]) => {
    const b = places.get(text);
    return b === undefined ? [] : [[a, b] as const];
  });
  return longestRising(pairs);
}

function uniquePlaces(lines: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  const twice = new Set<string>();
  for (const [index, text] of lines.entries()) {
    if (places.has(text)) twice.add(text);
    places.set(text, index);
  }
  for (const text of twice) places.delete(text);
  return places;
}

/** The longest run of pairs in which the second number rises too (patience sorting). */
function longestRising(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const sorted = [...pairs].sort(([a], [b]) => a - b);
  const tops: number[] = [];
  const before: number[] = [];
  for (const [index, [, place]] of sorted.entries()) {
    const pile = firstPile(tops, sorted, place);
    before[index] = tops[pile - 1] ?? -1;
    tops[pile] = index;
  }
  const run: (readonly [number, number])[] = [];
  for (let at = tops.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = sorted[at];
    if (pair) run.push(pair);
  }
  return run.reverse();
}

function firstPile(tops: readonly number[], sorted: readonly (readonly [number, number])[], place: number): number {
  let [low, high] = [0, tops.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const top = sorted[tops[middle] ?? 0]?.[1] ?? 0;
    if (top < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

function hunksOf(lines: readonly Line[]): DiffHunk[] {
  const hunks: { oldStart: number; newStart: number; lines: string[] }[] = [];
  let [old, next] = [1, 1];
  let open: (typeof hunks)[number] | null = null;
  /** Unchanged lines since the last change, not yet known to be context. */
  let waiting: string[] = [];
  for (const { sign, text } of lines) {
    if (sign === ' ') {
      waiting.push(text);
      if (open && waiting.length > 2 * CONTEXT_LINES) {
        open.lines.push(...waiting.slice(0, CONTEXT_LINES).map((each) => ` ${each}`));
        open = null;
      }
    } else {
      if (!open) {
        const context = waiting.slice(-CONTEXT_LINES);
        open = { oldStart: old - context.length, newStart: next - context.length, lines: [] };
        hunks.push(open);
        waiting = context;
      }
      open.lines.push(...waiting.map((each) => ` ${each}`), sign + text);
      waiting = [];
    }
    if (sign !== '+') old += 1;
    if (sign !== '-') next += 1;
  }
  open?.lines.push(...waiting.slice(0, CONTEXT_LINES).map((each) => ` ${each}`));
  return hunks;
}
