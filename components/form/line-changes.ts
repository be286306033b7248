import { alignItems } from '@/lib/dialects/source/align';

/** One replacement in a text, by UTF-16 offsets in the text before. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The few changes that make one text of another, so that cursor and scroll position survive them. Lines end in `\n`. */
export function lineChanges(before: string, after: string): readonly TextChange[] {
  if (before === after) return [];
  const [present, wanted] = [before.split('\n'), after.split('\n')];
  const plan = alignItems(
    present,
    wanted,
    (a, b) => a === b,
    () => null,
  );
  const kept = plan.flatMap(({ from }, to) => (from === null ? [] : [{ from, to }]));
  const starts = offsetsOf(present);
  const changes: TextChange[] = [];
  let [from, to] = [0, 0];
  for (const next of [...kept, { from: present.length, to: wanted.length }]) {
    const change = between(present, wanted, starts, [from, next.from], [to, next.to]);
    if (change) changes.push(trimmed(before, change));
    [from, to] = [next.from + 1, next.to + 1];
  }
  return changes;
}

/** Replaces a run of lines by another; a line break goes with the lines before or behind it. */
function between(
  present: readonly string[],
  wanted: readonly string[],
  starts: readonly number[],
  [from, fromEnd]: readonly [number, number],
  [to, toEnd]: readonly [number, number],
): TextChange | null {
  const [removed, added] = [fromEnd - from, toEnd - to];
  if (removed + added === 0) return null;
  const lines = wanted.slice(to, toEnd);
  const start = starts[from] ?? 0;
  const end = (starts[fromEnd] ?? 0) - 1;
  if (removed > 0 && added > 0) return { from: start, to: end, insert: lines.join('\n') };
  if (fromEnd < present.length) return { from: start, to: end + 1, insert: lines.map((line) => `${line}\n`).join('') };
  return { from: start - 1, to: end, insert: lines.map((line) => `\n${line}`).join('') };
}

/** Where each line begins; one more, behind the last line and a break after it. */
function offsetsOf(lines: readonly string[]): readonly number[] {
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  return starts;
}

/** Without what is the same at both ends. */
function trimmed(text: string, { from, to, insert }: TextChange): TextChange {
  const shorter = Math.min(to - from, insert.length);
  let head = 0;
  while (head < shorter && text[from + head] === insert[head]) head++;
  let tail = 0;
  while (tail < shorter - head && text[to - 1 - tail] === insert[insert.length - 1 - tail]) tail++;
  return { from: from + head, to: to - tail, insert: insert.slice(head, insert.length - tail) };
}
