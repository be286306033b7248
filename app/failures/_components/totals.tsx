import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import type { RowKind } from '@/lib/history/step-row';
import type { FailureTotals } from '@/lib/insight/failure-totals';
import classes from './totals.module.css';

const FIGURES = [
  { key: 'failures', kind: 'failures' },
  { key: 'failedExecutions', kind: 'failed' },
  { key: 'final', kind: 'final' },
  { key: 'recovered', kind: 'recovered' },
] as const satisfies readonly { key: keyof FailureTotals; kind: RowKind }[];

/** The figures of the whole list, each with its rule and a link to what stands behind it. */
export function Totals({ totals, hrefOf }: { totals: FailureTotals; hrefOf: (kind: RowKind) => string }) {
  const t = useTranslations('failures.totals');
  const format = useFormatter();
  return (
    <section aria-label={t('label')} className={classes.strip}>
      <dl className={classes.figures}>
        {FIGURES.map(({ key, kind }) => (
          <div key={key} className={classes.figure} data-kind={kind}>
            <dt>{t(`${key}.name`)}</dt>
            <dd>
              <span className={classes.value}>
                {totals[key] > 0 ? (
                  <Link href={hrefOf(kind)} prefetch={false}>
                    {format.number(totals[key])}
                  </Link>
                ) : (
                  format.number(0)
                )}
              </span>
              <span className={classes.rule}>{t(`${key}.rule`)}</span>
            </dd>
          </div>
        ))}
      </dl>
      {totals.neither > 0 ? <p className={classes.rest}>{t('neither', { count: totals.neither })}</p> : null}
    </section>
  );
}
