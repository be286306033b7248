import type { Place } from '@/lib/shared/diagnostic';

/** Turns UTF-16 offsets of one text into a `Place`. */
export type Placer = (start: number, end: number) => Place;

/** Indexes the lines of a text once. A byte order mark counts as no column. */
export function createPlacer(text: string): Placer {
  const lineStarts = [0];
  for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) lineStarts.push(i + 1);
  const marked = text.startsWith('\uFEFF');
  return (start, end) => {
    const line = lineAt(lineStarts, start);
    const column = start - (lineStarts[line] ?? 0) + 1 - (marked && line === 0 && start > 0 ? 1 : 0);
    return { line: line + 1, column, start, end: Math.max(start, end) };
  };
}

function lineAt(lineStarts: readonly number[], offset: number): number {
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
