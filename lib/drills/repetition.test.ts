import { describe, expect, it } from 'vitest';
import type { Action } from '@/lib/model/action';
import { repetitionOf } from './repetition';

const of = (...actions: Omit<Action, 'id' | 'kind'>[]) =>
  repetitionOf({ actions: actions.map((each, index) => ({ id: `a${index}`, kind: 'http', ...each })) });

describe('how the sandbox takes a repetition', () => {
  it('is what the policy claims', () => {
    expect(of({ safeguard: { kind: 'idempotency_key', enforcedBy: 'receiver' } })).toBe('key');
    expect(of({ safeguard: { kind: 'dedup', enforcedBy: 'sender' } })).toBe('key');
    expect(of({ safeguard: { kind: 'upsert', enforcedBy: 'receiver' } })).toBe('upsert');
    expect(of({ idempotent: true })).toBe('upsert');
    expect(of({}, { idempotent: true })).toBe('upsert');
  });

  it('is nothing where nobody claims or enforces anything', () => {
    expect(repetitionOf({})).toBe('none');
    expect(of({ idempotent: false }, { repeatable: true })).toBe('none');
    expect(of({ safeguard: { kind: 'dedup', enforcedBy: 'nobody' } })).toBe('none');
  });
});
