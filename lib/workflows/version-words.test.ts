import fc from 'fast-check';
import { createTranslator } from 'next-intl';
import { describe, expect, it } from 'vitest';
import en from '@/lib/i18n/messages/en/policy.json';
import zh from '@/lib/i18n/messages/zh-CN/policy.json';
import { sameJson } from '@/lib/policy/document';
import { type Phrase, renderPhrase } from '@/lib/policy/phrase';
import { policyArbitrary } from '@/lib/policy/testing/arbitraries';
import { toDocument } from '@/lib/policy/written';
import type { JsonObject } from '@/lib/shared/json';
import { policyChanges } from './version-words';

const MESSAGES = { en, 'zh-CN': zh };
const retry = { maxAttempts: 3, backoff: 'exponential', initialInterval: '5s', maxInterval: '1m' };
const context = {
  groupNames: new Map([['payments-ops', 'Payments operations']]),
  actorNames: new Map([['local owner', 'Local owner']]),
};

/** Words of a phrase; a missing key or value throws. */
function words(locale: keyof typeof MESSAGES, phrase: Phrase): string {
  const onError = (error: Error) => {
    throw error;
  };
  const translate: CallableFunction = createTranslator({ locale, messages: MESSAGES[locale], onError });
  return renderPhrase((key, values) => String(Reflect.apply(translate, undefined, [key, values])), phrase);
}

function said(before: JsonObject, after: JsonObject, locale: keyof typeof MESSAGES = 'en'): string[] {
  return policyChanges(before, after, context).map(
    (change) => `${words(locale, change.label)}: ${words(locale, change.before)} → ${words(locale, change.after)}`,
  );
}

const SAMPLED = {
  code: 'timeout',
  failures: 5,
  window: '1d',
  threshold_source: 'measured',
  sample_size: 14,
  failure_count: 2,
};

describe('policyChanges', () => {
  it.each<[string, JsonObject, JsonObject, string[]]>([
    ['an owner', {}, { owner: 'payments-ops' }, ['Owner group: none of its own → Payments operations']],
    [
      'a retry that comes as a whole',
      {},
      { retry: { ...retry, retryOn: ['timeout', 'http_5xx'] } },
      [
        'Retry: none → up to 3 tries, waits that multiply, first wait 5 seconds, longest wait 60 seconds',
        'Codes that are tried again: none → 2 entries: timeout and http_5xx',
      ],
    ],
    [
      'fields of a retry',
      { retry: { ...retry, jitter: 'full' } },
      { retry: { ...retry, maxAttempts: 5, maxInterval: '5m' } },
      [
        'Tries in all (the first included): 3 → 5',
        'Longest wait: 60 seconds → 5 minutes',
        'Random spread: full → none',
      ],
    ],
    [
      'codes that come and go',
      { retry: { ...retry, retryOn: ['timeout', 'http_5xx'] } },
      { retry: { ...retry, retryOn: ['http_5xx', 'psp_busy'] } },
      ['Codes that are tried again: 2 entries, only here: timeout → 2 entries, only here: psp_busy'],
    ],
    [
      'only the order of codes',
      { retry: { ...retry, retryOn: ['a', 'b'] } },
      { retry: { ...retry, retryOn: ['b', 'a'] } },
      ['Codes that are tried again: 2 entries → 2 entries, in another order'],
    ],
    [
      'a closed list that was left to the catalogue',
      { retry },
      { retry: { ...retry, retryOn: [] } },
      ['Codes that are tried again: the catalogue decides → an empty list'],
    ],
    [
      'rules by their code, wherever they stand',
      {
        classification: [
          { code: 'card_declined', class: 'terminal' },
          { code: 'psp_busy', class: 'terminal' },
        ],
      },
      {
        classification: [
          { code: 'new', class: 'transient', action: 'charge' },
          { code: 'psp_busy', class: 'transient', reason: 'clears soon' },
          { code: 'card_declined', class: 'terminal' },
        ],
      },
      [
        'Code psp_busy: terminal, straight to a person → transient, tried again (clears soon)',
        'Code new, action charge: no rule → transient, tried again',
      ],
    ],
    [
      'a hand-off',
      {},
      { onExhausted: { action: 'manual', notify: 'payments-ops', record: ['node_id'] } },
      ['Hand-off: none → a person takes over; told: Payments operations, 1 entry: node_id'],
    ],
    [
      'who is told, and the record',
      { onExhausted: { action: 'manual', record: ['node_id', 'attempt'] } },
      { onExhausted: { action: 'manual', notify: 'payments-ops', record: ['node_id'] } },
      [
        'Hand-off record: 2 entries, only here: attempt → 1 entry',
        'Who is told at the hand-off: the owner group → Payments operations',
      ],
    ],
    [
      'silence and thresholds',
      { alert: { thresholds: [{ code: '*', failures: 5, window: '1d', threshold_source: 'manual' }] } },
      {
        alert: {
          silence: '1h',
          thresholds: [{ code: 'timeout', failures: 12, window: '1d', threshold_source: 'measured' }],
        },
      },
      [
        'Quiet after a notification: 30 minutes (the default) → 1 hour',
        'Threshold for any other code: 5 in 1 day, set by hand → none',
        'Threshold for timeout: none → 12 in 1 day, measured',
      ],
    ],
    [
      'what backs a threshold',
      {
        alert: {
          thresholds: [
            { ...SAMPLED, measured_at: '2026-10-01T00:00:00Z' },
            { code: 'psp_busy', failures: 8, window: '1h', threshold_source: 'manual', reason: 'agreed' },
            { ...SAMPLED, code: '*', threshold_source: 'pending-observation' },
          ],
        },
      },
      {
        alert: {
          thresholds: [
            { ...SAMPLED, measured_at: '2026-11-01T00:00:00Z' },
            { code: 'psp_busy', failures: 8, window: '1h', threshold_source: 'manual', reason: 'agreed anew' },
            { ...SAMPLED, code: '*', threshold_source: 'pending-observation', failure_count: 3 },
          ],
        },
      },
      [
        'Threshold for timeout: 5 in 1 day, measured on 2026-10-01: 2 of 14 executions failed → 5 in 1 day, measured on 2026-11-01: 2 of 14 executions failed',
        'Threshold for psp_busy: 8 in 1 hour, set by hand (agreed) → 8 in 1 hour, set by hand (agreed anew)',
        'Threshold for any other code: 5 in 1 day, pending observation: 2 failures in 14 executions → 5 in 1 day, pending observation: 3 failures in 14 executions',
      ],
    ],
    [
      'actions and their fields',
      { actions: [{ id: 'charge', kind: 'http', idempotent: false }] },
      {
        actions: [
          {
            id: 'charge',
            kind: 'http',
            safeguard: { kind: 'dedup', enforcedBy: 'receiver', note: 'by order number' },
          },
          { id: 'mail', kind: 'queue', repeatable: true },
        ],
      },
      [
        'Action charge: same result when done twice: no → not known',
        'Action charge: safeguard: none → deduplication, made sure by the receiver (by order number)',
        'Action mail: none → queue message, twice is acceptable: yes',
      ],
    ],
    [
      'no list and an empty one',
      { actions: [] },
      { classification: [] },
      ['Failure classification: not written → an empty list', 'Outbound actions: none: nothing can fail → not written'],
    ],
    [
      'a waiver, with the name that the reader knows',
      { retry },
      { retry: { ...retry, waiver: { by: 'local owner', at: 'today', reason: 'by phone' } } },
      ['Retried although not proved safe: none → decided by Local owner: by phone'],
    ],
    [
      'what does not hold or is not known, as it stands',
      { retry: 'often', alert: { hue: 'red' } },
      { retry: { maxAttempts: 'many' }, alert: { hue: { a: 1 } } },
      [
        'Retry: often → {"maxAttempts":"many"}',
        'Codes that are tried again: none → the catalogue decides',
        'alert.hue: red → {"a":1}',
      ],
    ],
  ])('says %s', (_, before, after, expected) => {
    expect(said(before, after)).toEqual(expected);
    for (const each of said(before, after, 'zh-CN')) expect(each).not.toMatch(/[{}]?change\./);
  });

  it('finds nothing where onExhausted only stands elsewhere', () => {
    const onExhausted = { action: 'manual' };
    expect(said({ retry: { ...retry, onExhausted } }, { retry, onExhausted })).toEqual([]);
  });

  it('keeps names such as __proto__ and doubled ones apart', () => {
    const rules = (...codes: string[]) => ({ classification: codes.map((code) => ({ code, class: 'terminal' })) });
    expect(said(rules('a', 'a'), rules('a', '__proto__'))).toEqual([
      'Code a (2): terminal, straight to a person → no rule',
      'Code __proto__: no rule → terminal, straight to a person',
    ]);
  });

  it('says something of any two policies that differ in more than order, in both languages', () => {
    const document = policyArbitrary.map((policy): JsonObject => JSON.parse(JSON.stringify(toDocument(policy))));
    fc.assert(
      fc.property(document, document, (a, b) => {
        expect(policyChanges(a, a)).toEqual([]);
        const changes = policyChanges(a, b);
        for (const locale of ['en', 'zh-CN'] as const)
          for (const { label, before, after } of changes)
            for (const phrase of [label, before, after]) expect(words(locale, phrase)).not.toBe('');
        if (changes.length === 0) expect(sameJson(sorted(a), sorted(b))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

/** Without what makes no difference: the order of named entries, and an alert that says nothing. */
function sorted({ classification, actions, alert, ...rest }: JsonObject): JsonObject {
  const order = (list: unknown) => (Array.isArray(list) ? [...list].map((each) => JSON.stringify(each)).sort() : list);
  const { thresholds = [], ...said }: { thresholds?: unknown } = JSON.parse(JSON.stringify(alert ?? {}));
  return JSON.parse(
    JSON.stringify({
      ...rest,
      classification: order(classification),
      actions: order(actions),
      said,
      thresholds: order(thresholds),
    }),
  );
}
