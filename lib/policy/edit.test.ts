import { describe, expect, it } from 'vitest';
import { classifyWritten, decideCode, putRecord, putSkeleton, setAt, valueAt } from './edit';
import { RECORD_FIELDS } from './vocabulary';

const listed = {
  classification: [{ code: 'psp_busy', class: 'transient', reason: 'clears within seconds' }],
  retry: { maxAttempts: 3, retryOn: ['timeout', 'http_5xx', 'psp_busy'] },
};

describe('setAt', () => {
  it('sets and reads a value without touching the rest', () => {
    const before = { retry: { maxAttempts: 3, later: true }, next: ['a'] };
    const after = setAt(before, ['retry', 'maxAttempts'], 4);
    expect(after).toEqual({ retry: { maxAttempts: 4, later: true }, next: ['a'] });
    expect(before.retry.maxAttempts).toBe(3);
    expect(valueAt(after, ['retry', 'maxAttempts'])).toBe(4);
  });

  it('removes a key and the parents that become empty', () => {
    expect(setAt({ alert: { silence: '30m' }, owner: 'a' }, ['alert', 'silence'], undefined)).toEqual({ owner: 'a' });
    expect(setAt({ classification: [{ code: 'a', class: 'terminal' }] }, ['classification', 0], undefined)).toEqual({});
  });

  it('keeps an empty list that was set on purpose', () => {
    expect(setAt({}, ['retry', 'retryOn'], [])).toEqual({ retry: { retryOn: [] } });
  });

  it('takes __proto__ as an ordinary key', () => {
    const after = setAt({}, ['__proto__', 'polluted'], true);
    expect(Object.hasOwn(after, '__proto__')).toBe(true);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(valueAt({}, ['constructor', 'name'])).toBeUndefined();
  });
});

describe('decideCode', () => {
  it('writes a rule and, where retryOn stands, lists what is retried', () => {
    const after = decideCode(listed, 'PSP-4093', 'transient');
    expect(valueAt(after, ['retry', 'retryOn'])).toEqual(['timeout', 'http_5xx', 'psp_busy', 'PSP-4093']);
    expect(classifyWritten(after, 'PSP-4093').class).toBe('transient');
  });

  it('does not list a code that an entry covers already', () => {
    const after = decideCode(listed, 'ETIMEDOUT', 'transient');
    expect(valueAt(after, ['retry', 'retryOn'])).toEqual(listed.retry.retryOn);
  });

  it('takes a terminal code off the list, however it is spelled there', () => {
    const after = decideCode(listed, 'ETIMEDOUT', 'terminal');
    expect(valueAt(after, ['retry', 'retryOn'])).toEqual(['http_5xx', 'psp_busy']);
    expect(classifyWritten(after, 'timeout').class).toBe('terminal');
  });

  it('keeps the reason when a decision changes, and removes the rule when it is taken back', () => {
    const terminal = decideCode(listed, 'psp_busy', 'terminal');
    expect(valueAt(terminal, ['classification', 0])).toEqual({
      code: 'psp_busy',
      class: 'terminal',
      reason: 'clears within seconds',
    });
    const back = decideCode(terminal, 'psp_busy', null);
    expect(back.classification).toBeUndefined();
  });

  it('leaves retryOn absent where the catalogue decides', () => {
    const after = decideCode({ retry: { maxAttempts: 3 } }, 'timeout', 'terminal');
    expect(valueAt(after, ['retry', 'retryOn'])).toBeUndefined();
    expect(classifyWritten(after, 'timeout').class).toBe('terminal');
  });
});

describe('putSkeleton and putRecord', () => {
  it('names own transient rules beside the skeleton list', () => {
    const after = putSkeleton({ classification: [{ code: 'psp_busy', class: 'transient' }] });
    expect(valueAt(after, ['retry', 'retryOn'])).toEqual([
      'timeout',
      'connection_refused',
      'http_429',
      'http_5xx',
      'psp_busy',
    ]);
    expect(valueAt(after, ['onExhausted', 'record'])).toEqual([...RECORD_FIELDS]);
  });

  it('gives way over malformed parts instead of failing', () => {
    expect(valueAt(putSkeleton({ retry: 'often', onExhausted: 3 }), ['retry', 'maxAttempts'])).toBe(3);
    expect(valueAt(putRecord({ onExhausted: { record: 'all' } }), ['onExhausted', 'record'])).toEqual([
      ...RECORD_FIELDS,
    ]);
  });
});
