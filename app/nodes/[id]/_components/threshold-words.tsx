import { useFormatter, useTranslations } from 'next-intl';
import { usePhrase } from '@/components/policy/phrase';
import { durationPhrase } from '@/lib/policy/phrase';
import type { WrittenThreshold } from '@/lib/policy/written-thresholds';
import { DAY_MS } from '@/lib/shared/clock';

/** A threshold that is written, in words: the number, and what backs it. */
export function ThresholdWords({ written }: { written: WrittenThreshold }) {
  const t = useTranslations('thresholdForm');
  const say = usePhrase();
  const backed = useBacked(written);
  const { failures, windowMs } = written;
  if (failures === null || windowMs === null) return t('unreadable');
  const limit =
    windowMs === DAY_MS
      ? t('writtenDay', { failures })
      : t('writtenWindow', { failures, window: say(durationPhrase(windowMs)) });
  return backed === null ? limit : t('join', { first: limit, second: backed });
}

/** The sample behind it; null where none is written, or a reason stands instead. */
function useBacked({ source, sampleSize, failureCount, measuredAt }: WrittenThreshold): string | null {
  const t = useTranslations('thresholdForm');
  const format = useFormatter();
  if (sampleSize === null || failureCount === null) return null;
  const figures = { sample: sampleSize, failures: failureCount };
  if (source === 'pending-observation') return t('backedPending', figures);
  if (source !== 'measured') return null;
  const date = measuredAt ? format.dateTime(measuredAt, { dateStyle: 'medium' }) : t('noDate');
  return t('backedMeasured', { ...figures, date });
}
