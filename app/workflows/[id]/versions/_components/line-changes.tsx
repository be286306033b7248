import { useTranslations } from 'next-intl';
import { DiffView } from '@/components/policy/diff-view';
import type { DiffFile, DiffHunk } from '@/lib/workflows/line-diff';
import classes from './versions.module.css';

/** Lines that stand open; the rest folds. */
const OPEN_LINES = 300;
/** Lines that a page holds at all: more are no help to anybody, and slow to show. */
const MAX_LINES = 2_500;

/** The changed lines of one file: the first open, the others folded, and a sentence where it is too much. */
export function LineChanges({ file, named }: { file: DiffFile; named: boolean }) {
  const t = useTranslations('versions.compare');
  const { open, folded, cut } = portion(file.hunks);
  return (
    <>
      <DiffView named={named} files={[{ name: file.name, hunks: open }]} />
      {folded.length > 0 ? (
        <details className={classes.more}>
          <summary>{t('moreLines', { count: folded.length })}</summary>
          <DiffView named={named} files={[{ name: file.name, hunks: folded }]} />
        </details>
      ) : null}
      {cut ? <p className={classes.aside}>{t('cut', { count: MAX_LINES })}</p> : null}
    </>
  );
}

/** How many lines of a file were added and removed. */
export function countLines({ hunks }: DiffFile): { readonly added: number; readonly removed: number } {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
  return { added: count('+'), removed: count('-') };
}

interface Portion {
  readonly open: readonly DiffHunk[];
  readonly folded: readonly DiffHunk[];
  readonly cut: boolean;
}

function portion(hunks: readonly DiffHunk[]): Portion {
  const open: DiffHunk[] = [];
  const folded: DiffHunk[] = [];
  let taken = 0;
  for (const hunk of hunks) {
    const room = MAX_LINES - taken;
    if (room <= 0) return { open, folded, cut: true };
    const part = { ...hunk, lines: hunk.lines.slice(0, room) };
    if (open.length === 0 || taken + part.lines.length <= OPEN_LINES) open.push(part);
    else folded.push(part);
    taken += part.lines.length;
    if (part.lines.length < hunk.lines.length) return { open, folded, cut: true };
  }
  return { open, folded, cut: false };
}
