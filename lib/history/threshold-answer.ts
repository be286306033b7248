import type { MinimumSample } from './threshold';
import type { CodeSample, NodeSample, ThresholdSetting } from './threshold-sample';

/** More codes than that and nobody decides them one by one; the rarest are left out, and counted. */
export const MOST_SAMPLED_CODES = 100;

/** What history says of a node's codes, as it travels to the form: the days once, and a count per day and code. */
export interface SampleAnswer {
  /** ISO 8601. */
  readonly measuredAt: string;
  readonly windowDays: number;
  readonly minimum: MinimumSample;
  /** Days of UTC, oldest first. */
  readonly days: readonly string[];
  /** Of the node in the window. */
  readonly executions: number;
  /** Days of the window since the node's first recorded step. */
  readonly observedDays: number;
  /** Failed executions per day, most first; a null code: failures without one. */
  readonly codes: readonly { readonly code: string | null; readonly counts: readonly number[] }[];
  /** Codes that are not among them. */
  readonly more: number;
  /** All codes together. */
  readonly any: readonly number[];
}

/** Packs what `thresholdSamples` read for its way to the form; `now` is when. */
export function sampleAnswer(
  { windowDays, minimum, codes, any }: ThresholdSetting & NodeSample,
  now: Date,
): SampleAnswer {
  const countsOf = (days: CodeSample['days']) => days.map(({ failedExecutions }) => failedExecutions);
  const shown = codes.slice(0, MOST_SAMPLED_CODES);
  return {
    measuredAt: now.toISOString(),
    windowDays,
    minimum,
    days: any.days.map(({ day }) => day),
    executions: any.executions,
    observedDays: any.observedDays,
    codes: shown.map(({ errorCode, days }) => ({ code: errorCode, counts: countsOf(days) })),
    more: codes.length - shown.length,
    any: countsOf(any.days),
  };
}
