import { useTranslations } from 'next-intl';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Below, Caution, Dim } from '@/components/ui/marks';
import { RelativeTime } from '@/components/ui/relative-time';
import { NameLink } from '@/components/ui/text-link';
import type { SourceListItem } from '@/lib/sources/source-state';
import { CountBar } from './count-bar';
import { FailureTitle } from './failure-text';
import { StateMark } from './state-mark';

/** All connected sources with how far they are read, and what of them was not understood. */
export function SourcesTable({ sources, now }: { sources: readonly SourceListItem[]; now: Date }) {
  const t = useTranslations('sources');
  const columns: PlainColumn<SourceListItem>[] = [
    {
      key: 'name',
      label: t('columns.name'),
      heading: true,
      cell: ({ id, name, platform, place }) => (
        <>
          <NameLink href={`/sources/${id}`}>{name}</NameLink>
          <Below>
            {platform ?? t('tablesKind')} · {place ?? t('ownDatabase')}
          </Below>
        </>
      ),
    },
    { key: 'state', label: t('columns.state'), cell: (source) => <State source={source} /> },
    {
      key: 'asOf',
      label: t('columns.asOf'),
      cell: ({ asOf }) => (asOf === null ? <Dim>{t('never')}</Dim> : <RelativeTime date={asOf} now={now} />),
    },
    {
      key: 'unknown',
      label: t('columns.unknown'),
      cell: ({ unknownValues, unknownRows }) =>
        unknownValues === 0 ? (
          <Dim>{t('unknownCount', { values: 0 })}</Dim>
        ) : (
          <>
            <Caution>{t('unknownCount', { values: unknownValues })}</Caution>
            <Below>{t('unknownRows', { rows: unknownRows })}</Below>
          </>
        ),
    },
    { key: 'workflows', label: t('columns.workflows'), align: 'end', cell: ({ workflows }) => workflows },
  ];
  return <PlainTable label={t('table')} columns={columns} rows={sources} rowKey={({ id }) => id} />;
}

function State({ source: { state, progress, failure } }: { source: SourceListItem }) {
  const t = useTranslations('sources.progress');
  return (
    <>
      <StateMark state={state} />
      {state === 'counting' && progress ? <CountBar progress={progress} label={t('label')} /> : null}
      {failure ? (
        <Below>
          <FailureTitle failure={failure} />
        </Below>
      ) : null}
    </>
  );
}
