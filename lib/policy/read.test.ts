import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exhaustedUnderRetry } from './document';
import { readPolicy } from './read';
import { policyArbitrary } from './testing/arbitraries';
import { LIMITS, RECORD_FIELDS } from './vocabulary';
import { toDocument } from './written';

const retry = { maxAttempts: 3, backoff: 'exponential', initialInterval: '5s', maxInterval: '1m' };

function found(config: unknown) {
  return readPolicy(config).diagnostics.map(({ code, path }) => `${code} ${path?.join('.') ?? ''}`.trim());
}

describe('readPolicy', () => {
  test('reads the policy keys of a whole config and leaves the platform’s alone', () => {
    const config = { type: 'http', next: ['b'], owner: 'ops', retry, alert: { silence: '30m' } };
    expect(readPolicy(config)).toEqual({
      policy: {
        owner: 'ops',
        retry: { ...retry, initialInterval: 5_000, maxInterval: 60_000 },
        alert: { silence: 1_800_000 },
      },
      diagnostics: [],
    });
    expect(readPolicy({ type: 'http' })).toEqual({ policy: {}, diagnostics: [] });
  });

  test('read of what is written gives the same policy', () => {
    fc.assert(
      fc.property(policyArbitrary, (policy) => {
        const { policy: read, diagnostics } = readPolicy(toDocument(policy));
        expect(diagnostics.filter((each) => each.severity === 'error')).toEqual([]);
        expect(read).toEqual(policy);
        expect(JSON.stringify(toDocument(read ?? {}))).toBe(JSON.stringify(toDocument(policy)));
      }),
    );
  });

  test('writes keys in the order of the example, unknown ones behind', () => {
    const { policy } = readPolicy({
      alert: { silence: '90s' },
      owner: 'ops',
      retry: { 'x-note': 1, maxInterval: '1m', initialInterval: 'PT5S', backoff: 'fixed', maxAttempts: 2 },
      actions: [{ kind: 'http', id: 'a' }],
    });
    expect(JSON.stringify(toDocument(policy ?? {}))).toBe(
      '{"actions":[{"id":"a","kind":"http"}],"retry":{"maxAttempts":2,"backoff":"fixed","initialInterval":"5s","maxInterval":"1m","x-note":1},"owner":"ops","alert":{"silence":"1m30s"}}',
    );
  });

  test.each([null, undefined, 5, 'x', []])('%j is no config', (input) => {
    expect(readPolicy(input).policy).toBeNull();
    expect(found(input)).toEqual(['config_not_object']);
  });
});

describe('limits at their edges', () => {
  const valid = (change: object) => readPolicy({ retry: { ...retry, ...change } }).policy !== null;

  test.each([1, 2, 100])('maxAttempts %d holds', (maxAttempts) => expect(valid({ maxAttempts })).toBe(true));
  test.each([0, -1, 101, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '3', null])('maxAttempts %j does not', (n) => {
    expect(readPolicy({ retry: { ...retry, maxAttempts: n } })).toMatchObject({
      policy: null,
      diagnostics: [{ code: 'max_attempts_range', path: ['retry', 'maxAttempts'], values: { min: 1, max: 100 } }],
    });
  });

  test.each([
    ['initialInterval', '100ms', true],
    ['initialInterval', '99ms', false],
    ['initialInterval', '1d', true],
    ['initialInterval', '1d1ms', false],
    ['maxInterval', '7d', true],
    ['maxInterval', '7d1ms', false],
    ['maxElapsed', '1ms', true],
    ['maxElapsed', '0s', false],
    ['multiplier', 1, true],
    ['multiplier', 10, true],
    ['multiplier', 0.99, false],
    ['multiplier', 10.01, false],
    ['multiplier', '2', false],
  ])('%s %s: %s', (key, value, holds) => {
    const rest = key === 'initialInterval' ? { maxInterval: '7d' } : {};
    expect(valid({ ...rest, [key]: value })).toBe(holds);
  });

  test.each([
    ['1m', true],
    ['59999ms', false],
    ['24h', true],
    ['1d1ms', false],
  ])('silence %s: %s', (silence, holds) => {
    expect(readPolicy({ alert: { silence } }).policy !== null).toBe(holds);
  });

  test('maxInterval equal to initialInterval holds, below does not', () => {
    expect(valid({ maxInterval: '5s' })).toBe(true);
    expect(found({ retry: { ...retry, maxInterval: '4999ms' } })).toEqual([
      'max_interval_below_initial retry.maxInterval',
    ]);
  });

  test('the limits named are the schema’s', () => {
    expect(LIMITS.maxAttempts).toEqual({ min: 1, max: 100 });
  });
});

describe('diagnostics', () => {
  test('all that is wrong is said at once, placed, with what was typed', () => {
    const { diagnostics } = readPolicy({ retry: { maxAttempts: 3, initialInterval: '5 parsecs' }, owner: 'Ops!' });
    expect(diagnostics).toEqual([
      expect.objectContaining({ code: 'owner_slug_shape', path: ['owner'] }),
      expect.objectContaining({ code: 'duration', values: expect.objectContaining({ value: '5 parsecs' }) }),
      expect.objectContaining({ code: 'retry_incomplete', path: ['retry', 'backoff'] }),
      expect.objectContaining({ code: 'retry_incomplete', path: ['retry', 'maxInterval'] }),
    ]);
  });

  test.each([
    [{ retry: 5 }, 'object_expected retry'],
    [{ retry: null }, 'empty retry'],
    [{ alert: [] }, 'object_expected alert'],
    [{ owner: 7 }, 'text owner'],
    [{ owner: null }, 'empty owner'],
    [{ owner: '' }, 'owner_slug_empty owner'],
    [{ owner: 'a'.repeat(65) }, 'owner_slug_long owner'],
    [{ actions: {} }, 'actions_list actions'],
    [{ actions: [null] }, 'empty actions.0'],
    [{ actions: [{ id: 'a', kind: 'ftp' }] }, 'action_kind actions.0.kind'],
    [{ actions: [{ id: 'a', kind: 'http', idempotent: 'yes' }] }, 'yes_no_unknown actions.0.idempotent'],
    [{ classification: [{ code: '', class: 'terminal' }] }, 'rule_code classification.0.code'],
    [{ classification: [{ code: 'x'.repeat(201), class: 'terminal' }] }, 'rule_code classification.0.code'],
    [{ classification: [{ code: 'x', class: 'maybe' }] }, 'rule_class classification.0.class'],
    [{ retry: { ...retry, retryOn: 'timeout' } }, 'retry_on retry.retryOn'],
    [{ retry: { ...retry, retryOn: [503] } }, 'rule_code retry.retryOn.0'],
    [{ retry: { ...retry, maxInterval: 60 } }, 'duration retry.maxInterval'],
    [{ retry: { ...retry, waiver: { by: 'a', at: 'b', reason: ' ' } } }, 'waiver_reason retry.waiver.reason'],
    [{ onExhausted: { action: 'page' } }, 'exhausted_action onExhausted.action'],
    [{ onExhausted: { action: 'manual', record: 'all' } }, 'record_list onExhausted.record'],
    [
      { alert: { thresholds: [{ code: '*', failures: 5, threshold_source: 'manual' }] } },
      'missing alert.thresholds.0.window',
    ],
  ])('%j: %s', (config, expected) => {
    expect(found(config).slice(0, 1)).toEqual([expected]);
    expect(readPolicy(config).policy).toBeNull();
  });

  test('a key is always a key of ours, whatever comes in', () => {
    const anything = fc.record(
      { owner: fc.jsonValue(), actions: fc.jsonValue(), classification: fc.jsonValue(), retry: fc.jsonValue() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(anything, (config) => {
        for (const { code } of readPolicy(config).diagnostics) expect(code).toMatch(/^[a-z][a-z0-9_]*$/);
      }),
    );
  });

  test('HTML and long values are carried as text, shortened', () => {
    const value = `<img src=x onerror=alert(1)>${'x'.repeat(500)}`;
    const [first] = readPolicy({ alert: { silence: value } }).diagnostics;
    expect(String(first?.values?.value)).toHaveLength(61);
  });

  test('a short record and a long silence are warnings', () => {
    const brief = ['node_id', 'attempt', 'error_code', 'payload_hash', 'last_failed_at'];
    const reading = readPolicy({ onExhausted: { action: 'manual', record: brief }, alert: { silence: '4h1ms' } });
    expect(reading.policy).not.toBeNull();
    expect(reading.diagnostics).toMatchObject([
      {
        code: 'record_incomplete',
        severity: 'warning',
        values: { missing: 'error_message, first_failed_at, final_action' },
      },
      { code: 'silence_long', severity: 'warning', values: { limit: '4h' } },
    ]);
    expect(found({ onExhausted: { action: 'manual', record: [...RECORD_FIELDS] }, alert: { silence: '4h' } })).toEqual(
      [],
    );
  });
});

describe('onExhausted under retry', () => {
  const onExhausted = { action: 'manual', record: ['node_id'] };

  test('is read, and its place is known', () => {
    const config = { retry: { ...retry, onExhausted } };
    expect(exhaustedUnderRetry(config)).toBe(true);
    const { policy } = readPolicy(config);
    expect(policy?.onExhausted).toEqual(onExhausted);
    expect(policy?.retry).not.toHaveProperty('onExhausted');
    expect(found(config)).toEqual(['record_incomplete retry.onExhausted.record']);
  });

  test('in both places is an error', () => {
    const config = { retry: { ...retry, onExhausted }, onExhausted };
    expect(exhaustedUnderRetry(config)).toBe(false);
    expect(found(config)).toContain('exhausted_twice retry.onExhausted');
    expect(readPolicy(config).policy).toBeNull();
  });
});

describe('keys with a meaning in JavaScript', () => {
  test('__proto__ is refused with its place, and changes nothing', () => {
    const config: unknown = JSON.parse('{"owner":"ops","retry":{"maxAttempts":1,"__proto__":{"maxAttempts":9}}}');
    expect(found(config)).toEqual(['reserved_key retry.__proto__']);
    expect(Reflect.get({}, 'maxAttempts')).toBeUndefined();
  });

  test('constructor and __proto__ beside the policy are the platform’s', () => {
    const config: unknown = JSON.parse('{"__proto__":{"owner":"evil"},"constructor":{"prototype":{"owner":"evil"}}}');
    expect(readPolicy(config)).toEqual({ policy: {}, diagnostics: [] });
  });

  test('inherited keys are not read', () => {
    expect(readPolicy(Object.create({ owner: 'ops' }))).toEqual({ policy: {}, diagnostics: [] });
  });
});
