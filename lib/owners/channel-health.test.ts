import { describe, expect, it } from 'vitest';
import {
  type ChannelHealth,
  type ChannelReach,
  type ChannelRecord,
  channelHealth,
  groupHealth,
  isLastWay,
  toldChannels,
} from './channel-health';

const NOW = new Date('2026-11-20T08:00:00Z');
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const NEVER: ChannelRecord = {
  ...{ failuresInRow: 0, openUntil: null, lastSentAt: null, failingSince: null, lastProblem: null, confirmedAt: null },
};
const ON = { enabled: true, recipients: null };

describe('channelHealth', () => {
  it.each<[string, Partial<ChannelRecord> | null, ChannelHealth]>([
    ['nothing was tried', null, { state: 'untried' }],
    ['only a token was taken', {}, { state: 'untried' }],
    ['a message went out', { lastSentAt: at(-5) }, { state: 'works', at: at(-5) }],
    ['somebody said that it arrived', { lastSentAt: at(-5), confirmedAt: at(-3) }, { state: 'confirmed', at: at(-3) }],
    [
      'it failed since, whoever confirmed before',
      { lastSentAt: at(-5), confirmedAt: at(-3), failuresInRow: 1, failingSince: at(-1), lastProblem: 'gone' },
      { state: 'failing', since: at(-1), problem: 'gone' },
    ],
    [
      'its circuit is open',
      { failuresInRow: 5, failingSince: at(-1), openUntil: at(1), lastProblem: 'timed_out' },
      { state: 'paused', until: at(1), problem: 'timed_out' },
    ],
    ['a circuit was open', { openUntil: at(-1), lastSentAt: at(-2) }, { state: 'works', at: at(-2) }],
  ])('%s', (_, record, health) => {
    expect(channelHealth(ON, record && { ...NEVER, ...record }, NOW)).toEqual(health);
  });

  it('off, and mail to nobody, come before anything that was', () => {
    const sent = { ...NEVER, lastSentAt: at(-5) };
    expect(channelHealth({ enabled: false, recipients: null }, sent, NOW)).toEqual({ state: 'off' });
    expect(channelHealth({ enabled: true, recipients: 0 }, sent, NOW)).toEqual({ state: 'nobody' });
    expect(channelHealth({ enabled: true, recipients: 2 }, sent, NOW)).toEqual({ state: 'works', at: at(-5) });
  });
});

const OFF: ChannelHealth = { state: 'off' };
const WORKS: ChannelHealth = { state: 'works', at: NOW };
const FAILS: ChannelHealth = { state: 'failing', since: NOW, problem: 'gone' };
const NEW: ChannelHealth = { state: 'untried' };
let next = 0;
const channel = (health: ChannelHealth, fallback = false): ChannelReach => ({
  ...{ id: `${next++}`, kind: 'slack', name: 'x', fallback, health },
});

describe('groupHealth', () => {
  it.each([
    [[], 'no_channel'],
    [[OFF], 'no_channel'],
    [[NEW, OFF], 'untried'],
    [[NEW, WORKS], 'works'],
    [[WORKS, FAILS], 'partly'],
    [[FAILS, { state: 'nobody' }, { state: 'paused', until: NOW, problem: null }], 'failing'],
  ] as const)('%j is %s', (healths, group) => {
    expect(groupHealth(healths.map((each) => channel(each)))).toBe(group);
  });
});

describe('toldChannels', () => {
  it('are those that are on; fallbacks only where there is nothing else', () => {
    const [first, spare, off] = [channel(WORKS), channel(WORKS, true), channel(OFF)];
    expect(toldChannels([first, spare, off])).toEqual([first]);
    expect(toldChannels([spare, off])).toEqual([spare]);
    expect(toldChannels([off])).toEqual([]);
  });
});

describe('isLastWay', () => {
  it('is true of the only one, whether it works or not', () => {
    for (const health of [WORKS, FAILS, NEW]) {
      const only = channel(health);
      expect(isLastWay([only, channel(OFF)], only.id)).toBe(true);
    }
  });

  it('is true of the last that works, and of none beside one that does', () => {
    const [works, fails, spare] = [channel(WORKS), channel(FAILS), channel(WORKS, true)];
    expect(isLastWay([works, fails], works.id)).toBe(true);
    expect(isLastWay([works, fails], fails.id)).toBe(false);
    expect(isLastWay([works, spare], works.id)).toBe(false);
    expect(isLastWay([fails, channel(FAILS)], fails.id)).toBe(false);
  });

  it('is false of one that is off or unknown', () => {
    const off = channel(OFF);
    expect(isLastWay([off], off.id)).toBe(false);
    expect(isLastWay([off], 'none')).toBe(false);
  });
});
