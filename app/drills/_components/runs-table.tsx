import { useTranslations } from 'next-intl';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Below } from '@/components/ui/marks';
import { RelativeTime } from '@/components/ui/relative-time';
import { NameLink } from '@/components/ui/text-link';
import type { DrillRunRow } from '@/lib/drills/run';
import { RunStateMark } from './state-marks';
import { useRunWords } from './use-run-words';

/** Runs, one a row: what, how it stands, where, and who asked for it. */
export function RunsTable({ label, runs, now }: { label: string; runs: readonly DrillRunRow[]; now: Date }) {
  const t = useTranslations('drills.list');
  const columns: PlainColumn<DrillRunRow>[] = [
    {
      key: 'node',
      label: t('columns.node'),
      heading: true,
      cell: ({ id, node, workflow }) => (
        <>
          <NameLink href={`/drills/${id}`} prefetch={false}>
            {node.name}
          </NameLink>
          <Below>{workflow.name}</Below>
        </>
      ),
    },
    { key: 'state', label: t('columns.state'), cell: (run) => <State run={run} /> },
    { key: 'drills', label: t('columns.drills'), cell: (run) => <Drills run={run} /> },
    { key: 'where', label: t('columns.where'), cell: (run) => <Where run={run} /> },
    { key: 'channels', label: t('columns.channels'), cell: (run) => <Channels run={run} /> },
    {
      key: 'when',
      label: t('columns.when'),
      cell: ({ createdAt }) => <RelativeTime date={createdAt} now={now} />,
    },
    { key: 'who', label: t('columns.who'), cell: ({ requestedBy }) => requestedBy },
  ];
  return <PlainTable label={label} columns={columns} rows={runs} rowKey={({ id }) => id} />;
}

function State({ run }: { run: DrillRunRow }) {
  const t = useTranslations('drills.list');
  const { problemWords } = useRunWords();
  const { state, problem, endedAt, stopAskedAt } = run;
  return (
    <>
      <RunStateMark state={state} />
      {state === 'aborted' && problem !== null ? <Below>{problemWords(problem)}</Below> : null}
      {endedAt === null && stopAskedAt !== null ? <Below>{t('stopAsked')}</Below> : null}
    </>
  );
}

/** What does not apply is not counted. */
function Drills({ run: { drills } }: { run: DrillRunRow }) {
  const t = useTranslations('drills.list');
  const { namesOf } = useRunWords();
  const counted = drills.filter(({ state }) => state !== 'not_applicable');
  const passed = counted.filter(({ state }) => state === 'passed').length;
  const failed = counted.filter(({ state }) => state === 'failed').map(({ drill }) => drill);
  const skipped = drills.length - counted.length;
  return (
    <>
      {t('passed', { passed, total: counted.length })}
      {failed.length > 0 ? <Below>{t('failedOnes', { names: namesOf(failed) })}</Below> : null}
      {skipped > 0 ? <Below>{t('skipped', { count: skipped })}</Below> : null}
    </>
  );
}

function Where({ run }: { run: DrillRunRow }) {
  const { whereWords } = useRunWords();
  const t = useTranslations('drills.runners');
  return (
    <>
      {whereWords(run)}
      {run.runner === 'person' ? <Below>{t('person')}</Below> : null}
    </>
  );
}

function Channels({ run: { channels } }: { run: DrillRunRow }) {
  const t = useTranslations('drills.channelModes');
  return t(channels);
}
