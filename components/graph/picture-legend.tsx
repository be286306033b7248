import { useFormatter, useTranslations } from 'next-intl';
import { CoverageShape } from '@/components/policy/coverage-shape';
import { type Colouring, failureRanges, type PictureNode, STANDINGS, standingOf } from '@/lib/insight/workflow-node';
import classes from './picture-legend.module.css';
import { FailureBars } from './standing-mark';

/** What the colours and shapes that occur stand for. `worst`: failures of the node that has most. */
export function PictureLegend({
  nodes,
  colouring,
  worst,
  catchers,
}: {
  nodes: readonly PictureNode[];
  colouring: Colouring;
  worst: number;
  catchers: boolean;
}) {
  const t = useTranslations('picture');
  const format = useFormatter();
  const occurring = new Set(nodes.map(standingOf));
  return (
    <ul className={classes.legend} aria-label={t('legend.label')}>
      {colouring === 'coverage'
        ? STANDINGS.filter((standing) => occurring.has(standing)).map((standing) => (
            <li key={standing}>
              <CoverageShape standing={standing} />
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
