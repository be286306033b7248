import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffDocuments } from './diff';
import { policyArbitrary } from './testing/arbitraries';
import { toDocument } from './written';

test('names each changed path with before and after', () => {
  const before = {
    owner: 'ops',
    retry: { maxAttempts: 3, maxInterval: '1m', retryOn: ['timeout'] },
    classification: [{ code: 'a', class: 'terminal' as const }],
  };
  const after = {
    retry: { maxAttempts: 5, maxInterval: '1m', retryOn: ['timeout', 'http_5xx'] },
    classification: [
      { code: 'a', class: 'transient' as const },
      { code: 'b', class: 'terminal' as const },
    ],
    alert: { silence: '1h' },
  };
  expect(diffDocuments(before, after)).toEqual([
    { path: ['owner'], before: 'ops', after: undefined },
    { path: ['retry', 'maxAttempts'], before: 3, after: 5 },
    { path: ['retry', 'retryOn'], before: ['timeout'], after: ['timeout', 'http_5xx'] },
    { path: ['classification', 0, 'class'], before: 'terminal', after: 'transient' },
    { path: ['classification', 1], before: undefined, after: { code: 'b', class: 'terminal' } },
    { path: ['alert'], before: undefined, after: { silence: '1h' } },
  ]);
});

test('the order of keys is no difference, the order of a list is', () => {
  expect(diffDocuments({ owner: 'a', alert: {} }, { alert: {}, owner: 'a' })).toEqual([]);
  const list = (...retryOn: string[]) => ({ retry: { maxAttempts: 1, retryOn } });
  expect(diffDocuments(list('a', 'b'), list('b', 'a'))).toHaveLength(1);
});

test('none between a document and itself; one between any two that differ', () => {
  fc.assert(
    fc.property(policyArbitrary, policyArbitrary, (a, b) => {
      const [left, right] = [toDocument(a), toDocument(b)];
      expect(diffDocuments(left, left)).toEqual([]);
      const equal = JSON.stringify(left) === JSON.stringify(right);
      expect(diffDocuments(left, right).length === 0).toBe(equal);
    }),
  );
});
