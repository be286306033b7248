import { useFormatter, useTranslations } from 'next-intl';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import type { SourceDetail } from '@/lib/sources/source-queries';
import { CountBar } from '../../_components/count-bar';
import { FailureRemedy, FailureTitle } from '../../_components/failure-text';
import { spanWords } from '../../_components/span-words';
import { StateMark } from '../../_components/state-mark';
import { ReadingActions } from './reading-actions';
import classes from './source.module.css';

/** How reading a source is going: state, as of, progress, why it fails, and what may be done about it. */
export function ReadingCard({ source, mayEdit, now }: { source: SourceDetail; mayEdit: boolean; now: Date }) {
  const t = useTranslations('sources.detail');
  const p = useTranslations('sources.progress');
  const span = useTranslations('sources.duration');
  const format = useFormatter();
  const { id, state, asOf, progress, failure, mapping } = source;
  return (
    <div className={classes.card} data-state={state}>
      <div className={classes.live} role="status" aria-live="polite">
        <StateMark state={state} />
        <span>
          {t(`live.${state}`, {
            every: spanWords(span, mapping.everySeconds),
            share: progress?.share ?? 0,
            rows: progress?.rows ?? 0,
          })}
        </span>
      </div>
      {progress && state !== 'waiting' ? <CountBar progress={progress} label={p('label')} wide /> : null}
      {failure ? (
        <div className={classes.failure}>
          <strong>
            <FailureTitle failure={failure} />
          </strong>
          <FailureRemedy failure={failure} />{' '}
          {mayEdit ? <TextLink href={`/sources/${id}/mapping`}>{t('mend')}</TextLink> : null}
          <div className={classes.quiet}>
            {t('failedSince', {
              times: failure.times,
              at: format.relativeTime(failure.at, now),
              next: format.relativeTime(failure.nextAt, now),
            })}
          </div>
        </div>
      ) : null}
      <p className={classes.quiet}>
        {asOf === null ? (
          t('neverRead')
        ) : (
          <>
            {t('asOf', { at: format.dateTime(asOf, { dateStyle: 'medium', timeStyle: 'medium' }) })} (
            <RelativeTime date={asOf} now={now} />)
          </>
        )}
      </p>
      {mayEdit ? <ReadingActions id={id} state={state} counted={progress === null} /> : null}
    </div>
  );
}
