import { VisuallyHidden } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { ClassBadge } from '@/components/policy/class-badge';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Caution } from '@/components/ui/marks';
import type { BuiltInRow } from '@/lib/insight/catalogue-list';
import classes from './catalogue.module.css';

/** What comes with the product, each row with its source and what systems write for it. */
export function BuiltInTable({ rows }: { rows: readonly BuiltInRow[] }) {
  const t = useTranslations('catalogue');
  const columns: PlainColumn<BuiltInRow>[] = [
    {
      key: 'code',
      label: t('columns.code'),
      heading: true,
      cell: ({ token }) => <code className={classes.token}>{token}</code>,
    },
    {
      key: 'means',
      label: t('columns.means'),
      cell: ({ class: failureClass, replaced }) => (
        <>
          <ClassBadge failureClass={failureClass} />
          {replaced ? (
            <div>
              <Caution>{t('builtIn.replaced')}</Caution>
            </div>
          ) : null}
        </>
      ),
    },
    {
      key: 'spellings',
      label: t('columns.spellings'),
      cell: ({ token, spellings }) => <Spellings token={token} spellings={spellings} />,
    },
    { key: 'source', label: t('columns.source'), cell: ({ source }) => <span className={classes.text}>{source}</span> },
  ];
  return <PlainTable label={t('builtIn.table')} columns={columns} rows={rows} rowKey={({ token }) => token} />;
}

const FIRST = 4;

function Spellings({ token, spellings }: Pick<BuiltInRow, 'token' | 'spellings'>) {
  const t = useTranslations('catalogue.builtIn');
  if (spellings.length === 0) return <span className={classes.quiet}>{t('onlyItself')}</span>;
  const more = spellings.slice(FIRST);
  return (
    <div className={classes.spellings}>
      {spellings.slice(0, FIRST).join(', ')}
      {more.length === 0 ? null : (
        <details>
          <summary>
            {t('more', { count: more.length })}
            <VisuallyHidden component="span"> {token}</VisuallyHidden>
          </summary>
          {more.join(', ')}
        </details>
      )}
    </div>
  );
}
