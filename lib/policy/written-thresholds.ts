import { parseDuration } from '@/lib/shared/duration';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import { valueAt } from './edit';
import { THRESHOLD_SOURCES, type ThresholdSource } from './vocabulary';

/** A threshold as it is being written; null where a key is absent or of another kind than it should be. */
export interface WrittenThreshold {
  /** Its place in `alert.thresholds`. */
  readonly index: number;
  readonly code: string;
  readonly failures: number | null;
  /** In milliseconds. */
  readonly windowMs: number | null;
  readonly source: ThresholdSource | null;
  readonly sampleSize: number | null;
  readonly failureCount: number | null;
  readonly measuredAt: Date | null;
  readonly reason: string;
}

/** The thresholds that can be shown in the form, in their order; entries of another shape stay in the document untouched. */
export function writtenThresholds(document: JsonObject): WrittenThreshold[] {
  const list = valueAt(document, ['alert', 'thresholds']);
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry, index) => {
    if (!isJsonObject(entry) || typeof entry.code !== 'string') return [];
    return [
      {
        index,
        code: entry.code,
        failures: numberOf(entry.failures),
        windowMs: typeof entry.window === 'string' ? parseDuration(entry.window) : null,
        source: THRESHOLD_SOURCES.find((each) => each === entry.threshold_source) ?? null,
        sampleSize: numberOf(entry.sample_size),
        failureCount: numberOf(entry.failure_count),
        measuredAt: momentOf(entry.measured_at),
        reason: typeof entry.reason === 'string' ? entry.reason : '',
      },
    ];
  });
}

function numberOf(value: Json | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

function momentOf(value: Json | undefined): Date | null {
  const at = typeof value === 'string' ? new Date(value) : null;
  return at === null || Number.isNaN(at.getTime()) ? null : at;
}
