import { describe, expect, test } from 'vitest';
import type { Action } from '@/lib/model/action';
import { checkPolicy, publishable, repeatSafety } from './check';
import type { NodePolicy, Retry } from './schema';

const retry: Retry = { maxAttempts: 3, backoff: 'exponential', initialInterval: 5_000, maxInterval: 60_000 };
const safe: Action = { id: 'charge', kind: 'third_party', idempotent: true };
const sound: NodePolicy = { owner: 'ops', actions: [safe], retry, onExhausted: { action: 'manual' } };

function codes(policy: NodePolicy, inheritedOwner?: string | null): string[] {
  return checkPolicy(policy, { inheritedOwner }).map(
    ({ severity, code, path }) => `${severity} ${code} ${path?.join('.')}`,
  );
}

test('a sound policy has nothing to say', () => {
  expect(codes(sound)).toEqual([]);
  expect(codes({})).toEqual([]);
});

describe('the idempotency gate', () => {
  const safeguard = (enforcedBy: 'sender' | 'receiver' | 'nobody') => ({ kind: 'upsert' as const, enforcedBy });

  test.each<[Partial<Action>, string]>([
    [{ idempotent: true }, 'safe'],
    [{ idempotent: false, repeatable: true }, 'safe'],
    [{ idempotent: false, repeatable: false, safeguard: safeguard('sender') }, 'safe'],
    [{ idempotent: false, repeatable: false, safeguard: safeguard('receiver') }, 'safe'],
    [{ safeguard: safeguard('receiver') }, 'safe'],
    [{ idempotent: false, repeatable: false, safeguard: safeguard('nobody') }, 'unsafe'],
    [{ idempotent: false, repeatable: false }, 'unsafe'],
    [{ idempotent: false }, 'unknown'],
    [{ repeatable: false }, 'unknown'],
    [{ safeguard: safeguard('nobody') }, 'unknown'],
    [{}, 'unknown'],
  ])('%j is %s', (answers, safety) => {
    const action: Action = { id: 'a', kind: 'http', ...answers };
    expect(repeatSafety(action)).toBe(safety);
    const policy = { ...sound, actions: [safe, action] };
    expect(publishable(policy)).toBe(safety === 'safe');
    if (safety !== 'safe')
      expect(checkPolicy(policy)).toMatchObject([
        { code: safety === 'unsafe' ? 'gate_refused' : 'gate_unknown', path: ['actions', 1], values: { action: 'a' } },
      ]);
  });

  test('a waiver opens it, and so does a single try', () => {
    const action: Action = { id: 'a', kind: 'http', idempotent: false, repeatable: false };
    const waiver = { by: 'kim', at: '2026-11-01', reason: 'refunds are checked by hand' };
    expect(publishable({ ...sound, actions: [action], retry: { ...retry, waiver } })).toBe(true);
    expect(publishable({ ...sound, actions: [action], retry: { maxAttempts: 1 } })).toBe(true);
  });

  test('no actions listed is a warning; said to have none is not', () => {
    expect(codes({ ...sound, actions: undefined })).toEqual(['warning actions_not_listed actions']);
    expect(codes({ ...sound, actions: [] })).toEqual([]);
  });
});

describe('contradictions', () => {
  const withRetry = (change: Partial<Retry>): NodePolicy => ({ ...sound, retry: { ...retry, ...change } });

  test('a conflict forbids publishing', () => {
    const policy = {
      ...withRetry({ retryOn: ['timeout'] }),
      classification: [{ code: 'timeout', class: 'terminal' as const }],
    };
    expect(codes(policy)).toEqual([
      'error classification_conflict classification.0',
      'error classification_conflict retry.retryOn.0',
    ]);
    expect(publishable(policy)).toBe(false);
  });

  test.each<[string, NodePolicy, string[]]>([
    ['an empty list', withRetry({ retryOn: [] }), ['warning retry_on_empty retry.retryOn']],
    [
      'temporary codes without retry',
      { owner: 'ops', classification: [{ code: 'busy', class: 'transient' }] },
      ['warning transient_without_retry retry'],
    ],
    [
      'codes to retry, one try',
      withRetry({ maxAttempts: 1, retryOn: ['timeout'] }),
      ['warning transient_without_retry retry'],
    ],
    ['no hand-off', { ...sound, onExhausted: undefined }, ['warning exhausted_missing onExhausted']],
    ['a final code', withRetry({ retryOn: ['timeout', '401'] }), ['warning terminal_code_retried retry.retryOn.1']],
    [
      'a pattern with final codes',
      withRetry({ retryOn: ['http_4xx'] }),
      ['warning terminal_code_retried retry.retryOn.0'],
    ],
    ['everything', withRetry({ retryOn: ['States.ALL'] }), ['warning everything_retried retry.retryOn.0']],
    ['no time for a second try', withRetry({ maxElapsed: 4_999 }), ['warning max_elapsed_short retry.maxElapsed']],
    ['no time for all tries', withRetry({ maxElapsed: 14_999 }), ['warning max_elapsed_cuts retry.maxElapsed']],
    ['just enough time', withRetry({ maxElapsed: 15_000 }), []],
    [
      'a multiplier for nothing',
      withRetry({ backoff: 'fixed', multiplier: 2 }),
      ['info multiplier_unused retry.multiplier'],
    ],
    ['ids twice', { ...sound, actions: [safe, safe] }, ['error action_id_twice actions.1.id']],
    [
      'a rule for no action',
      { ...sound, classification: [{ code: 'busy', class: 'terminal', action: 'refund' }] },
      ['warning rule_action_unknown classification.0.action'],
    ],
  ])('%s', (_, policy, expected) => {
    expect(codes(policy)).toEqual(expected);
  });

  test('a final code that a more specific rule settles is not reported', () => {
    const classification = ['http_400', 'http_401', 'http_403', 'http_404', 'http_409', 'http_422'].map((code) => ({
      code,
      class: 'terminal' as const,
    }));
    expect(codes({ ...withRetry({ retryOn: ['http_4xx'] }), classification })).toEqual([]);
  });
});

describe('owner', () => {
  test('missing is a warning, inherited is enough', () => {
    expect(codes({ ...sound, owner: undefined })).toEqual(['warning owner_missing owner']);
    expect(codes({ ...sound, owner: undefined }, 'ops')).toEqual([]);
  });

  test('a recipient is not an owner', () => {
    const policy: NodePolicy = { ...sound, owner: undefined, onExhausted: { action: 'manual', notify: 'biz' } };
    expect(checkPolicy(policy)).toMatchObject([{ code: 'owner_missing', values: { told: 'notify', notify: 'biz' } }]);
  });
});
