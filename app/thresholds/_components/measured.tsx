import { useFormatter, useTranslations } from 'next-intl';
import { Caution } from '@/components/ui/marks';
import type { MeasuringProgress } from '@/lib/history/threshold-progress-queries';
import { MeasureNow } from './measure-now';
import classes from './thresholds.module.css';

/** When it was measured last and will be next, over all sources; which ones fail; and to have it done now. */
export function Measured({
  progress,
  now,
  mayMeasure,
}: {
  progress: readonly MeasuringProgress[];
  now: Date;
  mayMeasure: boolean;
}) {
  const t = useTranslations('thresholds.measured');
  const format = useFormatter();
  if (progress.length === 0) return null;
  const moment = (at: Date) => format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' });
  const last = latest(progress.flatMap(({ lastAt }) => (lastAt === null ? [] : [lastAt])));
  const next = earliest(progress.map(({ nextAt }) => nextAt));
  const nodes = progress.reduce((sum, each) => sum + each.nodes, 0);
  const waiting = nodes - progress.reduce((sum, each) => sum + each.measured, 0);
  return (
    <div className={classes.measured}>
      <p>
        {last === null ? t('never') : t('last', { when: moment(last) })}{' '}
        {waiting > 0 ? t('waiting', { count: waiting, nodes }) : next && t('next', { when: moment(next) })}
      </p>
      {progress.map(({ sourceId, name, failure }) =>
        failure === null ? null : (
          <p key={sourceId}>
            <Caution>{t('failed', { source: name, when: format.relativeTime(failure.at, now) })}</Caution>
          </p>
        ),
      )}
      {mayMeasure ? <MeasureNow /> : null}
    </div>
  );
}

function latest(all: readonly Date[]): Date | null {
  return all.length === 0 ? null : new Date(Math.max(...all.map((each) => each.getTime())));
}

function earliest(all: readonly Date[]): Date | null {
  return all.length === 0 ? null : new Date(Math.min(...all.map((each) => each.getTime())));
}
