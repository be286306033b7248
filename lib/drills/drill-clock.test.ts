import { describe, expect, it } from 'vitest';
import { fastest, trialTime, waitFor } from './drill-clock';

const shortened = (real: number, until: number, pieces = waitFor([], { mode: 'real', real, until }).pieces) =>
  waitFor(pieces, { mode: 'shortened', real, until });

describe("a trial's clock", () => {
  it('is the real one while nothing is shortened', () => {
    expect(trialTime([], 5_000)).toBe(5_000);
    expect(waitFor([], { mode: 'real', real: 1_000, until: 61_000 })).toEqual({ pieces: [], sleepMs: 60_000 });
  });

  it('lets a long wait pass within a second, and ends exactly when it is due', () => {
    const { pieces, sleepMs } = shortened(10_000, 70_000);
    expect(sleepMs).toBe(1_000);
    expect(trialTime(pieces, 10_000)).toBe(10_000);
    expect(trialTime(pieces, 10_500)).toBe(40_000);
    expect(trialTime(pieces, 11_000)).toBe(70_000);
  });

  it('counts what comes after the wait 1:1: half a second of lateness stays half a second', () => {
    const { pieces } = shortened(10_000, 3_610_000);
    expect(trialTime(pieces, 11_500) - 3_610_000).toBe(500);
  });

  it('goes on from where the last wait has brought it', () => {
    const first = shortened(10_000, 70_000).pieces;
    const again = waitFor(first, { mode: 'shortened', real: 11_200, until: trialTime(first, 11_200) + 5_000 });
    expect(again.pieces).toHaveLength(2);
    expect(trialTime(again.pieces, 12_200)).toBe(75_200);
    expect(fastest(again.pieces)).toBe(60);
  });

  it('passes short waits as they are, and does not wait for what is over', () => {
    expect(shortened(10_000, 10_900)).toEqual({ pieces: [], sleepMs: 900 });
    expect(shortened(10_000, 9_000)).toEqual({ pieces: [], sleepMs: 0 });
    expect(fastest([])).toBe(1);
  });
});
