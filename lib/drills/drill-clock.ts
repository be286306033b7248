import type { EpochMs } from '@/lib/shared/clock';
import type { DrillClockMode } from './vocabulary';

/** A stretch of real time in which the trial's clock ran `factor` times as fast. Outside of them it runs 1:1. */
export interface ClockPiece {
  readonly from: EpochMs;
  readonly until: EpochMs;
  readonly factor: number;
}

/** What a wait takes at most when the clock is shortened. */
export const LONGEST_WAIT_MS = 1_000;

/** What the trial's clock shows at a moment of the real one. */
export function trialTime(pieces: readonly ClockPiece[], real: EpochMs): EpochMs {
  const ahead = pieces.reduce((sum, { from, until, factor }) => {
    const passed = Math.max(0, Math.min(real, until) - from);
    return sum + passed * (factor - 1);
  }, 0);
  return Math.round(real + ahead);
}

export interface ClockWait {
  /** With the one in which this wait passes faster. */
  readonly pieces: readonly ClockPiece[];
  readonly sleepMs: number;
}

/**
 * How to wait until the trial's clock shows `until`. A fast piece ends with the wait and not with whoever waits: what
 * the machine is late by afterwards counts 1:1, so that no factor turns half a second of it into minutes of the log.
 */
export function waitFor(
  pieces: readonly ClockPiece[],
  {
    mode,
    real,
    until,
    longestMs = LONGEST_WAIT_MS,
  }: { mode: DrillClockMode; real: EpochMs; until: EpochMs; longestMs?: number },
): ClockWait {
  const waitMs = Math.max(0, until - trialTime(pieces, real));
  if (mode === 'real' || waitMs <= longestMs) return { pieces, sleepMs: waitMs };
  const piece = { from: real, until: real + longestMs, factor: waitMs / longestMs };
  return { pieces: [...pieces, piece], sleepMs: longestMs };
}

/** How many times faster than real the clock ran at most; 1 = never. */
export function fastest(pieces: readonly ClockPiece[]): number {
  return pieces.reduce((most, { factor }) => Math.max(most, factor), 1);
}
