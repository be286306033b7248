import { daysUntilEnough, suggestThreshold } from '@/lib/history/threshold';
import type { SampleAnswer } from '@/lib/history/threshold-answer';
import { ANY_CODE, measuredRow } from '@/lib/history/threshold-state';
import { type ThresholdRow, withThreshold } from '@/lib/policy/threshold-edit';
import { type WrittenThreshold, writtenThresholds } from '@/lib/policy/written-thresholds';
import { DAY_MS } from '@/lib/shared/clock';
import type { JsonObject } from '@/lib/shared/json';

/** What a suggestion is counted by. */
const WINDOW = '1d';

/** What history suggests for a code, and what it rests on. */
export interface Suggestion {
  /** As it would be written. */
  readonly row: ThresholdRow;
  /** Failed executions per day of the window. */
  readonly counts: readonly number[];
  readonly sampleSize: number;
  readonly failureCount: number;
  /** Between which parts of all executions the rate lies; null below the minimum sample. */
  readonly rate: { readonly low: number; readonly high: number } | null;
  /** Days until the minimum sample is there; 0: it is, null: never at this rate. */
  readonly enoughInDays: number | null;
  /**
   * Against what is written: `same`, `newer` (the same threshold by other figures), `by_hand` (a person decided
   * otherwise), `short` (it was measured, and there is not enough any more), `differs`, or `missing` (nothing is written).
   */
  readonly standing: 'same' | 'newer' | 'by_hand' | 'short' | 'differs' | 'missing';
}

/** One code in the form: what is written for it, and what history says. */
export interface ThresholdLine {
  readonly code: string;
  /** 0, or more for another threshold of the same code. */
  readonly nth: number;
  readonly written: WrittenThreshold | null;
  /** Null: history has not been read yet, or this is a second threshold of one code. */
  readonly suggestion: Suggestion | null;
}

/**
 * What the form shows of thresholds: codes by how often they failed, then those that only a threshold names, then the row
 * for all others. `seen` are the node's codes while history has not been read yet (`sample` null). Failures without a
 * code have no row: no threshold can name them, and that of all others counts them.
 */
export function thresholdLines(
  document: JsonObject,
  seen: readonly (string | null)[],
  sample: SampleAnswer | null,
): ThresholdLine[] {
  const written = writtenThresholds(document);
  const known = sample ? sample.codes.map(({ code }) => code) : seen;
  const named = [...known.flatMap((code) => code ?? []), ...written.map(({ code }) => code)];
  const codes = [...new Set(named)].filter((code) => code !== '' && code !== ANY_CODE);
  return [...codes, ANY_CODE].flatMap((code) => {
    const entries = written.filter((each) => each.code === code);
    const [first = null, ...others] = entries;
    const line = { code, nth: 0, written: first, suggestion: sample && suggestionFor(code, first, sample) };
    return [line, ...others.map((entry, i) => ({ code, nth: i + 1, written: entry, suggestion: null }))];
  });
}

/** Standings that are left alone when all suggestions are taken. */
const KEPT: readonly Suggestion['standing'][] = ['same', 'by_hand', 'short'];

/**
 * The lines whose suggestions are taken at once: what was measured and is not written so, and fresh figures where
 * something waits for them. What a person set by hand stays, so does what was measured when there was enough, and codes
 * that seldom fail go by the row for all others.
 */
export function takenAtOnce(lines: readonly ThresholdLine[]): ThresholdLine[] {
  return lines.filter(({ code, written, suggestion }) => {
    if (suggestion === null || KEPT.includes(suggestion.standing)) return false;
    // A number for hours says nothing against one for days.
    if (written !== null && written.windowMs !== DAY_MS) return false;
    return suggestion.rate !== null || written !== null || code === ANY_CODE;
  });
}

/** The document with the suggestions of these lines, as one edit. */
export function takeSuggestions(document: JsonObject, lines: readonly ThresholdLine[]): JsonObject {
  return lines.reduce((next, { suggestion }) => (suggestion ? withThreshold(next, suggestion.row) : next), document);
}

/** The document with the threshold of a code given into a person's hands; its reason is still to be written. */
export function takeByHand(document: JsonObject, { code, written, suggestion }: ThresholdLine): JsonObject {
  const failures = written?.failures ?? suggestion?.row.failures ?? 1;
  return withThreshold(document, { code, failures, window: WINDOW, threshold_source: 'manual' });
}

function suggestionFor(code: string, written: WrittenThreshold | null, sample: SampleAnswer): Suggestion {
  const { minimum, windowDays, observedDays, executions, measuredAt } = sample;
  const none = () => sample.days.map(() => 0);
  const counts = code === ANY_CODE ? sample.any : (sample.codes.find((each) => each.code === code)?.counts ?? none());
  const found = suggestThreshold(counts, executions, minimum);
  const { failures, threshold_source, sample_size, failure_count } = found;
  const evidence = { counts, sampleSize: sample_size, failureCount: failure_count };
  if (threshold_source === 'measured') {
    const row = measuredRow(code, found, new Date(measuredAt));
    const rate = { low: found.rateLow, high: found.rateHigh };
    return { ...evidence, row, rate, enoughInDays: 0, standing: standingOf(written, row) };
  }
  const row: ThresholdRow = { code, failures, window: WINDOW, threshold_source, sample_size, failure_count };
  const enoughInDays = daysUntilEnough(found, { observedDays, windowDays }, minimum);
  return { ...evidence, row, rate: null, enoughInDays, standing: standingOf(written, row) };
}

function standingOf(written: WrittenThreshold | null, row: ThresholdRow): Suggestion['standing'] {
  if (written === null) return 'missing';
  if (written.source === 'manual') return 'by_hand';
  if (written.source === 'measured' && row.threshold_source !== 'measured') return 'short';
  const { failures, source, windowMs, sampleSize, failureCount } = written;
  if (failures !== row.failures || source !== row.threshold_source || windowMs !== DAY_MS) return 'differs';
  return sampleSize === row.sample_size && failureCount === row.failure_count ? 'same' : 'newer';
}
