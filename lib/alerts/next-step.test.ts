import { describe, expect, it } from 'vitest';
import { nextStep, type Tried } from './next-step';
import type { SendResult } from './send-result';

const NOW = new Date('2026-11-20T08:00:00Z');
const at = (ms: number) => new Date(NOW.getTime() + ms);
const FIRST: Tried = {
  ...{ kind: 'notification', tries: 1, firstTriedAt: NOW },
  ...{ possibleDuplicate: false, repeats: 'blind' },
};
const DOWN: SendResult = { outcome: 'retry', problem: 'server_error' };
const SILENT: SendResult = { outcome: 'unknown', problem: 'timed_out' };
const step = (tried: Partial<Tried>, result: SendResult, random = 0.5) =>
  nextStep({ ...FIRST, ...tried }, result, { now: NOW, random });

describe('nextStep', () => {
  it('ends with what is delivered and with what is refused', () => {
    expect(step({}, { outcome: 'ok' })).toEqual({ state: 'sent' });
    expect(step({}, { outcome: 'permanent', problem: 'gone' })).toEqual({ state: 'dead', problem: 'gone' });
  });

  it('tries again after a pause, not before the provider allows it', () => {
    const again = { state: 'retry', problem: 'server_error', possibleDuplicate: false };
    expect(step({}, DOWN)).toEqual({ ...again, nextAt: at(5_000) });
    expect(step({ tries: 4 }, DOWN)).toEqual({ ...again, nextAt: at(40_000) });
    expect(step({}, { ...DOWN, afterMs: 120_000 })).toEqual({ ...again, nextAt: at(120_000) });
  });

  it.each([{ tries: 8 }, { firstTriedAt: at(-24 * 3_600_000) }, { kind: 'test', firstTriedAt: at(-10 * 60_000) }])(
    'gives up with %j',
    (tried) => {
      expect(step(tried, DOWN)).toEqual({ state: 'dead', problem: 'given_up' });
    },
  );

  it('gives up earlier where more tries are of no use', () => {
    expect(step({ tries: 2 }, { ...DOWN, mostTries: 3 })).toMatchObject({ state: 'retry' });
    expect(step({ tries: 3 }, { ...DOWN, mostTries: 3 })).toEqual({ state: 'dead', problem: 'given_up' });
  });

  it('gives up when the provider wants to wait beyond the end', () => {
    expect(step({}, { ...DOWN, afterMs: 25 * 3_600_000 })).toEqual({ state: 'dead', problem: 'given_up' });
  });

  it('sends what may have arrived once more to who cannot tell, and marks it', () => {
    const marked = { state: 'retry', problem: 'timed_out', nextAt: at(5_000), possibleDuplicate: true };
    expect(step({}, SILENT)).toEqual(marked);
    expect(step({ tries: 3, possibleDuplicate: true }, SILENT)).toEqual({ state: 'unknown', problem: 'timed_out' });
    // What certainly did not arrive the second time may be tried again.
    expect(step({ tries: 2, possibleDuplicate: true }, DOWN)).toMatchObject({
      state: 'retry',
      possibleDuplicate: true,
    });
  });

  it('sends it again as it is to who drops what it had, up to the same end', () => {
    expect(step({ repeats: 'key' }, SILENT)).toMatchObject({ state: 'retry', possibleDuplicate: false });
    expect(step({ repeats: 'key', tries: 7 }, SILENT)).toMatchObject({ state: 'retry' });
    expect(step({ repeats: 'key', tries: 8 }, SILENT)).toEqual({ state: 'unknown', problem: 'timed_out' });
  });
});
