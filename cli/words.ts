import { createTranslator } from 'next-intl';
import { messageOf } from '@/lib/i18n/message';
import diagnostics from '@/lib/i18n/messages/en/diagnostics.json';
import policy from '@/lib/i18n/messages/en/policy.json';
import { type Phrase, renderPhrase } from '@/lib/policy/phrase';
import type { Diagnostic } from '@/lib/shared/diagnostic';

const LOCALE = 'en';
const sayDiagnostic = createTranslator({ locale: LOCALE, messages: diagnostics });
const sayPolicy = createTranslator({ locale: LOCALE, messages: policy });

/** What a diagnostic says and how to mend it, in English, as the pages say it. */
export function diagnosticWords({ code, values }: Pick<Diagnostic, 'code' | 'values'>): string {
  return messageOf(sayDiagnostic, code, values) ?? sayDiagnostic('list.unknown', { code });
}

/** A phrase about policies, in English. */
export function phraseWords(phrase: Phrase): string {
  return renderPhrase((key, values) => messageOf(sayPolicy, key, values) ?? key, phrase);
}
