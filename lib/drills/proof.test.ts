import { describe, expect, it } from 'vitest';
import type { Action } from '@/lib/model/action';
import { claimsIdempotency, policyHash } from './proof';

const CONFIG = { type: 'http', retry: { maxAttempts: 3, backoff: 'fixed' }, owner: 'ops' };

describe('policyHash', () => {
  it('is the same whatever the platform keeps beside the policy, and in whatever order', () => {
    const hash = policyHash(CONFIG);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(policyHash({ owner: 'ops', retry: { backoff: 'fixed', maxAttempts: 3 }, url: 'x', next: ['b'] })).toBe(hash);
    expect(policyHash({ ...CONFIG, alert: undefined })).toBe(hash);
  });

  it('is another with any change of the policy', () => {
    const others = [
      { ...CONFIG, owner: 'somebody' },
      { ...CONFIG, retry: { ...CONFIG.retry, maxAttempts: 4 } },
      { ...CONFIG, alert: { silence: '5m' } },
      { ...CONFIG, actions: [] },
      {},
    ];
    expect(new Set([CONFIG, ...others].map(policyHash)).size).toBe(others.length + 1);
  });
});

describe('claimsIdempotency', () => {
  const claims = (...actions: Omit<Action, 'id' | 'kind'>[]) =>
    claimsIdempotency({ actions: actions.map((each, at) => ({ id: String(at), kind: 'http', ...each })) });

  it('is true where one action says so or is guarded by somebody', () => {
    expect(claims({ idempotent: true })).toBe(true);
    expect(claims({}, { idempotent: false, safeguard: { kind: 'dedup', enforcedBy: 'receiver' } })).toBe(true);
    expect(claims({ safeguard: { kind: 'upsert', enforcedBy: 'sender' } })).toBe(true);
  });

  it('is false where a repetition may harm, or is only accepted', () => {
    expect(claims({ idempotent: false }, { repeatable: true })).toBe(false);
    expect(claims({ safeguard: { kind: 'dedup', enforcedBy: 'nobody' } })).toBe(false);
    expect(claimsIdempotency({})).toBe(false);
  });
});
