import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/lib/shared/json';
import { readPolicy } from './read';
import { readStandard } from './read-standard';
import { deviatingParts, deviations, partsOf, sameStandard, trimmedStandard } from './standard';

const RETRY = { maxAttempts: 4, backoff: 'exponential', initialInterval: '5s', maxInterval: '1m' };
const SAFE = { id: 'call', kind: 'http', idempotent: true };
const UNSAFE = { id: 'charge', kind: 'http', idempotent: false, repeatable: false };

const standardOf = (document: JsonObject) => {
  const { standard, diagnostics } = readStandard(document);
  if (standard === null) throw new Error(JSON.stringify(diagnostics));
  return standard;
};
/** `part way what` of each deviation, and `excused` with the actions. */
const found = (standard: JsonObject, config: JsonObject, owner = 'team') => {
  const { deviations: all, excuses } = deviations(standardOf(standard), readPolicy(config).policy, owner);
  return [
    ...all.map(({ part, way, what }) => [part, way, what].filter((each) => each !== null).join(' ')),
    ...excuses.map(({ actions }) => `excused ${actions.join(' ')}`),
  ];
};

describe('deviations', () => {
  const jitter = { ...RETRY, jitter: 'full' };
  const classes = (code: string, decided: string) => ({ classification: [{ code, class: decided, reason: 'so' }] });

  it.each<[string, JsonObject, JsonObject, string[]]>([
    ['nothing is said', {}, {}, []],
    ['nothing is decided', { retry: RETRY }, {}, ['retry missing']],
    ['the same', { retry: RETRY }, { retry: { ...RETRY, retryOn: ['timeout'] } }, []],
    ['durations by value', { retry: RETRY }, { retry: { ...RETRY, initialInterval: 'PT5S', maxInterval: '60s' } }, []],
    ['stricter deviates too', { retry: RETRY }, { retry: { ...RETRY, maxAttempts: 2 } }, ['retry other maxAttempts']],
    [
      'each field by itself',
      { retry: RETRY },
      { retry: { ...RETRY, backoff: 'fixed', initialInterval: '6s' } },
      ['retry other backoff', 'retry other initialInterval', 'retry other multiplier'],
    ],
    ['usual values may be left out', { retry: RETRY }, { retry: { ...RETRY, multiplier: 2, jitter: 'none' } }, []],
    ['a spread is a difference', { retry: RETRY }, { retry: jitter }, ['retry other jitter']],
    [
      'a limit is a difference',
      { retry: RETRY },
      { retry: { ...RETRY, maxElapsed: '1h' } },
      ['retry other maxElapsed'],
    ],
    ['one try has no intervals', { retry: { maxAttempts: 1 } }, { retry: { ...RETRY, maxAttempts: 1 } }, []],
    ['one try has to be decided', { retry: { maxAttempts: 1 } }, {}, ['retry missing']],
    [
      'one try against more',
      { retry: { maxAttempts: 1 } },
      { retry: { maxAttempts: 2, backoff: 'fixed', initialInterval: '1s', maxInterval: '1s' } },
      [
        'retry other maxAttempts',
        'retry other backoff',
        'retry other initialInterval',
        'retry other maxInterval',
        'retry other jitter',
      ],
    ],
    ['the gate excuses', { retry: RETRY }, { actions: [SAFE, UNSAFE] }, ['excused charge']],
    [
      'and from one try written',
      { retry: RETRY },
      { actions: [UNSAFE], retry: { maxAttempts: 1 } },
      ['excused charge'],
    ],
    ['a question that is open does not', { retry: RETRY }, { actions: [{ id: 'a', kind: 'http' }] }, ['retry missing']],
    [
      'nor is another retry excused',
      { retry: RETRY },
      { actions: [UNSAFE], retry: { ...RETRY, maxAttempts: 2 } },
      ['retry other maxAttempts'],
    ],
    [
      'nor one try where it was waived',
      { retry: RETRY },
      {
        actions: [UNSAFE],
        retry: { maxAttempts: 1, waiver: { by: 'Ann', at: '2026-11-01', reason: 'cheap' } },
      },
      [
        'retry other maxAttempts',
        'retry other backoff',
        'retry other initialInterval',
        'retry other maxInterval',
        'retry other multiplier',
        'retry other jitter',
      ],
    ],
    ['nothing to be excused from', { retry: { maxAttempts: 1 } }, { actions: [UNSAFE] }, ['retry missing']],
    ['silence', { alert: { silence: '30m' } }, { alert: { silence: '0.5h' } }, []],
    ['silence not written', { alert: { silence: '30m' } }, {}, ['silence missing']],
    ['longer silence', { alert: { silence: '30m' } }, { alert: { silence: '1h' } }, ['silence other']],
    [
      'told as named',
      { onExhausted: { action: 'manual', notify: 'duty' } },
      { onExhausted: { action: 'manual', notify: 'duty' } },
      [],
    ],
    [
      'told is another',
      { onExhausted: { action: 'manual', notify: 'duty' } },
      { onExhausted: { action: 'manual', notify: 'team' } },
      ['notify other'],
    ],
    ['nobody is named', { onExhausted: { action: 'manual', notify: 'duty' } }, {}, ['notify missing']],
    ['the owner is told, as wanted', { onExhausted: { action: 'manual', notify: 'team' } }, {}, []],
    ['a class by rule', classes('odd', 'terminal'), classes('odd', 'terminal'), []],
    ['a class by pattern', classes('odd_1', 'transient'), classes('odd*', 'transient'), []],
    ['a class by the catalogue', classes('ETIMEDOUT', 'transient'), {}, []],
    ['a class by retryOn', classes('odd', 'transient'), { retry: { ...RETRY, retryOn: ['odd'] } }, []],
    ['another class', classes('odd', 'terminal'), classes('odd', 'transient'), ['classification other odd']],
    ['terminal, but nobody decided so', classes('odd', 'terminal'), {}, ['classification missing odd']],
    ['a pattern by a wider one', classes('odd_x*', 'terminal'), classes('odd*', 'terminal'), []],
    ['a family of codes', classes('http_503', 'transient'), { retry: { ...RETRY, retryOn: ['http_5xx'] } }, []],
    [
      'a config that cannot be read deviates in all',
      { retry: RETRY, alert: { silence: '30m' } },
      { retry: 'often' },
      ['retry unreadable', 'silence unreadable'],
    ],
  ])('%s', (_, standard, config, expected) => {
    expect(found(standard, config)).toEqual(expected);
  });

  it('names each part once, in the order of the form', () => {
    const both = { ...classes('a', 'terminal'), alert: { silence: '30m' }, retry: RETRY };
    const comparison = deviations(
      standardOf(both),
      readPolicy({ retry: { ...RETRY, maxAttempts: 2, backoff: 'fixed' } }).policy,
      'team',
    );
    expect(deviatingParts(comparison)).toEqual(['classification', 'retry', 'silence']);
    expect(partsOf(standardOf(both))).toEqual(['classification', 'retry', 'silence']);
  });
});

describe('a written standard', () => {
  const rule = { code: 'odd', class: 'terminal', reason: 'so' };
  it.each<[string, unknown, string[]]>([
    ['nothing', {}, []],
    [
      'all of it',
      {
        retry: RETRY,
        classification: [rule],
        onExhausted: { action: 'manual', notify: 'duty' },
        alert: { silence: '1h' },
      },
      [],
    ],
    ['codes to retry belong to the node', { retry: { ...RETRY, retryOn: ['timeout'] } }, ['standard_key']],
    ['and so does a waiver', { retry: { ...RETRY, waiver: { by: 'A', at: 'b', reason: 'c' } } }, ['standard_key']],
    ['an owner', { owner: 'team' }, ['unknown_key']],
    ['a threshold', { alert: { thresholds: [] } }, ['unknown_key']],
    ['a record', { onExhausted: { action: 'manual', record: [] } }, ['unknown_key']],
    ['a code without a reason', { classification: [{ code: 'odd', class: 'terminal' }] }, ['standard_reason']],
    [
      'a code twice',
      { classification: [rule, { ...rule, code: 'HTTP_503' }, { ...rule, code: '503' }] },
      ['standard_code_twice'],
    ],
    ['a rule for one action', { classification: [{ ...rule, action: 'a' }] }, ['standard_key']],
    ['a long silence is a warning', { alert: { silence: '5h' } }, ['silence_long']],
    ['incomplete retry', { retry: { maxAttempts: 2 } }, ['retry_incomplete', 'retry_incomplete', 'retry_incomplete']],
    ['what no database keeps', { classification: [{ ...rule, reason: 'a\0b' }] }, ['text_unstorable']],
    ['no object', 'often', ['object_expected']],
  ])('%s', (_, input, expected) => {
    expect(readStandard(input).diagnostics.map(({ code }) => code)).toEqual(expected);
  });

  it('is the same however empty parts and order are written', () => {
    expect(trimmedStandard({ classification: [], onExhausted: { action: 'manual' }, alert: {} })).toEqual({});
    expect(sameStandard({ retry: RETRY, alert: {} }, { retry: { ...RETRY } })).toBe(true);
    expect(sameStandard({ retry: RETRY }, { retry: { ...RETRY, maxAttempts: 2 } })).toBe(false);
  });
});
