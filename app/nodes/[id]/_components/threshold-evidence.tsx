import { Text } from '@mantine/core';
import { useFormatter, useTranslations } from 'next-intl';
import type { SampleAnswer } from '@/lib/history/threshold-answer';
import type { Suggestion } from '@/lib/insight/threshold-rows';
import { DAY_MS } from '@/lib/shared/clock';

/**
 * What history suggests for one code and what that rests on; with too little of it, when there will be enough.
 * `any`: all codes together.
 */
export function ThresholdEvidence(props: { suggestion: Suggestion; sample: SampleAnswer; any: boolean }) {
  const { row, rate, sampleSize, failureCount, standing } = props.suggestion;
  const t = useTranslations('thresholdForm');
  const format = useFormatter();
  const enough = useEnough(props.suggestion, props.sample);
  const { windowDays: days, minimum } = props.sample;
  const figures = { sample: sampleSize, failures: failureCount, days, any: props.any ? 'yes' : 'no' };
  const percent = (part: number) => format.number(part, { style: 'percent', maximumFractionDigits: 1 });
  const lacks = { executions: sampleSize < minimum.executions, failures: failureCount < minimum.failures };
  const first = rate
    ? t(standing === 'same' ? 'asSuggested' : 'suggested', { failures: row.failures })
    : t(standing === 'short' ? 'short' : 'few');
  const second = rate
    ? t('rate', { ...figures, low: percent(rate.low), high: percent(rate.high) })
    : [
        t('lacks', {
          ...figures,
          ...{ executions: minimum.executions, minimum: minimum.failures },
          which: lackOf(lacks),
        }),
        standing === 'short' ? null : t('default', { failures: row.failures }),
        enough,
      ]
        .flatMap((each) => each ?? [])
        .reduce((before, after) => t('join', { first: before, second: after }));
  return (
    <Text size="sm" mt={4} className="tabular">
      {t.rich('evidence', { first, second, b: (chunks) => <strong>{chunks}</strong> })}
    </Text>
  );
}

function lackOf({
  executions,
  failures,
}: {
  executions: boolean;
  failures: boolean;
}): 'executions' | 'failures' | 'both' {
  if (executions && failures) return 'both';
  return executions ? 'executions' : 'failures';
}

/** When the minimum sample is expected, in words. */
function useEnough({ sampleSize, enoughInDays }: Suggestion, { windowDays, measuredAt }: SampleAnswer): string {
  const t = useTranslations('thresholdForm');
  const format = useFormatter();
  if (sampleSize === 0) return t('neverRan');
  if (enoughInDays === null) return t('never', { days: windowDays });
  const date = new Date(Date.parse(measuredAt) + enoughInDays * DAY_MS);
  return t('enoughBy', { date: format.dateTime(date, { dateStyle: 'medium' }) });
}
