import { useTranslations } from 'next-intl';
import { usePhrase } from '@/components/policy/phrase';
import type { FindingRow } from '@/lib/history/finding-row';
import { durationPhrase } from '@/lib/policy/phrase';

/** A finding in one sentence, with what was expected and seen; its name alone where that was not kept. */
export function useFindingWords(): (row: Pick<FindingRow, 'finding' | 'attempt' | 'errorCode' | 'detail'>) => string {
  const t = useTranslations('conformance');
  const c = useTranslations('common.values');
  const say = usePhrase();
  const span = (ms: number) => (ms === 0 ? t('at_once') : say(durationPhrase(ms)));
  return ({ finding, attempt, errorCode, detail }) => {
    const code = errorCode === '' ? t('emptyCode') : (errorCode ?? c('noCode'));
    const { allowed, gapMs, leastMs, mostMs, endToEnd = false } = detail ?? {};
    switch (finding) {
      case 'retried_although_terminal':
      case 'no_hand_off':
        return t(`sentence.${finding}`, { attempt, code });
      case 'more_attempts_than_allowed':
      case 'given_up_early':
        return allowed === undefined ? t(`finding.${finding}`) : t(`sentence.${finding}`, { attempt, allowed });
      case 'off_schedule': {
        if (gapMs === undefined || leastMs === undefined || mostMs === undefined) return t(`finding.${finding}`);
        const values = { attempt, gap: span(gapMs), least: span(leastMs), most: span(mostMs) };
        return t(endToEnd ? 'sentence.off_schedule_ends' : 'sentence.off_schedule', values);
      }
    }
  };
}
