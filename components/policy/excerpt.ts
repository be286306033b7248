import type { Place } from '@/lib/shared/diagnostic';

/** Characters of a line that are shown on each side of the place: definitions may be one long line. */
const BEFORE = 60;
const MARKED = 80;
const AFTER = 60;

/** The line of a text around a place, cut in three: what stands before, what is meant, what follows. */
export interface Excerpt {
  readonly line: number;
  readonly before: string;
  readonly marked: string;
  readonly after: string;
  readonly cutLeft: boolean;
  readonly cutRight: boolean;
}

/** Cuts the line at a place out of its text; null when the place lies outside (it is another text's). */
export function excerptAt(text: string, place: Place): Excerpt | null {
  const { start, line } = place;
  if (start < 0 || start > text.length) return null;
  const lineStart = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = endOfLine(text, start);
  const end = Math.min(Math.max(place.end, start + 1), lineEnd, start + MARKED);
  const from = Math.max(lineStart, start - BEFORE);
  const to = Math.min(lineEnd, Math.max(start, end) + AFTER);
  return {
    line,
    before: text.slice(from, start).replace('\uFEFF', ''),
    marked: text.slice(start, end),
    after: text.slice(Math.max(start, end), to).trimEnd(),
    cutLeft: from > lineStart,
    cutRight: to < lineEnd,
  };
}

function endOfLine(text: string, from: number): number {
  const newline = text.indexOf('\n', from);
  const end = newline === -1 ? text.length : newline;
  return end > from && text[end - 1] === '\r' ? end - 1 : end;
}
