import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffDocuments } from './diff';
import { readPolicy } from './read';
import { applySkeleton, completeRecord } from './skeleton';
import { policyArbitrary } from './testing/arbitraries';
import { RECORD_FIELDS } from './vocabulary';
import { toDocument } from './written';

test('an empty policy gets the brief’s skeleton, and it holds', () => {
  expect(applySkeleton({})).toEqual({
    retry: {
      maxAttempts: 3,
      backoff: 'exponential',
      initialInterval: '5s',
      maxInterval: '1m',
      retryOn: ['timeout', 'connection_refused', 'http_429', 'http_5xx'],
    },
    onExhausted: { action: 'manual', record: [...RECORD_FIELDS] },
  });
  expect(readPolicy(applySkeleton({})).diagnostics).toEqual([]);
});

test('it replaces the retry and keeps everything else', () => {
  fc.assert(
    fc.property(policyArbitrary, (policy) => {
      const document = toDocument(policy);
      const changed = new Set(diffDocuments(document, applySkeleton(document)).map(({ path }) => path[0]));
      for (const key of changed) expect(['retry', 'onExhausted']).toContain(key);
      expect(applySkeleton(document).onExhausted?.notify).toBe(document.onExhausted?.notify);
      expect(applySkeleton(document).retry?.waiver).toEqual(document.retry?.waiver);
      expect(applySkeleton(applySkeleton(document))).toEqual(applySkeleton(document));
    }),
  );
});

test('a skeleton takes multiplier, jitter and maxElapsed away', () => {
  const retry = { maxAttempts: 9, multiplier: 3, jitter: 'full', maxElapsed: '1h', 'x-note': 1 } as const;
  expect(Object.keys(applySkeleton({ retry }).retry ?? {}).sort()).toEqual(
    ['backoff', 'initialInterval', 'maxAttempts', 'maxInterval', 'retryOn', 'x-note'].sort(),
  );
});

test('a short record is completed in order, further fields stay', () => {
  const record = ['attempt', 'run_url', 'node_id'];
  expect(completeRecord({ onExhausted: { action: 'manual', notify: 'biz', record } }).onExhausted).toEqual({
    action: 'manual',
    notify: 'biz',
    record: [...RECORD_FIELDS, 'run_url'],
  });
  const complete = { onExhausted: { action: 'manual' as const, record: ['run_url', ...RECORD_FIELDS] } };
  expect(completeRecord(complete)).toBe(complete);
});
