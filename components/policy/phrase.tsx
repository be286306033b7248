import { useTranslations } from 'next-intl';
import { phrasesBy } from '@/lib/i18n/phrases';
import type { Phrase } from '@/lib/policy/phrase';

/** Says phrases in the reader's language; needs the namespace `policy`. */
export function usePhrase(): (phrase: Phrase) => string {
  return phrasesBy(useTranslations('policy'));
}

/** A phrase as plain text. */
export function PhraseText({ phrase }: { phrase: Phrase }) {
  return usePhrase()(phrase);
}
