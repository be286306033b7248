import { readFileSync } from 'node:fs';
import { createTranslator } from 'next-intl';
import { describe, expect, test } from 'vitest';
import en from '@/lib/i18n/messages/en/diagnostics.json';
import zh from '@/lib/i18n/messages/zh-CN/diagnostics.json';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { checkPolicy } from './check';
import { readPolicy } from './read';

const LANGUAGES = { en, 'zh-CN': zh };

/** The words of a diagnostic; a key without words, or a value missing, fails the test. */
function words(locale: keyof typeof LANGUAGES, { code, values }: Diagnostic): string {
  const onError = (error: Error) => {
    throw error;
  };
  const translate: CallableFunction = createTranslator({ locale, messages: LANGUAGES[locale], onError });
  return String(Reflect.apply(translate, undefined, [code, values]));
}

const retry = { maxAttempts: 3, backoff: 'fixed', initialInterval: '5s', maxInterval: '1m' };
const action = { id: 'a', kind: 'http', idempotent: true };
const threshold = { code: '*', failures: 1, window: '1d', threshold_source: 'manual' };

/** One input for every code that reading or checking a policy can give. */
const INPUTS: Record<string, unknown> = {
  config_not_object: null,
  reserved_key: JSON.parse('{"owner":"a","alert":{"__proto__":1}}'),
  exhausted_twice: { onExhausted: { action: 'manual' }, retry: { ...retry, onExhausted: {} } },
  record_incomplete: { onExhausted: { action: 'manual', record: ['node_id'] } },
  silence_long: { alert: { silence: '5h' } },
  missing: { alert: { thresholds: [{ code: '*', failures: 1, threshold_source: 'manual' }] } },
  empty: { owner: null },
  text: { owner: 7 },
  yes_no_unknown: { actions: [{ ...action, repeatable: 'no' }] },
  object_expected: { retry: [] },
  duration: { alert: { silence: '5 parsecs' } },
  max_attempts_range: { retry: { maxAttempts: 'many' } },
  initial_interval_range: { retry: { ...retry, initialInterval: '1ms' } },
  max_interval_range: { retry: { ...retry, maxInterval: '8d' } },
  max_interval_below_initial: { retry: { ...retry, maxInterval: '1s' } },
  multiplier_range: { retry: { ...retry, multiplier: '2' } },
  max_elapsed: { retry: { ...retry, maxElapsed: '0s' } },
  backoff: { retry: { ...retry, backoff: 'random' } },
  jitter: { retry: { ...retry, jitter: 'some' } },
  retry_incomplete: { retry: { maxAttempts: 2 } },
  retry_on: { retry: { ...retry, retryOn: 'timeout' } },
  rule_code: { classification: [{ class: 'terminal' }] },
  rule_class: { classification: [{ code: 'a' }] },
  classification_list: { classification: {} },
  classification_conflict: {
    classification: [{ code: 'timeout', class: 'terminal' }],
    retry: { ...retry, retryOn: ['timeout'] },
  },
  rule_action_unknown: { classification: [{ code: 'a', class: 'terminal', action: 'b' }] },
  waiver: { retry: { ...retry, waiver: { reason: 'x' } } },
  waiver_reason: { retry: { ...retry, waiver: { by: 'a', at: 'b', reason: ' ' } } },
  exhausted_action: { onExhausted: {} },
  record_list: { onExhausted: { action: 'manual', record: 'all' } },
  silence_range: { alert: { silence: '25h' } },
  thresholds_list: { alert: { thresholds: 5 } },
  threshold_failures: { alert: { thresholds: [{ ...threshold, failures: 0 }] } },
  threshold_window: { alert: { thresholds: [{ ...threshold, window: '1s' }] } },
  threshold_count: { alert: { thresholds: [{ ...threshold, sample_size: 'many' }] } },
  threshold_reason: { alert: { thresholds: [threshold] } },
  threshold_sample: { alert: { thresholds: [{ ...threshold, threshold_source: 'measured' }] } },
  threshold_measured_at: { alert: { thresholds: [{ ...threshold, measured_at: 'yesterday' }] } },
  threshold_twice: { alert: { thresholds: [threshold, threshold] } },
  threshold_pattern: { alert: { thresholds: [{ ...threshold, code: 'http_*' }] } },
  threshold_source: { alert: { thresholds: [{ ...threshold, threshold_source: 'guess' }] } },
  actions_list: { actions: 'none' },
  action_id: { actions: [{ kind: 'http' }] },
  action_id_twice: { actions: [action, action] },
  action_kind: { actions: [{ id: 'a' }] },
  safeguard_kind: { actions: [{ ...action, safeguard: { kind: 'hope', enforcedBy: 'nobody' } }] },
  safeguard_enforcer: { actions: [{ ...action, safeguard: { kind: 'dedup' } }] },
  owner_slug_empty: { owner: '' },
  owner_slug_long: { owner: 'a'.repeat(65) },
  owner_slug_shape: { owner: 'Ops Team' },
  gate_refused: { actions: [{ ...action, idempotent: false, repeatable: false }], retry },
  gate_unknown: { actions: [{ id: 'a', kind: 'http' }], retry },
  actions_not_listed: { retry },
  owner_missing: { retry },
  retry_on_empty: { retry: { ...retry, retryOn: [] } },
  transient_without_retry: { classification: [{ code: 'a', class: 'transient' }] },
  exhausted_missing: { retry },
  everything_retried: { retry: { ...retry, retryOn: ['*'] } },
  terminal_code_retried: { retry: { ...retry, retryOn: ['http_4xx'] } },
  max_elapsed_short: { retry: { ...retry, maxElapsed: '1s' } },
  max_elapsed_cuts: { retry: { ...retry, maxElapsed: '6s' } },
  multiplier_unused: { retry: { ...retry, multiplier: 2 } },
};

function diagnose(input: unknown): readonly Diagnostic[] {
  const { policy, diagnostics } = readPolicy(input);
  return policy === null ? diagnostics : [...diagnostics, ...checkPolicy(policy)];
}

describe('every diagnostic of a policy', () => {
  test.each(Object.entries(INPUTS))('%s is given and has words in both languages', (code, input) => {
    const found = diagnose(input).filter((diagnostic) => diagnostic.code === code);
    expect(found).not.toEqual([]);
    for (const diagnostic of found) {
      for (const locale of ['en', 'zh-CN'] as const)
        expect(words(locale, diagnostic)).not.toMatch(/[{}]|undefined|null/);
    }
  });

  test('the schema has no key that this list lacks', () => {
    const sources = ['lib/policy/schema.ts', 'lib/model/action.ts', 'lib/model/ids.ts'].map((file) =>
      readFileSync(file, 'utf8'),
    );
    const patterns = [/(?:error|message): '([a-z_]+)'/g, /(?:duration|wholeNumber|boundedNumber)\('([a-z_]+)'/g];
    const keys = sources.flatMap((source) => patterns.flatMap((each) => [...source.matchAll(each)].map((m) => m[1])));
    expect(keys.length).toBeGreaterThan(30);
    // The kinds in general have words too, though today's schema always says something better.
    for (const key of [...new Set(keys), 'number', 'yes_no', 'list_expected', 'not_allowed', 'unknown_key'])
      expect(Object.keys(en), key).toContain(key);
    for (const key of new Set(keys)) expect(Object.keys(INPUTS), key).toContain(key);
  });

  test('both languages have the same diagnostics', () => {
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
  });

  test('maxAttempts is never called a number of retries', () => {
    expect(zh.max_attempts_range).not.toMatch(/重试次数/);
  });
});
