import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPolicy } from '@/lib/policy/read';
import { readStandard } from '@/lib/policy/read-standard';
import { deviations } from '@/lib/policy/standard';
import type { JsonObject } from '@/lib/shared/json';
import { bulkChangesSchema, checkBulkChanges } from './bulk-schema';
import { putStandard, standardChanges } from './standard-changes';

const RETRY = { maxAttempts: 4, backoff: 'exponential', initialInterval: '5s', maxInterval: '1m' };
const SAFE = { id: 'call', kind: 'http', idempotent: true };
const found = (standard: JsonObject, document: JsonObject) =>
  deviations(readStandard(standard).standard ?? {}, readPolicy(document).policy, 'team');

describe('a standard put into a policy', () => {
  const interval = fc.constantFrom('1s', '5s', 'PT30S', '1m');
  const retry = fc.oneof(
    fc.constant({ maxAttempts: 1 }),
    fc.record(
      {
        maxAttempts: fc.integer({ min: 2, max: 9 }),
        backoff: fc.constantFrom('fixed', 'linear', 'exponential'),
        initialInterval: interval,
        maxInterval: fc.constantFrom('1m', '2h'),
        multiplier: fc.integer({ min: 1, max: 10 }),
        jitter: fc.constantFrom('none', 'full'),
        maxElapsed: fc.constantFrom('10m', '1d'),
      },
      { requiredKeys: ['maxAttempts', 'backoff', 'initialInterval', 'maxInterval'] },
    ),
  );
  const code = fc.constantFrom('odd', 'odd_1', 'timeout', 'http_503', 'card_declined', '42');
  const rules = fc.uniqueArray(
    fc.record({ code, class: fc.constantFrom('transient', 'terminal'), reason: fc.constantFrom('so', 'known') }),
    { selector: (rule) => rule.code, maxLength: 4 },
  );
  const notify = fc.constantFrom('team', 'duty');
  const standard = fc.record(
    {
      retry,
      classification: rules,
      onExhausted: fc.record({ action: fc.constant('manual'), notify }),
      alert: fc.record({ silence: fc.constantFrom('30m', '2h') }),
    },
    { requiredKeys: [] },
  );
  const policy = fc.record(
    {
      retry: fc.oneof(
        retry,
        retry.map((each) => ({ ...each, retryOn: ['timeout', 'odd*'], strange: 1 })),
        retry.map((each) => ({ ...each, onExhausted: { action: 'manual', record: ['node_id'] } })),
      ),
      classification: rules,
      owner: fc.constant('team'),
      actions: fc.constant([SAFE]),
      alert: fc.record({ silence: fc.constant('1h'), thresholds: fc.constant([]) }),
    },
    { requiredKeys: [] },
  );

  it('leaves nothing that deviates, and nothing else changed', () => {
    fc.assert(
      fc.property(standard, policy, (said, document: JsonObject) => {
        const put = putStandard(document, said);
        expect(readPolicy(put).policy).not.toBeNull();
        expect(found(said, put)).toEqual({ deviations: [], excuses: [] });
        const changes = standardChanges(said);
        expect(bulkChangesSchema.safeParse(changes).success).toBe(changes.length > 0);
        expect(checkBulkChanges(changes)).toEqual([]);
        expect(putStandard(put, said)).toEqual(put);
        expect({ owner: put.owner, actions: put.actions }).toEqual({
          owner: document.owner,
          actions: document.actions,
        });
      }),
      { numRuns: 500 },
    );
  });

  it('keeps retryOn, a waiver, the record and unknown keys', () => {
    const waiver = { by: 'Ann', at: '2026-11-01', reason: 'cheap' };
    const document = {
      retry: { ...RETRY, maxAttempts: 9, maxElapsed: '1h', retryOn: ['timeout'], waiver, strange: 1 },
      onExhausted: { action: 'manual', record: ['node_id'] },
      alert: { thresholds: [] },
    };
    const said = { retry: RETRY, onExhausted: { action: 'manual', notify: 'duty' }, alert: { silence: '1h' } };
    expect(putStandard(document, said)).toEqual({
      retry: { ...RETRY, retryOn: ['timeout'], waiver, strange: 1 },
      onExhausted: { action: 'manual', record: ['node_id'], notify: 'duty' },
      alert: { thresholds: [], silence: '1h' },
    });
    expect(putStandard(document, said, ['silence'])).toEqual({ ...document, alert: { thresholds: [], silence: '1h' } });
  });
});
