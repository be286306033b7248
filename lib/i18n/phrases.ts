import { type Phrase, renderPhrase } from '@/lib/policy/phrase';
import { type AnyTranslator, messageOf } from './message';

/** Says phrases in the language of `t`, a translator of the namespace `policy`; one without a text is said by its key. */
export function phrasesBy(t: AnyTranslator): (phrase: Phrase) => string {
  return (phrase) => renderPhrase((key, values) => messageOf(t, key, values) ?? key, phrase);
}
