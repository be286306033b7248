'use client';

import { useTranslations } from 'next-intl';
import { ShownOnce } from '@/components/ui/shown-once';

/** A target's signing secret, shown once, to be given to the receiver. */
export function TargetSecret({ name, secret }: { name: string; secret: string }) {
  const t = useTranslations('drillTargets.secret');
  return (
    <ShownOnce title={t('title', { name })} body={t('body')} value={secret} copy={t('copy')} copied={t('copied')} />
  );
}
