import { LIMITS } from '@/lib/policy/vocabulary';
import { SECOND_MS } from '@/lib/shared/clock';
import { formatDuration } from '@/lib/shared/duration';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import { own } from '../source/shape';
import { asMap, lookup, mapToJson, type SourceMap } from '../source/tree';
import type { EngineSchedule } from '../types';
import { BUILT_IN, codeOf, inOrder, type Rule } from './criteria';
import { PREFIX, readPredicate } from './predicate';

/** When it is tried again: delays in seconds, as the engine counts them. */
export interface Schedule {
  /** Retries after the first try. */
  readonly retries: number;
  readonly initialSeconds: number;
  readonly maxSeconds: number;
  readonly multiplier: number;
}

/** What a step's `retry` means to us, or why a policy cannot hold it. */
export type Interpretation =
  | {
      readonly kind: 'plain';
      /** Null: nothing is tried again. */
      readonly schedule: Schedule | null;
      /** Null: the subworkflow that a policy had made for it is not there (any more, or not yet). */
      readonly rules: readonly Rule[] | null;
    }
  | { readonly kind: 'engine'; readonly reason: 'limits' | 'expression' | 'predicate' | 'malformed' };

const NONE: Interpretation = { kind: 'plain', schedule: null, rules: [] };
/** `http.default_retry` and its kind use `retry.default_backoff` and 5 retries (Workflows, standard library). */
const DEFAULT_SCHEDULE: Schedule = { retries: 5, initialSeconds: 1, maxSeconds: 60, multiplier: 1.25 };
const POLICIES: ReadonlyMap<string, string> = new Map([
  ['http.default_retry', 'http.default_retry_predicate'],
  ['http.default_retry_non_idempotent', 'http.default_retry_predicate_non_idempotent'],
]);

/** Reads a step's `retry`; `root` holds the subworkflows that may be its predicate. */
export function interpretRetry(value: Json | undefined, root: SourceMap | null): Interpretation {
  if (value === undefined) return NONE;
  if (typeof value === 'string') {
    const predicate = POLICIES.get(nameIn(value) ?? '');
    if (predicate === undefined) return { kind: 'engine', reason: 'expression' };
    return { kind: 'plain', schedule: DEFAULT_SCHEDULE, rules: BUILT_IN.get(predicate) ?? [] };
  }
  const backoff = isJsonObject(value) ? own(value, 'backoff') : undefined;
  if (!isJsonObject(value) || !isJsonObject(backoff)) return { kind: 'engine', reason: 'malformed' };
  const numbers = [
    own(value, 'max_retries'),
    ...['initial_delay', 'max_delay', 'multiplier'].map((key) => own(backoff, key)),
  ];
  if (numbers.some((each) => typeof each === 'string')) return { kind: 'engine', reason: 'expression' };
  const [retries, initialSeconds, maxSeconds, multiplier] = numbers;
  if (!isNumber(retries) || !isNumber(initialSeconds) || !isNumber(maxSeconds) || !isNumber(multiplier))
    return { kind: 'engine', reason: 'malformed' };
  const rules = rulesOf(own(value, 'predicate'), root);
  const isMissing = rules === null && isMadeUp(own(value, 'predicate'), root);
  if (rules === null && !isMissing) return { kind: 'engine', reason: 'predicate' };
  const schedule = { retries, initialSeconds, maxSeconds, multiplier };
  if (retries === 0 || rules?.some((rule) => rule.class === 'transient') === false) return NONE;
  return withinLimits(schedule) ? { kind: 'plain', schedule, rules } : { kind: 'engine', reason: 'limits' };
}

/** The name in an expression that is nothing but a name: `${name}`; null for any other value. */
export function nameIn(value: Json | undefined): string | null {
  return (typeof value === 'string' && /^\$\{\s*([\w.]+)\s*\}$/.exec(value)?.[1]) || null;
}

/** The policy keys that a plain interpretation means. */
export function policyOfRetry({ schedule, rules }: Interpretation & { kind: 'plain' }): JsonObject {
  if (!schedule) return {};
  const { retries, initialSeconds, maxSeconds, multiplier } = schedule;
  const codes = (as: Rule['class']) =>
    inOrder(rules ?? []).flatMap((rule) => (rule.class === as ? [codeOf(rule.criterion)] : []));
  const terminal = codes('terminal');
  return {
    ...(terminal.length > 0 && { classification: terminal.map((code) => ({ code, class: 'terminal' })) }),
    retry: {
      maxAttempts: retries + 1,
      backoff: multiplier === 1 ? 'fixed' : 'exponential',
      initialInterval: formatDuration(initialSeconds * SECOND_MS),
      maxInterval: formatDuration(maxSeconds * SECOND_MS),
      ...(multiplier !== 1 && multiplier !== 2 && { multiplier }),
      ...(rules && { retryOn: codes('transient') }),
    },
  };
}

/** Pauses before each retry: `min(initial_delay · multiplier^(k−1), max_delay)` (Workflows, "Retry steps"). */
export function waitsOf({ retries, initialSeconds, maxSeconds, multiplier }: Schedule): EngineSchedule {
  const waits = Array.from({ length: retries }, (_, i) => {
    const wait = Math.min(initialSeconds * multiplier ** i, maxSeconds) * SECOND_MS;
    return { min: wait, max: wait };
  });
  return { waits };
}

/** Equal in every pause. */
export function sameSchedule(a: Schedule | null, b: Schedule | null): boolean {
  if (!a || !b) return a === b;
  const keys = ['retries', 'initialSeconds', 'maxSeconds', 'multiplier'] as const;
  return keys.every((key) => a[key] === b[key]);
}

/** What a predicate looks at; null = nobody knows. */
export function rulesOf(predicate: Json | undefined, root: SourceMap | null): readonly Rule[] | null {
  const name = nameIn(predicate);
  if (name === null) return null;
  const map = root && asMap(lookup(root, name));
  return map ? readPredicate(mapToJson(map)) : (BUILT_IN.get(name) ?? null);
}

function isMadeUp(predicate: Json | undefined, root: SourceMap | null): boolean {
  const name = nameIn(predicate);
  return name?.startsWith(PREFIX) === true && !(root && lookup(root, name));
}

/** Delays in parts of a second are nothing that the engine's documentation knows. */
function withinLimits({ retries, initialSeconds, maxSeconds, multiplier }: Schedule): boolean {
  const [initial, max] = [initialSeconds * SECOND_MS, maxSeconds * SECOND_MS];
  return (
    Number.isInteger(retries) &&
    retries < LIMITS.maxAttempts.max &&
    Number.isInteger(initialSeconds) &&
    Number.isInteger(maxSeconds) &&
    initial >= LIMITS.initialInterval.min &&
    initial <= LIMITS.initialInterval.max &&
    max >= initial &&
    max <= LIMITS.maxInterval.max &&
    multiplier >= LIMITS.multiplier.min &&
    multiplier <= LIMITS.multiplier.max
  );
}

function isNumber(value: Json | undefined): value is number {
  return typeof value === 'number' && value >= 0;
}
