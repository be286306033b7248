'use client';

import { useTranslations } from 'next-intl';
import { ShownOnce } from '@/components/ui/shown-once';

/** A link that works once, shown once, to be passed on. */
export function OneTimeLinkNotice({ address, title }: { address: string; title: string }) {
  const t = useTranslations('people.link');
  return <ShownOnce title={title} body={t('body')} value={address} copy={t('copy')} copied={t('copied')} />;
}
