import type { z } from 'zod';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { formatDuration } from '@/lib/shared/duration';
import { LIMITS } from './vocabulary';

type Values = Record<string, string | number>;

/**
 * One zod issue as a diagnostic: its message is our key, its params fill the placeholders. What
 * zod says by itself, in English, becomes a key of ours too. `values.field` is always there.
 */
export function issueDiagnostic(issue: z.core.$ZodIssue): Diagnostic {
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part.description) : part));
  const code = keyOf(issue);
  const params = issue.code === 'custom' ? plainValues(issue.params ?? {}) : {};
  const values = {
    field: path.join('.'),
    value: shown(issue.input),
    ...LIMIT_VALUES[code],
    ...params,
  };
  return { code, severity: 'error', values, path };
}

const KEY = /^[a-z][a-z0-9_]*$/;
/** Keys that say nothing but a kind of value; no value at all is `missing` or `empty`. */
const KIND_KEYS = new Set(['duration', 'text', 'number', 'yes_no', 'object_expected', 'list_expected']);

/** The schema's own limits, for issues in which zod gives none (a text where a number belongs). */
const LIMIT_VALUES: Readonly<Record<string, Values>> = {
  max_attempts_range: LIMITS.maxAttempts,
  multiplier_range: LIMITS.multiplier,
  threshold_failures: LIMITS.thresholdFailures,
  threshold_count: LIMITS.sample,
  threshold_window: textLimits(LIMITS.thresholdWindow),
  initial_interval_range: textLimits(LIMITS.initialInterval),
  max_interval_range: textLimits({ min: 0, ...LIMITS.maxInterval }),
  silence_range: textLimits(LIMITS.silence),
};

function keyOf(issue: z.core.$ZodIssue): string {
  const key = KEY.test(issue.message) ? issue.message : builtInKey(issue);
  if (issue.code !== 'invalid_type' || !KIND_KEYS.has(key)) return key;
  if (issue.input === null) return 'empty';
  return issue.input === undefined ? 'missing' : key;
}

function builtInKey(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') {
    const keys: Partial<Record<string, string>> = {
      string: 'text',
      number: 'number',
      int: 'number',
      boolean: 'yes_no',
      object: 'object_expected',
      record: 'object_expected',
      array: 'list_expected',
    };
    return keys[issue.expected] ?? 'not_allowed';
  }
  return issue.code === 'unrecognized_keys' ? 'unknown_key' : 'not_allowed';
}

function textLimits({ min, max }: { min: number; max: number }): Values {
  return { min: formatDuration(min), max: formatDuration(max) };
}

function plainValues(params: Record<string, unknown>): Values {
  const values: Values = {};
  for (const [key, value] of Object.entries(params))
    if (typeof value === 'string') values[key] = shorten(value);
    else if (typeof value === 'number') values[key] = value;
  return values;
}

/** A value as a person typed it, short enough for a message. */
function shown(input: unknown): string | number {
  if (typeof input === 'string') return shorten(input);
  if (typeof input === 'number') return input;
  if (Array.isArray(input)) return '[…]';
  if (typeof input === 'object' && input !== null) return '{…}';
  return input === undefined ? '' : String(input);
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
