'use client';

import { useTranslations } from 'next-intl';
import { type Phrase, renderPhrase } from '@/lib/policy/phrase';

/** Renders phrases of the policy core in the reader's language. */
export function usePhrases(): (phrase: Phrase) => string {
  const t = useTranslations('policy');
  return (phrase) => renderPhrase((key, values) => t(key as Parameters<typeof t>[0], values as never), phrase);
}
