import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/shared/clock';
import { formatIsoDuration, parseDuration } from '@/lib/shared/duration';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';

/** Keys of a duration that is written as a map (`schema/workflow.yaml`, `duration`), largest first. */
const PARTS = [
  ['days', DAY_MS],
  ['hours', HOUR_MS],
  ['minutes', MINUTE_MS],
  ['seconds', SECOND_MS],
  ['milliseconds', 1],
] as const;

/** Whole milliseconds of a duration: a map of whole numbers, or ISO 8601. Null: an expression, or not to be read. */
export function readDuration(value: Json | undefined): number | null {
  if (typeof value === 'string') return /^P/.test(value) ? parseDuration(value) : null;
  if (!isJsonObject(value) || Object.keys(value).length === 0) return null;
  let ms = 0;
  for (const [key, amount] of Object.entries(value)) {
    const unit = PARTS.find(([name]) => name === key)?.[1];
    if (unit === undefined || typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 0) return null;
    ms += amount * unit;
  }
  return Number.isSafeInteger(ms) ? ms : null;
}

/** A duration as a text writes it: as ISO 8601, or as a map of the fewest keys. */
export function writeDuration(ms: number, style: 'iso' | 'map'): Json {
  if (style === 'iso') return formatIsoDuration(ms);
  const map: Record<string, number> = {};
  let rest = ms;
  for (const [key, unit] of PARTS) {
    const amount = Math.floor(rest / unit);
    if (amount > 0) map[key] = amount;
    rest -= amount * unit;
  }
  return Object.keys(map).length === 0 ? { seconds: 0 } : map;
}

/** How a text writes durations: as it does where one stands already, else as the examples of the specification do. */
export function durationStyle(present: JsonObject | null, text: string): 'iso' | 'map' {
  const delay = present?.delay;
  if (delay !== undefined) return typeof delay === 'string' ? 'iso' : 'map';
  return /:\s*["']?PT?\d/.test(text) ? 'iso' : 'map';
}
