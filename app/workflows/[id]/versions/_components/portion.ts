import type { DiffHunk } from '@/lib/workflows/line-diff';

/** Lines that stand open; the rest folds. */
const OPEN_LINES = 300;
/** Lines that a page holds at all: more are no help to anybody, and slow to show. */
export const MAX_LINES = 2_500;

export interface Portion {
  readonly open: readonly DiffHunk[];
  readonly folded: readonly DiffHunk[];
  /** Something was left out. */
  readonly cut: boolean;
}

/** What of a file's changes is shown at once, what folds, and whether it is too much for a page. */
export function portion(hunks: readonly DiffHunk[]): Portion {
  const open: DiffHunk[] = [];
  const folded: DiffHunk[] = [];
  let taken = 0;
  for (const hunk of hunks) {
    const room = MAX_LINES - taken;
    if (room <= 0) return { open, folded, cut: true };
    const part = { ...hunk, lines: hunk.lines.slice(0, room) };
    taken += part.lines.length;
    if (open.length === 0 || taken <= OPEN_LINES) open.push(part);
    else folded.push(part);
    if (part.lines.length < hunk.lines.length) return { open, folded, cut: true };
  }
  return { open, folded, cut: false };
}
