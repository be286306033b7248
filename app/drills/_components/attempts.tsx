import { useFormatter, useTranslations } from 'next-intl';
import { usePhrase } from '@/components/policy/phrase';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Below, Caution, Dim } from '@/components/ui/marks';
import { type AttemptMark, attemptMarks, type ExecutionMarks, placeOf } from '@/lib/drills/attempt-marks';
import type { DrillTrialDetail } from '@/lib/drills/run';
import { durationPhrase } from '@/lib/policy/phrase';
import classes from './trial.module.css';

/** The attempts of a trial on a line and in a table, each beside when it was expected. */
export function Attempts({ trial, ended }: { trial: DrillTrialDetail; ended: boolean }) {
  const t = useTranslations('drills.trial');
  const all = attemptMarks(trial.plan, trial.evidence?.executions ?? []);
  return (
    <div className={classes.part}>
      <h4 className={classes.heading}>{t('attempts')}</h4>
      {all.map((execution) => (
        <Execution key={execution.execution} execution={execution} among={all.length} ended={ended} />
      ))}
      <p className={classes.legend}>
        <span className={classes.sign} data-kind="expected" aria-hidden="true" />
        {t('legendExpected')}
        <span className={classes.sign} data-kind="seen" aria-hidden="true" />
        {t('legendSeen')}
        <span>{t('expectedHint')}</span>
      </p>
    </div>
  );
}

function Execution({ execution, among, ended }: { execution: ExecutionMarks; among: number; ended: boolean }) {
  const t = useTranslations('drills.trial');
  const { marks } = execution;
  const name = among > 1 ? t('execution', { number: execution.execution }) : t('attempts');
  return (
    <div>
      {among > 1 ? <p className={classes.quiet}>{name}</p> : null}
      <Track marks={marks} />
      <PlainTable label={name} rows={marks} rowKey={({ attempt }) => `${attempt}`} columns={useColumns(ended)} slim />
    </div>
  );
}

function useColumns(ended: boolean): PlainColumn<AttemptMark>[] {
  const t = useTranslations('drills.trial');
  const n = useTranslations('terms.timeline');
  const terms = useTranslations('terms.status');
  const format = useFormatter();
  const say = usePhrase();
  const offset = (ms: number) => (ms <= 0 ? t('first') : t('offset', { duration: say(durationPhrase(ms, 'short')) }));
  return [
    { key: 'attempt', label: t('columns.attempt'), heading: true, cell: ({ attempt }) => n('attempt', { n: attempt }) },
    {
      key: 'expected',
      label: t('columns.expected'),
      cell: ({ expectedMs }) =>
        expectedMs === null ? (
          <Caution>{t('unexpected')}</Caution>
        ) : (
          <span className="tabular">{offset(expectedMs)}</span>
        ),
    },
    {
      key: 'seen',
      label: t('columns.seen'),
      cell: ({ seenMs, seenAt }) => {
        if (seenMs === null || seenAt === null)
          return ended ? <Caution>{t('missing')}</Caution> : <Dim>{t('notSeen')}</Dim>;
        return (
          <span className="tabular">
            {offset(seenMs)}
            <Below>{format.dateTime(new Date(seenAt), { timeStyle: 'medium' })}</Below>
          </span>
        );
      },
    },
    {
      key: 'outcome',
      label: t('columns.outcome'),
      cell: ({ status, errorCode }) =>
        status === null ? (
          <Dim>–</Dim>
        ) : (
          <>
            {terms(status)}
            {errorCode ? <Below code>{errorCode}</Below> : null}
          </>
        ),
    },
  ];
}

/** The same as the table, to be seen at once: rings are expected, dots came, turned squares were not to come. */
export function Track({ marks }: { marks: readonly AttemptMark[] }) {
  return (
    <div className={classes.track} aria-hidden="true">
      {marks.map(({ attempt, expectedMs }) =>
        expectedMs === null ? null : (
          <span
            key={attempt}
            className={classes.mark}
            data-kind="expected"
            style={{ left: `${placeOf(expectedMs, marks)}%` }}
          />
        ),
      )}
      {marks.map(({ attempt, expectedMs, seenMs }) =>
        seenMs === null ? null : (
          <span
            key={attempt}
            className={classes.mark}
            data-kind={expectedMs === null ? 'unexpected' : 'seen'}
            style={{ left: `${placeOf(seenMs, marks)}%` }}
          />
        ),
      )}
    </div>
  );
}
