'use client';

import { useTranslations } from 'next-intl';
import { messageOf } from '@/lib/i18n/message';

/** Says a refusal, or what is wrong with an entry. */
export function useTargetWords(): (code: string) => string {
  const t = useTranslations('drillTargets');
  const common = useTranslations('common');
  return (code) =>
    messageOf(t, `errors.${code}`) ?? messageOf(common, `refusals.${code}`) ?? common('refusals.unexpected');
}
