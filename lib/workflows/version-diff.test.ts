import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/lib/shared/json';
import { compareVersions, type VersionContent, type VersionNode } from './version-diff';

const content = (nodes: readonly VersionNode[], rest: Partial<VersionContent> = {}): VersionContent => ({
  name: 'Orders',
  owner: 'order-ops',
  nodes,
  ...rest,
});
const node = (id: string, config: JsonObject = {}, engineRetry: readonly JsonObject[] = []): VersionNode => ({
  id,
  name: `Node ${id}`,
  config,
  engineRetry,
});

describe('compareVersions', () => {
  it('finds nothing between a version and itself', () => {
    const version = content([node('a', { owner: 'x', type: 'http' })]);
    expect(compareVersions(version, version)).toEqual({ name: null, owner: null, nodes: [] });
  });

  it('names nodes that came, changed and went, in the order of the later version', () => {
    const before = content([node('gone', { owner: 'x' }), node('a', { owner: 'x' }), node('same')]);
    const after = content([node('new'), node('same'), node('a', { owner: 'y' })]);
    expect(compareVersions(before, after).nodes).toEqual([
      { kind: 'added', id: 'new', name: 'Node new', policy: {} },
      {
        kind: 'changed',
        id: 'a',
        name: 'Node a',
        policy: { before: { owner: 'x' }, after: { owner: 'y' } },
        platformKeys: [],
        engineRetry: 'same',
      },
      { kind: 'removed', id: 'gone', name: 'Node gone', policy: { owner: 'x' } },
    ]);
  });

  it('tells what the platform changed from what the policy changed', () => {
    const before = content([node('a', { owner: 'x', type: 'http', next: ['b'], url: null })]);
    const after = content([node('a', { owner: 'x', type: 'mail', next: ['b'] })]);
    expect(compareVersions(before, after).nodes).toMatchObject([{ policy: null, platformKeys: ['type', 'url'] }]);
  });

  it.each([
    [[], [{ MaxAttempts: 2 }], 'came'],
    [[{ MaxAttempts: 2 }], [], 'went'],
    [[{ MaxAttempts: 2 }], [{ MaxAttempts: 3 }], 'changed'],
  ])("says what became of the engine's own retries: %j → %j", (old, now, engineRetry) => {
    const [before, after] = [content([node('a', {}, old)]), content([node('a', {}, now)])];
    expect(compareVersions(before, after).nodes).toMatchObject([{ id: 'a', engineRetry }]);
  });

  it('says that the workflow has another name or owner', () => {
    const after = content([], { name: 'Purchases', owner: null });
    expect(compareVersions(content([]), after)).toMatchObject({
      name: { before: 'Orders', after: 'Purchases' },
      owner: { before: 'order-ops', after: null },
    });
  });
});
