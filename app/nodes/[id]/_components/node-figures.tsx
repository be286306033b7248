import { Text } from '@mantine/core';
import { getFormatter, getTranslations } from 'next-intl/server';
import type { CodeEvidence } from '@/lib/history/queries';
import type { NodeTotals } from '@/lib/history/stats';
import classes from './node-figures.module.css';

/** The node's 30 days in five figures, each with its rule beneath. */
export async function NodeFigures({
  totals,
  evidence,
  lastPublished,
}: {
  totals: NodeTotals | null;
  evidence: readonly CodeEvidence[];
  lastPublished: { readonly by: string; readonly at: Date; readonly version: number } | null;
}) {
  const [t, format] = await Promise.all([getTranslations('node.figures'), getFormatter()]);
  const executions = totals?.executions ?? 0;
  const failed = totals?.failedExecutions ?? 0;
  const failures = evidence.reduce((sum, row) => sum + row.failures, 0);
  const final = evidence.reduce((sum, row) => sum + row.finalFailures, 0);
  const figures = [
    { key: 'failures', value: format.number(failures) },
    { key: 'executions', value: format.number(executions) },
    { key: 'attempts', value: format.number(totals?.attempts ?? 0) },
    {
      key: 'rate',
      value:
        executions === 0 ? '—' : format.number(failed / executions, { style: 'percent', maximumFractionDigits: 1 }),
    },
    { key: 'final', value: format.number(final) },
  ] as const;
  return (
    <div className={classes.wrap}>
      <dl className={classes.figures}>
        {figures.map(({ key, value }) => (
          <div key={key} className={classes.figure}>
            <dt>{t(`${key}.label`)}</dt>
            <dd className={`tabular ${classes.value}`}>{value}</dd>
            <dd className={classes.rule}>{t(`${key}.rule`)}</dd>
          </div>
        ))}
      </dl>
      <Text size="xs" c="dimmed">
        {executions === 0 && failures === 0 ? `${t('noHistory')} ` : ''}
        {lastPublished
          ? t('published', {
              by: lastPublished.by,
              at: format.dateTime(lastPublished.at, { dateStyle: 'medium', timeStyle: 'short' }),
              version: lastPublished.version,
            })
          : ''}
      </Text>
    </div>
  );
}
