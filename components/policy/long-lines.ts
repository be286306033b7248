/** Lines up to this length are shown whole. */
const WHOLE = 200;
/** What is shown of the unchanged part on either side of a change within a long line. */
const AROUND = 60;
const CUT = '…';

/**
 * Lines of a hunk, each with its sign, as they are shown: where a long line gave way to another (a whole document in one
 * line), what both have in common is cut to what stands around the change; a long line that did not change is cut behind.
 */
export function shortenLines(lines: readonly string[]): string[] {
  const shown: string[] = [];
  for (let i = 0; i < lines.length; ) {
    const gone = runOf(lines, i, '-');
    const come = runOf(lines, i + gone, '+');
    if (gone + come === 0) {
      shown.push(shortened(lines[i] ?? ''));
      i += 1;
      continue;
    }
    shown.push(...changed(lines.slice(i, i + gone), lines.slice(i + gone, i + gone + come)));
    i += gone + come;
  }
  return shown;
}

function runOf(lines: readonly string[], from: number, sign: string): number {
  let length = 0;
  while (lines[from + length]?.startsWith(sign)) length += 1;
  return length;
}

/** As many lines came as went: each is held against the one in its place. Else none is cut. */
function changed(gone: readonly string[], come: readonly string[]): string[] {
  if (gone.length !== come.length) return [...gone, ...come];
  const pairs = gone.map((line, i) => cutPair(line.slice(1), (come[i] ?? '').slice(1)));
  return [...pairs.map(([old]) => `-${old}`), ...pairs.map(([, next]) => `+${next}`)];
}

function cutPair(old: string, next: string): readonly [string, string] {
  if (old.length <= WHOLE && next.length <= WHOLE) return [old, next];
  const shorter = Math.min(old.length, next.length);
  let head = 0;
  while (head < shorter && old[head] === next[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === next.at(-1 - tail)) tail += 1;
  const cut = (text: string) => {
    const start = inHalves(text, Math.max(0, head - AROUND));
    const end = inHalves(text, Math.min(text.length, text.length - tail + AROUND));
    return `${start > 0 ? CUT : ''}${text.slice(start, end)}${end < text.length ? CUT : ''}`;
  };
  return [cut(old), cut(next)];
}

/** The same place, or the one before where it would cut a character in halves. */
function inHalves(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

function shortened(line: string): string {
  return line.length <= 2 * WHOLE ? line : `${line.slice(0, inHalves(line, 2 * WHOLE))}${CUT}`;
}
