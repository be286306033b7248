import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { RowCursor, StepRow } from '@/lib/history/step-row';
import type { FailureRowsQuery } from '@/lib/insight/failure-rows';
import { rowsHref, rowsPageHref } from '../search-params';
import classes from './rows.module.css';

/** Cuts a page out of one row too many: that one tells whether there are more on that side. */
export function cutRows(read: readonly StepRow[], cursor: RowCursor | null, most: number) {
  const more = read.length > most;
  if (cursor?.side === 'after') return { rows: more ? read.slice(1) : read, newer: more, older: true };
  return { rows: read.slice(0, most), newer: cursor !== null, older: more };
}

/** The way to newer and older rows. */
export function RowPages({
  asked,
  moment,
  rows,
  newer,
  older,
}: {
  asked: FailureRowsQuery;
  moment: Date;
  rows: readonly StepRow[];
  newer: boolean;
  older: boolean;
}) {
  const t = useTranslations('failureRows.pages');
  const [first, last] = [rows[0], rows.at(-1)];
  if (!newer && !older) return null;
  return (
    <nav aria-label={t('label')} className={classes.pages}>
      {newer ? <Link href={rowsHref(asked, moment)}>{t('newest')}</Link> : null}
      {newer && first ? (
        <Link href={rowsPageHref(asked, moment, 'after', first)} rel="prev">
          {t('newer')}
        </Link>
      ) : null}
      {older && last ? (
        <Link href={rowsPageHref(asked, moment, 'before', last)} rel="next">
          {t('older')}
        </Link>
      ) : null}
    </nav>
  );
}
