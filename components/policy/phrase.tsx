import { useTranslations } from 'next-intl';
import { messageOf } from '@/lib/i18n/message';
import { type Phrase, renderPhrase } from '@/lib/policy/phrase';

/** Says phrases in the reader's language; needs the namespace `policy`. */
export function usePhrase(): (phrase: Phrase) => string {
  const t = useTranslations('policy');
  return (phrase) => renderPhrase((key, values) => messageOf(t, key, values) ?? key, phrase);
}

/** A phrase as plain text. */
export function PhraseText({ phrase }: { phrase: Phrase }) {
  return usePhrase()(phrase);
}
