'use client';

import { useTranslations } from 'next-intl';
import { messageOf } from '@/lib/i18n/message';

/** Says a refusal, or what is wrong with an entry. */
export function useSourceWords(): (code: string) => string {
  const t = useTranslations('sources.errors');
  const common = useTranslations('common.refusals');
  return (code) => messageOf(t, code) ?? messageOf(common, code) ?? common('unexpected');
}
