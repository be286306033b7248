import { describe, expect, it } from 'vitest';
import { afterTry, type Circuit, pass } from './circuit';
import type { SendResult } from './send-result';

const NOW = new Date('2026-11-20T08:00:00Z');
const at = (ms: number) => new Date(NOW.getTime() + ms);
const CLOSED: Circuit = { failuresInRow: 0, openUntil: null, probeUntil: null };
const OPEN: Circuit = { failuresInRow: 5, openUntil: at(60_000), probeUntil: null };
const OK: SendResult = { outcome: 'ok' };
const DOWN: SendResult = { outcome: 'retry', problem: 'not_reached' };
const REFUSED: SendResult = { outcome: 'permanent', problem: 'rejected' };
const asking = (now: Date, test = false) => ({ now, leaseMs: 90_000, test });

describe('afterTry', () => {
  it('opens with the fifth failure in a row, and not when one was delivered between', () => {
    let circuit = CLOSED;
    for (const failuresInRow of [1, 2, 3, 4]) {
      circuit = afterTry(circuit, DOWN, NOW);
      expect(circuit).toEqual({ ...CLOSED, failuresInRow });
    }
    expect(afterTry(afterTry(circuit, OK, NOW), DOWN, NOW)).toEqual({ ...CLOSED, failuresInRow: 1 });
    expect(afterTry(circuit, DOWN, NOW)).toEqual(OPEN);
    expect(afterTry(circuit, { outcome: 'unknown', problem: 'timed_out' }, NOW)).toEqual(OPEN);
  });

  it.each([
    [6, 2],
    [7, 4],
    [9, 16],
    [10, 30],
    [99, 30],
  ])('rests after a probe that is failure %i for %i minutes', (failures, minutes) => {
    const probing = { failuresInRow: failures - 1, openUntil: at(-1), probeUntil: at(5_000) };
    const openUntil = at(minutes * 60_000);
    expect(afterTry(probing, DOWN, NOW)).toEqual({ failuresInRow: failures, openUntil, probeUntil: null });
  });

  it('is not opened for longer by tries that were under way', () => {
    expect(afterTry(OPEN, DOWN, NOW)).toEqual(OPEN);
  });

  it('closes with what is delivered, and with an answer that refuses the message', () => {
    expect(afterTry(OPEN, OK, NOW)).toEqual(CLOSED);
    expect(afterTry(OPEN, REFUSED, NOW)).toEqual({ ...CLOSED, failuresInRow: 6 });
  });

  it('rests for as long as the provider asks', () => {
    const limited: SendResult = { outcome: 'retry', problem: 'rate_limited', channelRestsMs: 600_000 };
    expect(afterTry(CLOSED, limited, NOW)).toEqual({ failuresInRow: 1, openUntil: at(600_000), probeUntil: null });
    expect(afterTry(OPEN, limited, NOW)).toMatchObject({ openUntil: at(600_000) });
  });
});

describe('pass', () => {
  it('lets everything through while closed, and nothing while open', () => {
    expect(pass(CLOSED, asking(NOW))).toEqual({ passes: true, circuit: CLOSED });
    expect(pass(OPEN, asking(NOW))).toEqual({ passes: false, waitMs: 60_000 });
    expect(pass(OPEN, asking(at(59_000)))).toEqual({ passes: false, waitMs: 1_000 });
  });

  it('lets one probe through after the rest; the others look again soon, also when it never comes back', () => {
    const first = pass(OPEN, asking(at(60_000)));
    const probing = { ...OPEN, probeUntil: at(150_000) };
    expect(first).toEqual({ passes: true, circuit: probing });
    expect(pass(probing, asking(at(61_000)))).toEqual({ passes: false, waitMs: 5_000 });
    expect(pass(probing, asking(at(150_000)))).toMatchObject({ passes: true });
  });

  it('lets a test probe at once when failures have opened it, not when the provider asked for a rest', () => {
    expect(pass(OPEN, asking(NOW, true))).toMatchObject({ passes: true, circuit: { probeUntil: at(90_000) } });
    expect(pass({ ...OPEN, failuresInRow: 1 }, asking(NOW, true))).toEqual({ passes: false, waitMs: 60_000 });
  });
});
