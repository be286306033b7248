import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/lib/shared/json';
import type { VersionNode } from './version-diff';
import { type CurrentNode, planRestore } from './version-restore';

const then = (id: string, config: JsonObject = {}, engineRetry: readonly JsonObject[] = []): VersionNode => ({
  id,
  name: id,
  config,
  engineRetry,
});
const now = (id: string, config: JsonObject = {}, engineRetry: readonly JsonObject[] = []): CurrentNode => ({
  ...then(id, config, engineRetry),
  rowId: `row-${id}`,
  version: 2,
});
const waived = (by: string, at: string, reason: string) => ({
  retry: { maxAttempts: 2, waiver: { by, at, reason } },
});

describe('planRestore', () => {
  it('brings back the policy keys only, of nodes that exist in both', () => {
    const plan = planRestore(
      [then('a', { type: 'http', owner: 'old' }), then('gone', { owner: 'old' }), then('same', { owner: 'x' })],
      [now('same', { owner: 'x', type: 'new' }), now('a', { type: 'mail', owner: 'new', alert: {} }), now('fresh')],
    );
    expect(plan.changes.map(({ node, before, after }) => [node.id, before, after])).toEqual([
      ['a', { owner: 'new', alert: {} }, { owner: 'old' }],
    ]);
    expect(plan.same).toBe(1);
    expect(plan.gone.map(({ id }) => id)).toEqual(['gone']);
    expect(plan.fresh.map(({ id }) => id)).toEqual(['fresh']);
  });

  it('can be of one node', () => {
    const plan = planRestore(
      [then('a', { owner: 'old' }), then('b', { owner: 'old' }), then('gone')],
      [now('a', { owner: 'new' }), now('b', { owner: 'new' }), now('fresh')],
      'b',
    );
    expect(plan.changes.map(({ node }) => node.id)).toEqual(['b']);
    expect([plan.gone, plan.fresh, plan.same]).toEqual([[], [], 0]);
  });

  it('holds a waiver for the same when its reason is: a signature alone is nothing to restore', () => {
    const plan = planRestore(
      [then('a', waived('Ann', 'May', 'by phone'))],
      [now('a', waived('Bo', 'June', 'by phone'))],
    );
    expect(plan.changes).toEqual([]);
    const other = planRestore(
      [then('a', waived('Ann', 'May', 'by phone'))],
      [now('a', waived('Bo', 'June', 'by mail'))],
    );
    expect(other.changes).toHaveLength(1);
  });

  it("says where the engine's own retries are gone for good, unless a retry rule comes back", () => {
    const blocks = [{ MaxAttempts: 2 }];
    const lost = planRestore([then('a', {}, blocks)], [now('a', { retry: { maxAttempts: 3 } })]);
    expect(lost.changes).toMatchObject([{ engineRetryGone: true }]);
    const kept = planRestore([then('a', {}, blocks)], [now('a', { owner: 'x' }, blocks)]);
    expect(kept.changes).toMatchObject([{ engineRetryGone: false }]);
  });
});
