import { useTranslations } from 'next-intl';
import { messageOf } from '@/lib/i18n/message';

/** Why something about drills was refused, in words; needs the namespace `drills`. */
export function useRefusalWords(): (reason: string) => string {
  const t = useTranslations('drills.refusals');
  const common = useTranslations('common.refusals');
  return (reason) => messageOf(t, reason) ?? messageOf(common, reason) ?? common('unexpected');
}
