import {
  type Icon,
  IconAlertTriangle,
  IconArrowsExchange,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconFileOff,
  IconPlayerSkipForward,
  IconPlayerStop,
  IconPlus,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { DiagnosticsList } from '@/components/policy/diagnostics-list';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Below, Dim } from '@/components/ui/marks';
import { NameLink, TextLink } from '@/components/ui/text-link';
import { nameOf } from '@/lib/workflows/batch-files';
import type { BatchItem } from '@/lib/workflows/batch-queries';
import type { ItemState } from '@/lib/workflows/batch-vocabulary';
import classes from './batch.module.css';

const ICONS: Readonly<Record<ItemState, Icon>> = {
  waiting: IconClock,
  received: IconClock,
  imported: IconPlus,
  replaced: IconArrowsExchange,
  unchanged: IconCircleCheck,
  look: IconAlertTriangle,
  unreadable: IconFileOff,
  refused: IconCircleX,
  skipped: IconPlayerSkipForward,
  cancelled: IconPlayerStop,
};
/** Reasons are in the order of their places; the page of the file has all of them. */
const REASONS_SHOWN = 2;

/** The files of an import with what became of each, why, and where to go on. */
export function ItemsTable({ items }: { items: readonly BatchItem[] }) {
  const t = useTranslations('batches');
  const columns: PlainColumn<BatchItem>[] = [
    {
      key: 'file',
      label: t('columns.file'),
      heading: true,
      cell: ({ path }) => {
        const folder = path.slice(0, -nameOf(path).length - 1);
        return (
          <span className={classes.path}>
            {nameOf(path)}
            {folder === '' ? null : <Below>{folder}</Below>}
          </span>
        );
      },
    },
    { key: 'outcome', label: t('columns.outcome'), cell: (item) => <Outcome item={item} /> },
    {
      key: 'workflow',
      label: t('columns.workflow'),
      cell: ({ workflow }) =>
        workflow ? (
          <NameLink href={`/workflows/${workflow.id}`} prefetch={false}>
            {workflow.name}
          </NameLink>
        ) : (
          <Dim>—</Dim>
        ),
    },
  ];
  if (items.length === 0) return <Dim>{t('none')}</Dim>;
  return <PlainTable label={t('table')} columns={columns} rows={items} rowKey={({ id }) => id} />;
}

function Outcome({ item }: { item: BatchItem }) {
  const t = useTranslations('batches');
  const { path, state, version, reason, values, changes, twice } = item;
  const Shape = ICONS[state];
  return (
    <div className={classes.outcome}>
      <span className={classes.state} data-state={state}>
        <Shape size={16} stroke={1.8} aria-hidden />
        {t(`state.${state}`, { version: version ?? 0 })}
      </span>
      {state === 'look' && changes ? <span>{t('changes', { ...changes })}</span> : null}
      {reason ? <span>{t(`reasons.${reason}`, values)}</span> : null}
      {state === 'look' && twice ? <span>{t('twice')}</span> : null}
      {state === 'look' ? (
        <TextLink href={`/import?item=${item.id}`} label={t('lookAt', { file: path })}>
          {t('look')}
        </TextLink>
      ) : null}
      {state === 'unreadable' ? <Reasons item={item} /> : null}
    </div>
  );
}

/** What is wrong with a file, each with the way to its place in the text. */
function Reasons({ item: { path, rejected } }: { item: BatchItem }) {
  const t = useTranslations('batches');
  if (!rejected) return <Dim>{t('thrownAway')}</Dim>;
  const { id, diagnostics } = rejected;
  return (
    <DiagnosticsList
      diagnostics={diagnostics}
      label={`${t('file.reasons')}: ${path}`}
      limit={REASONS_SHOWN}
      action={(diagnostic) => (
        <TextLink href={`/import/files/${id}?at=${diagnostics.indexOf(diagnostic)}`}>{t('inText')}</TextLink>
      )}
    />
  );
}
