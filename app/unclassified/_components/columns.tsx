import { createColumnHelper } from '@tanstack/react-table';
import Link from 'next/link';
import type { useFormatter, useTranslations } from 'next-intl';
import cells from '@/components/table/cells.module.css';
import type { ListFeatures } from '@/components/table/features';
import { ROW_LINK } from '@/components/table/use-row-keys';
import { Dim } from '@/components/ui/marks';
import { RelativeTime } from '@/components/ui/relative-time';
import { codeWords } from '../csv';
import { codeHref } from '../search-params';
import type { CodeItem } from './code-item';
import classes from './unclassified.module.css';

export interface CodeWords {
  readonly t: ReturnType<typeof useTranslations<'unclassified'>>;
  readonly format: ReturnType<typeof useFormatter>;
}

const column = createColumnHelper<ListFeatures, CodeItem>();

/**
 * Columns of the list; ids of those that sort are the sort keys of the URL. `now` is what "ago" counts from; `rowsOf`
 * links to the failures of a row, null where no link says just them.
 */
export function codeColumns(words: CodeWords, now: Date, rowsOf: (item: CodeItem) => string | null) {
  const { t } = words;
  return column.columns([
    column.accessor('errorCode', {
      id: 'code',
      sortDescFirst: false,
      meta: { label: t('columns.code'), width: 22, heading: true },
      cell: ({ row }) => <CodeCell item={row.original} words={words} />,
    }),
    column.accessor('failures', {
      id: 'failures',
      sortDescFirst: true,
      meta: { label: t('columns.failures'), note: t('notes.failures'), align: 'end' },
      cell: ({ row }) => <FailuresCell item={row.original} words={words} href={rowsOf(row.original)} />,
    }),
    column.accessor('nodes', {
      id: 'nodes',
      sortDescFirst: true,
      meta: { label: t('columns.nodes'), note: t('notes.nodes'), width: 26 },
      cell: ({ row }) => <NodesCell item={row.original} words={words} />,
    }),
    column.accessor('firstSeen', {
      id: 'first',
      sortDescFirst: true,
      meta: { label: t('columns.first') },
      cell: ({ row }) => <When at={row.original.firstSeen} now={now} />,
    }),
    column.accessor('lastSeen', {
      id: 'last',
      sortDescFirst: true,
      meta: { label: t('columns.last') },
      cell: ({ row }) => <When at={row.original.lastSeen} now={now} />,
    }),
    column.display({
      id: 'example',
      meta: { label: t('columns.example'), width: 28 },
      cell: ({ row }) => <ExampleCell item={row.original} words={words} />,
    }),
  ]);
}

interface CellProps {
  readonly item: CodeItem;
  readonly words: CodeWords;
}

function CodeCell({ item: { errorCode }, words: { t } }: CellProps) {
  const named = errorCode !== null && errorCode !== '';
  return (
    <Link href={codeHref({ code: errorCode })} className={cells.name} prefetch={false} {...ROW_LINK}>
      {named ? <code className={classes.code}>{errorCode}</code> : <em>{codeWords(errorCode, t)}</em>}
    </Link>
  );
}

function FailuresCell({ item, words: { t, format }, href }: CellProps & { readonly href: string | null }) {
  const count = format.number(item.failures);
  if (href === null) return <strong>{count}</strong>;
  return (
    <Link
      href={href}
      prefetch={false}
      className={classes.rows}
      aria-label={t('rowsOf', { count: item.failures, code: codeWords(item.errorCode, t) })}
    >
      {count}
    </Link>
  );
}

/** Each node leads to its page; those that are not named stand on the page of the code. */
function NodesCell({ item: { worst, nodes, errorCode }, words: { t } }: CellProps) {
  const more = nodes - worst.length;
  return (
    <ul className={classes.nodes}>
      {worst.map(({ id, name, workflowName }) => (
        <li key={id}>
          <Link href={`/nodes/${id}`} prefetch={false} className={classes.rows} title={workflowName}>
            {name}
          </Link>
        </li>
      ))}
      {more > 0 ? (
        <li>
          <Link href={codeHref({ code: errorCode })} prefetch={false} className={classes.rows}>
            {t('more', { count: more })}
          </Link>
        </li>
      ) : null}
    </ul>
  );
}

function When({ at, now }: { at: number; now: Date }) {
  return (
    <span className={cells.above}>
      <RelativeTime date={new Date(at)} now={now} />
    </span>
  );
}

function ExampleCell({ item: { example }, words: { t } }: CellProps) {
  if (example === null || example.trim() === '') return <Dim>{t('noMessage')}</Dim>;
  return <span className={classes.example}>{example}</span>;
}
