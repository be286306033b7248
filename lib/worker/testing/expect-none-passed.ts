import { expect } from 'vitest';
import type { KilledRun } from './drill-kills';

/**
 * Holds what killed workers have left against what drills promise: a trial whose worker died is not judged by what it
 * left behind but done again, a right configuration passes then and a wrong one never does, and nothing is sent later.
 */
export function expectNoneFalselyPassed(all: readonly KilledRun[], kills: number): void {
  expect(all).toHaveLength(kills);
  for (const run of all) {
    const { step, wrong, rounds } = run;
    const verdict = wrong ? 'failed' : 'passed';
    const last = { state: verdict, judged: true, unsent: 0 };
    // After its end a trial has its verdict, and only the run is still to end.
    const before = step === 'ended' ? [] : [{ state: 'interrupted', judged: false, unsent: 0 }];
    expect(run).toEqual({ step, wrong, state: verdict, rounds: [...before, last], certificates: wrong ? 0 : 1 });
    expect(rounds.at(-1)).toEqual(last);
  }
}
