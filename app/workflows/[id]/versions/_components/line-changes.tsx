import { useTranslations } from 'next-intl';
import { DiffView } from '@/components/policy/diff-view';
import type { DiffFile } from '@/lib/workflows/line-diff';
import { MAX_LINES, portion } from './portion';
import classes from './versions.module.css';

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
