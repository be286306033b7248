import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import { setAt, valueAt } from './edit';
import type { Threshold } from './schema';
import { THRESHOLD_KEYS } from './vocabulary';

const THRESHOLDS = ['alert', 'thresholds'] as const;

/** A threshold as it is written into a config; keys that are absent here do not stand there afterwards. */
export interface ThresholdRow {
  /** Raw code, or `*` for every code without a row of its own. */
  readonly code: string;
  readonly failures: number;
  /** A duration as text, such as `1d`. */
  readonly window: string;
  readonly threshold_source: Threshold['threshold_source'];
  readonly sample_size?: number;
  readonly failure_count?: number;
  /** ISO 8601. */
  readonly measured_at?: string;
  readonly reason?: string;
}

/** Where the threshold of exactly this code stands in a document being written: the first entry that names it; -1: nowhere. */
export function thresholdIndex(document: JsonObject, code: string): number {
  const list = valueAt(document, THRESHOLDS);
  return Array.isArray(list) ? list.findIndex((entry) => isJsonObject(entry) && entry.code === code) : -1;
}

/**
 * The document with this threshold: in the place of the entry of its code, else behind all others. Of that entry, keys
 * of the platform stay; evidence and reason of what stood there before go, unless the row brings them.
 */
export function withThreshold(document: JsonObject, row: ThresholdRow): JsonObject {
  const list = valueAt(document, THRESHOLDS);
  const index = thresholdIndex(document, row.code);
  if (index === -1) return setAt(document, [...THRESHOLDS, Array.isArray(list) ? list.length : 0], entryOf({}, row));
  const before = valueAt(document, [...THRESHOLDS, index]);
  return setAt(document, [...THRESHOLDS, index], entryOf(isJsonObject(before) ? before : {}, row));
}

/** The document without the threshold of this code; the same document where it has none. */
export function withoutThreshold(document: JsonObject, code: string): JsonObject {
  const index = thresholdIndex(document, code);
  return index === -1 ? document : setAt(document, [...THRESHOLDS, index], undefined);
}

function entryOf(before: JsonObject, row: ThresholdRow): JsonObject {
  const entry: Record<string, Json> = {};
  const isOwn = (key: string) => THRESHOLD_KEYS.some((own) => own === key);
  for (const [key, value] of Object.entries(before))
    if (value !== undefined && !isOwn(key)) define(entry, key, value);
    else {
      const own = THRESHOLD_KEYS.find((each) => each === key);
      const kept = own && row[own];
      if (kept !== undefined) define(entry, key, kept);
    }
  for (const key of THRESHOLD_KEYS) {
    const value = row[key];
    if (value !== undefined && !Object.hasOwn(entry, key)) define(entry, key, value);
  }
  return entry;
}

/** A platform's key may be called `__proto__`. */
function define(entry: Record<string, Json>, key: string, value: Json): void {
  Object.defineProperty(entry, key, { value, enumerable: true, configurable: true, writable: true });
}
