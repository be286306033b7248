import { describe, expect, test } from 'vitest';
import type { NodePolicy } from '@/lib/policy/schema';
import { RECORD_FIELDS } from '@/lib/policy/vocabulary';
import { type CoverageInput, coverageOf, neededDrills } from './coverage';

const complete: NodePolicy = {
  actions: [{ id: 'a', kind: 'http', idempotent: true }],
  classification: [{ code: 'card_declined', class: 'terminal' }],
  retry: { maxAttempts: 3, backoff: 'fixed', initialInterval: 5_000, maxInterval: 5_000, retryOn: ['timeout'] },
  onExhausted: { action: 'manual', record: [...RECORD_FIELDS] },
};
const input: CoverageInput = { policy: complete, effectiveOwner: 'ops', canCarryPolicy: true, seenCodes: ['timeout'] };

function lacks(change: Partial<CoverageInput> = {}, policy?: Partial<NodePolicy>) {
  return coverageOf({ ...input, ...(policy && { policy: { ...complete, ...policy } }), ...change }).lacks;
}

test('configured', () => {
  expect(coverageOf(input)).toEqual({ state: 'configured', lacks: [], idle: false });
});

describe('a node that lacks nothing stands as it was proved', () => {
  test.each([
    ['none', 'configured'],
    ['simulated', 'simulated'],
    ['platform', 'proven'],
    ['stale', 'stale'],
  ] as const)('%s: %s', (proof, state) => {
    expect(coverageOf({ ...input, proof })).toEqual({ state, lacks: [], idle: false });
  });

  test('one that lacks something is incomplete, whatever was proved', () => {
    expect(coverageOf({ ...input, effectiveOwner: null, proof: 'platform' }).state).toBe('incomplete');
    expect(coverageOf({ ...input, effectiveOwner: null, proof: 'stale' }).state).toBe('incomplete');
  });
});

test('a node without policy lacks it all, the owner first', () => {
  expect(coverageOf({ ...input, policy: {}, effectiveOwner: null })).toEqual({
    state: 'incomplete',
    lacks: ['owner', 'classification', 'retry', 'idempotency', 'on_exhausted'],
    idle: false,
  });
});

describe('each lack', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['invalid', lacks({ policy: null }), ['invalid']],
    ['invalid and nobody’s', lacks({ policy: null, effectiveOwner: null }), ['invalid', 'owner']],
    ['a conflict', lacks({}, { classification: [{ code: 'timeout', class: 'terminal' }] }), ['invalid']],
    ['owner', lacks({ effectiveOwner: null }), ['owner']],
    ['classification', lacks({}, { classification: [], retry: { maxAttempts: 1 } }), ['classification']],
    ['a code nobody classified', lacks({ seenCodes: ['timeout', 'weird'] }), ['unclassified_codes']],
    ['no code', lacks({ seenCodes: [null] }), ['unclassified_codes']],
    ['retry', lacks({}, { retry: undefined }), ['retry']],
    ['one try, said on purpose', lacks({}, { retry: { maxAttempts: 1 } }), []],
    ['unknown action', lacks({}, { actions: [{ id: 'a', kind: 'http' }] }), ['idempotency']],
    ['actions not listed', lacks({}, { actions: undefined }), ['idempotency']],
    ['hand-off', lacks({}, { onExhausted: undefined }), ['on_exhausted']],
    ['no record', lacks({}, { onExhausted: { action: 'manual' } }), ['record']],
    ['a short record', lacks({}, { onExhausted: { action: 'manual', record: ['node_id'] } }), ['record']],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(expected);
  });

  test('an action that may not be done twice is fine with one try, or with a waiver', () => {
    const actions: NodePolicy['actions'] = [{ id: 'a', kind: 'http', idempotent: false, repeatable: false }];
    expect(lacks({}, { actions })).toEqual(['idempotency']);
    expect(lacks({}, { actions, retry: { maxAttempts: 1 } })).toEqual([]);
    const waiver = { by: 'kim', at: '2026-11-01', reason: 'checked by hand' };
    expect(lacks({}, { actions, retry: { maxAttempts: 1, ...complete.retry, waiver } })).toEqual([]);
  });

  test('the engine’s own retry counts as one', () => {
    expect(lacks({ hasEngineRetry: true }, { retry: undefined })).toEqual([]);
  });
});

describe('a node in which nothing can fail', () => {
  test('lacks nothing: no action, and never seen failing', () => {
    const nothing = { policy: { actions: [] }, effectiveOwner: null, seenCodes: [] };
    expect(lacks(nothing)).toEqual([]);
    expect(lacks({ ...nothing, policy: {}, canCarryPolicy: false })).toEqual([]);
  });

  test('has nothing to prove, and needs no drill', () => {
    const nothing = { policy: { actions: [] }, effectiveOwner: null, seenCodes: [] };
    expect(coverageOf({ ...input, ...nothing, proof: 'platform' })).toEqual({
      ...{ state: 'configured', lacks: [], idle: true },
    });
    const facts = { nothingCanFail: true };
    expect(neededDrills(facts, { failed: false, claimsIdempotency: true })).toEqual([]);
    expect(neededDrills(facts, { failed: true, claimsIdempotency: true })).toEqual([1, 2, 3, 4, 5]);
    expect(neededDrills({ nothingCanFail: false }, { failed: false, claimsIdempotency: false })).toEqual([1, 2, 3, 4]);
  });

  test('but one that failed, or that nobody has looked at, is to be completed', () => {
    expect(lacks({ policy: { actions: [] }, seenCodes: ['timeout'] })).toContain('retry');
    expect(lacks({ policy: {}, canCarryPolicy: false, seenCodes: ['timeout'] })).toContain('retry');
    expect(lacks({ policy: {}, seenCodes: [] })).toContain('retry');
  });
});
