import { useFormatter, useTranslations } from 'next-intl';
import { ClassBadge } from '@/components/policy/class-badge';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Dim } from '@/components/ui/marks';
import { NameLink } from '@/components/ui/text-link';
import type { AddedRow } from '@/lib/insight/catalogue-list';
import classes from './catalogue.module.css';

/** What people added: what each code means, who says so, and since when. */
export function AddedTable({ rows }: { rows: readonly AddedRow[] }) {
  const t = useTranslations('catalogue');
  const format = useFormatter();
  const columns: PlainColumn<AddedRow>[] = [
    {
      key: 'code',
      label: t('columns.code'),
      heading: true,
      cell: ({ id, code }) => (
        <NameLink href={`/catalogue/${id}`} prefetch={false}>
          <code className={classes.code}>{code}</code>
        </NameLink>
      ),
    },
    {
      key: 'means',
      label: t('columns.means'),
      cell: ({ means, becomes }) => (
        <>
          <ClassBadge failureClass={becomes} />
          {means === null ? null : <div className={classes.quiet}>{t('sameAs', { token: means })}</div>}
        </>
      ),
    },
    { key: 'source', label: t('columns.source'), cell: ({ source }) => <span className={classes.text}>{source}</span> },
    {
      key: 'since',
      label: t('columns.since'),
      cell: ({ writtenBy, since }) => (
        <>
          {writtenBy} <Dim>{format.dateTime(since, { dateStyle: 'medium', timeStyle: 'short' })}</Dim>
        </>
      ),
    },
  ];
  return <PlainTable label={t('added.table')} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
