import { describe, expect, it } from 'vitest';
import type { ChannelHealth, ChannelReach, GroupReach } from '@/lib/owners/channel-health';
import type { JsonObject } from '@/lib/shared/json';
import { whoWouldBeTold } from './who';

const WORKS: ChannelHealth = { state: 'works', at: new Date(0) };
const channel = (id: string, health: ChannelHealth = WORKS, fallback = false): ChannelReach => ({
  ...{ id, kind: 'slack', name: id, fallback, health },
});
const group = (slug: string, ...channels: ChannelReach[]): GroupReach => ({
  ...{ id: slug, slug, name: slug, health: 'works', channels },
});
const GROUPS = [
  group('oncall', channel('mail'), channel('spare', WORKS, true), channel('old', { state: 'off' })),
  group('payments', channel('only-spare', WORKS, true)),
  group('orders', channel('off', { state: 'off' })),
];

describe('whoWouldBeTold', () => {
  it.each<[string, JsonObject, string | null, object]>([
    ['nobody without an owner', {}, null, { told: false, because: 'no_owner' }],
    ['nobody by an empty name', { owner: '', onExhausted: { notify: '' } }, null, { because: 'no_owner' }],
    [
      'whom the rule names, before any owner',
      { owner: 'payments', onExhausted: { notify: 'oncall' } },
      'orders',
      { told: true, recipient: { slug: 'oncall', from: 'notify' } },
    ],
    ['the owner of the node', { owner: 'payments' }, 'orders', { recipient: { slug: 'payments', from: 'node' } }],
    [
      'the owner of the workflow, and that the group has no channel that is on',
      {},
      'orders',
      { told: false, because: 'no_channel', recipient: { slug: 'orders', from: 'workflow' } },
    ],
    [
      'nobody in place of a group that does not exist',
      { owner: 'payments', onExhausted: { notify: 'ghosts' } },
      'orders',
      { told: false, because: 'group_missing', recipient: { slug: 'ghosts', from: 'notify' } },
    ],
    [
      'as far as it goes, from what is no policy yet',
      { owner: 'oncall', retry: { maxAttempts: 'many' }, onExhausted: 'soon' },
      null,
      { told: true, recipient: { slug: 'oncall', from: 'node' } },
    ],
  ])('%s', (_, document, inherited, who) => {
    expect(whoWouldBeTold(document, inherited, GROUPS)).toMatchObject(who);
  });

  it('tells the channels that are on, and which ones stand in', () => {
    const names = (owner: string) => {
      const who = whoWouldBeTold({ owner }, null, GROUPS);
      return who.told && [who.channels.map(({ id }) => id), who.fallbacks.map(({ id }) => id)];
    };
    expect(names('oncall')).toEqual([['mail'], ['spare']]);
    expect(names('payments')).toEqual([['only-spare'], []]);
  });
});
