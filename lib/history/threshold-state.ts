import type { NodePolicy } from '@/lib/policy/schema';
import type { ThresholdRow } from '@/lib/policy/threshold-edit';
import { DAY_MS, type EpochMs, MINUTE_MS } from '@/lib/shared/clock';
import { type MinimumSample, suggestThreshold, type ThresholdSuggestion } from './threshold';
import type { CodeSample, NodeSample, ThresholdSetting } from './threshold-sample';

/** The threshold of every code that has none of its own. */
export const ANY_CODE = '*';

/**
 * How a threshold in a config stands to what history says now.
 * `current`: it says what history says, or somebody decided it by hand, or there is still too little to say more;
 * `drifted`: it was measured, and what is measured now is another number (`driftsFrom`);
 * `ripe`: nothing stands there, or a number that waits to be observed, and now there is enough;
 * `short`: it was measured, and of now there is not enough any more.
 */
export const THRESHOLD_STATES = ['drifted', 'ripe', 'short', 'current'] as const;
export type ThresholdStanding = (typeof THRESHOLD_STATES)[number];

/** One code of a node: what stands in its config, and what history says now. */
export interface MeasuredThreshold {
  readonly code: string;
  readonly state: ThresholdStanding;
  /** In force; null = nothing stands there. */
  readonly written: {
    readonly failures: number;
    readonly source: ThresholdRow['threshold_source'];
  } | null;
  readonly suggestion: ThresholdSuggestion;
}

type Written = NonNullable<NonNullable<NodePolicy['alert']>['thresholds']>[number];

/** Beyond this part of the written number, a difference is no chance any more. */
const DRIFT = 0.2;

/** True when a measured number and the one of now are apart by more than a fifth of it, and by one at least. */
export function driftsFrom(written: number, now: number): boolean {
  const apart = Math.abs(written - now);
  return apart >= 1 && apart > written * DRIFT;
}

/**
 * Every code of a node for which something stands in its policy or could be taken: what is written, in its order (of two
 * entries of a code the first, which is the one that holds), then codes with enough history. Failures without a code have
 * only `*`, so it is offered where they alone are enough. What is written for another window than a day is never held
 * against a daily number.
 */
export function thresholdStates(
  policy: NodePolicy,
  sample: NodeSample,
  { minimum }: Pick<ThresholdSetting, 'minimum'>,
): MeasuredThreshold[] {
  const entries = new Map<string, Written>();
  for (const entry of policy.alert?.thresholds ?? []) if (!entries.has(entry.code)) entries.set(entry.code, entry);
  const written = [...entries.values()].map((entry): MeasuredThreshold => {
    const suggestion = suggestionOf(sampleFor(sample, entry.code), minimum);
    return {
      code: entry.code,
      state: standingOf(entry, suggestion),
      written: { failures: entry.failures, source: entry.threshold_source },
      suggestion,
    };
  });
  const open = sample.codes.flatMap((each): MeasuredThreshold[] => {
    const code = each.errorCode ?? ANY_CODE;
    // A code that is called as the mark for all of them has no threshold of its own.
    if (entries.has(code) || each.errorCode === ANY_CODE || each.errorCode === '') return [];
    if (suggestionOf(each, minimum).threshold_source !== 'measured') return [];
    const suggestion = suggestionOf(each.errorCode === null ? sample.any : each, minimum);
    return [{ code, state: 'ripe', written: null, suggestion }];
  });
  return [...written, ...open];
}

/** What history says of a code as it is written in a config, `*` included; a code that did not fail has days without. */
export function sampleFor({ codes, any }: NodeSample, code: string): CodeSample {
  if (code === ANY_CODE) return any;
  return (
    codes.find(({ errorCode }) => errorCode === code) ?? {
      ...any,
      errorCode: code,
      days: any.days.map(({ day }) => ({ day, failedExecutions: 0 })),
    }
  );
}

/** The entry that takes a measured suggestion into a config; the window of what is measured is a day. */
export function measuredRow(
  code: string,
  { failures, sample_size, failure_count }: Pick<ThresholdSuggestion, 'failures' | 'sample_size' | 'failure_count'>,
  measuredAt: Date,
): ThresholdRow {
  const evidence = { sample_size, failure_count, measured_at: measuredAt.toISOString() };
  return { code, failures, window: '1d', threshold_source: 'measured', ...evidence };
}

/** Platforms may write the last rows of a day a little after it. */
const SETTLED_MS = 30 * MINUTE_MS;

/** What was measured before this moment is measured again: the last time that a day was over and its rows were there. */
export function measuredBefore(now: Date): Date {
  return new Date(Math.floor((now.getTime() - SETTLED_MS) / DAY_MS) * DAY_MS + SETTLED_MS);
}

/** When all is measured again without anybody asking. */
export function nextMeasuring(now: Date): Date {
  return new Date(measuredBefore(now).getTime() + DAY_MS);
}

const FIRST_PAUSE_MS = MINUTE_MS;
const LONGEST_PAUSE_MS = 30 * MINUTE_MS;

/** When a source that failed so often in a row is tried again. */
export function triedAgainAt(failedAt: EpochMs, failures: number): EpochMs {
  return failedAt + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1));
}

function suggestionOf({ days, executions }: CodeSample, minimum: MinimumSample): ThresholdSuggestion {
  return suggestThreshold(
    days.map(({ failedExecutions }) => failedExecutions),
    executions,
    minimum,
  );
}

function standingOf(
  { failures, window, threshold_source }: Written,
  suggestion: ThresholdSuggestion,
): ThresholdStanding {
  const enough = suggestion.threshold_source === 'measured';
  switch (threshold_source) {
    case 'manual':
      return 'current';
    case 'pending-observation':
      return enough ? 'ripe' : 'current';
    case 'measured':
      if (!enough) return 'short';
      return window === DAY_MS && driftsFrom(failures, suggestion.failures) ? 'drifted' : 'current';
  }
}
