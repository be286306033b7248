import { useFormatter, useTranslations } from 'next-intl';
import { PlainTable } from '@/components/table/plain-table';
import { Below, Caution, Dim } from '@/components/ui/marks';
import { type AttemptMark, attemptLine } from '@/lib/alerts/attempt-line';
import type { Attempt } from '@/lib/policy/decide';
import type { Retry } from '@/lib/policy/schema';
import classes from './attempts.module.css';

/** The attempts of an execution, each beside when the schedule had it start. Speaks with the namespace `inbox`. */
export function AttemptsTable({
  attempts,
  retry,
  awaited,
  hint,
}: {
  attempts: readonly Attempt[];
  /** Null: no schedule to compare with. */
  retry: Retry | null;
  /** The one after the last was to come, and did not. */
  awaited: boolean;
  /** A further line on how it is compared. */
  hint?: string;
}) {
  const t = useTranslations('inbox.detail');
  const terms = useTranslations('terms.status');
  const format = useFormatter();
  const line = attemptLine(attempts, retry, awaited);
  const time = (at: number | null) =>
    at === null ? null : format.dateTime(new Date(at), { dateStyle: 'short', timeStyle: 'medium' });
  return (
    <section aria-labelledby="attempts">
      <h2 className={classes.heading} id="attempts">
        {t('attemptsTitle')}
      </h2>
      {line.length === 0 ? (
        <p className={classes.quiet}>{t('noAttempts')}</p>
      ) : (
        <>
          <p className={classes.hint}>
            {t('expectedHint')}
            {hint ? ` ${hint}` : null}
          </p>
          <PlainTable<AttemptMark>
            label={t('attemptsTitle')}
            rows={line}
            rowKey={(mark) => `${mark.attempt}`}
            columns={[
              {
                key: 'attempt',
                label: t('attemptColumns.attempt'),
                heading: true,
                cell: (mark) => t('nth', { attempt: mark.attempt }),
              },
              {
                key: 'expected',
                label: t('attemptColumns.expected'),
                cell: ({ expectedAt, standing }) => (
                  <>
                    {time(expectedAt) ?? <Dim>–</Dim>}
                    {standing === null ? null : <Below>{t(`standings.${standing}`)}</Below>}
                  </>
                ),
              },
              {
                key: 'started',
                label: t('attemptColumns.started'),
                cell: ({ startedAt, status }) =>
                  time(startedAt) ?? <Dim>{status === 'missing' ? '–' : t('unavailable')}</Dim>,
              },
              { key: 'ended', label: t('attemptColumns.ended'), cell: ({ endedAt }) => time(endedAt) ?? <Dim>–</Dim> },
              {
                key: 'outcome',
                label: t('attemptColumns.outcome'),
                cell: ({ status, errorCode }) =>
                  status === 'missing' ? (
                    <Caution>{t('missingAttempt')}</Caution>
                  ) : (
                    <>
                      {terms(status)}
                      {errorCode ? <Below code>{errorCode}</Below> : null}
                    </>
                  ),
              },
            ]}
          />
        </>
      )}
    </section>
  );
}
