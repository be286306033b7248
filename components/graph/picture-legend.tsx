import { useFormatter, useTranslations } from 'next-intl';
import { type Colouring, failureRanges, STANDINGS } from '@/lib/insight/workflow-node';
import classes from './picture-legend.module.css';
import { FailureBars, StandingShape } from './standing-mark';

/** What the colours and shapes of the picture stand for. `worst`: failures of the node that has most. */
export function PictureLegend({
  colouring,
  worst,
  catchers,
}: {
  colouring: Colouring;
  worst: number;
  catchers: boolean;
}) {
  const t = useTranslations('picture');
  const format = useFormatter();
  return (
    <ul className={classes.legend} aria-label={t('legend.label')}>
      {colouring === 'coverage'
        ? STANDINGS.map((standing) => (
            <li key={standing}>
              <StandingShape standing={standing} />
              {t(`standing.${standing}`)}
            </li>
          ))
        : failureRanges(worst).map(({ level, from, to }) => (
            <li key={level}>
              <FailureBars level={level} />
              <span className="tabular">
                {from === to
                  ? t('legend.failures', { count: from })
                  : t('legend.range', { from: format.number(from), to: format.number(to) })}
              </span>
            </li>
          ))}
      {catchers ? (
        <li>
          <span className={classes.dashed} aria-hidden />
          {t('legend.catcher')}
        </li>
      ) : null}
    </ul>
  );
}
