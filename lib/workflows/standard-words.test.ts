import { createTranslator } from 'next-intl';
import { expect, it } from 'vitest';
import en from '@/lib/i18n/messages/en/policy.json';
import zh from '@/lib/i18n/messages/zh-CN/policy.json';
import { renderPhrase } from '@/lib/policy/phrase';
import { STANDARD_PARTS } from '@/lib/policy/vocabulary';
import { standardWords } from './standard-words';

const LANGUAGES = { en, 'zh-CN': zh };
const STANDARD = {
  classification: [{ code: 'odd*', class: 'terminal', reason: 'the bank refused' }],
  retry: { maxAttempts: 3, backoff: 'exponential', initialInterval: '5s', maxInterval: '1m' },
  onExhausted: { action: 'manual', notify: 'duty' },
  alert: { silence: '45m' },
};

function lines(locale: keyof typeof LANGUAGES): string[] {
  const onError = (error: Error) => {
    throw error;
  };
  const translate: CallableFunction = createTranslator({ locale, messages: LANGUAGES[locale], onError });
  const say = (key: string, values: object) => String(Reflect.apply(translate, undefined, [key, values]));
  const words = standardWords(STANDARD, { groupNames: new Map([['duty', 'Duty']]) });
  return STANDARD_PARTS.flatMap((part) =>
    words[part].map(({ label, after }) => `${renderPhrase(say, label)}: ${renderPhrase(say, after)}`),
  );
}

it('says each part in both languages', () => {
  expect(lines('en')).toEqual([
    'Code odd*: terminal, straight to a person (the bank refused)',
    'Retry: up to 3 tries, waits that multiply, first wait 5 seconds, longest wait 60 seconds',
    'Who is told at the hand-off: Duty',
    'Quiet after a notification: 45 minutes',
  ]);
  expect(lines('zh-CN')).toHaveLength(4);
});

it('says nothing where the standard does', () => {
  expect(standardWords({})).toEqual({ classification: [], retry: [], notify: [], silence: [] });
});
