import type { NodePolicy, Retry } from '@/lib/policy/schema';
import { DEFAULT_MULTIPLIER, LIMITS } from '@/lib/policy/vocabulary';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/shared/clock';
import { formatDuration } from '@/lib/shared/duration';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import { own } from '../source/shape';
import { readExpression, type Selection, sameSelection, selectionOf } from './codes';

/** A retry as Argo counts it. */
export interface Strategy {
  /** Retries after the first try (`limit`). */
  readonly retries: number;
  readonly durationMs: number;
  /** Each wait is so many times the one before; 1 = all are equal. */
  readonly factor: number;
  readonly capMs: number | null;
  /** From the start of the first try to the end of the last wait. */
  readonly maxMs: number | null;
  /** Null: every failure is retried. */
  readonly selection: Selection | null;
}

/** What a `retryStrategy` means to us, or why a policy cannot say it. */
export type Interpretation =
  | { readonly kind: 'none' }
  | { readonly kind: 'plain'; readonly strategy: Strategy }
  | { readonly kind: 'engine'; readonly reason: Reason; readonly block: JsonObject };
type Reason = 'endless' | 'at_once' | 'expression' | 'limits' | 'variable' | 'malformed';

const POLICIES = ['Always', 'OnFailure', 'OnError', 'OnTransientError'];
/** Where a value is inherited and cannot be taken away, this one says nothing. */
export const NEUTRAL = { factor: '1', maxDuration: '8760h', expression: 'true' } as const;
const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: SECOND_MS,
  m: MINUTE_MS,
  h: HOUR_MS,
};

/** Reads the strategy in force for a template; null = there is none. `http`: its messages name the status code. */
export function interpret(block: Json | undefined, http: boolean): Interpretation {
  if (block === undefined || block === null) return { kind: 'none' };
  if (!isJsonObject(block)) return { kind: 'engine', reason: 'malformed', block: { value: block } };
  const engine = (reason: Reason): Interpretation => ({ kind: 'engine', reason, block });
  const limit = own(block, 'limit');
  const policy = own(block, 'retryPolicy') ?? '';
  if (policy !== '' && !POLICIES.some((each) => each === policy)) return engine('malformed');
  if (limit === undefined || limit === null) return engine('endless');
  if (JSON.stringify([limit, own(block, 'backoff')]).includes('{{')) return engine('variable');
  const retries = wholeNumber(limit);
  if (retries === null) return engine('malformed');
  if (retries <= 0) return { kind: 'none' };
  const selection = selectionIn(block, http);
  if (selection === 'unknown') return engine('expression');
  const backoff = own(block, 'backoff');
  if (backoff === undefined || backoff === null) return engine('at_once');
  const pauses = isJsonObject(backoff) ? readBackoff(backoff) : null;
  if (!pauses) return engine('malformed');
  const strategy = { retries, ...pauses, selection };
  return withinLimits(strategy) ? { kind: 'plain', strategy } : engine('limits');
}

function selectionIn(block: JsonObject, http: boolean): Selection | null | 'unknown' {
  const said = own(block, 'expression') ?? '';
  if (said === '' || said === NEUTRAL.expression) return null;
  return (typeof said === 'string' && http && readExpression(said)) || 'unknown';
}

/** The policy keys that a strategy means. */
export function policyOfStrategy({ retries, durationMs, factor, capMs, maxMs, selection }: Strategy): JsonObject {
  const grows = factor > 1 && (capMs === null || capMs > durationMs);
  const first = Math.min(durationMs, capMs ?? durationMs);
  const longest = grows ? (capMs ?? longestOf({ retries, durationMs, factor })) : first;
  return {
    ...(selection &&
      selection.never.length > 0 && { classification: selection.never.map((code) => ({ code, class: 'terminal' })) }),
    retry: {
      maxAttempts: retries + 1,
      backoff: grows ? 'exponential' : 'fixed',
      initialInterval: formatDuration(first),
      maxInterval: formatDuration(Math.min(longest, LIMITS.maxInterval.max)),
      ...(grows && factor !== DEFAULT_MULTIPLIER && { multiplier: factor }),
      ...(maxMs !== null && { maxElapsed: formatDuration(maxMs) }),
      ...(selection && { retryOn: [...selection.retried] }),
    },
  };
}

/** What of a policy's retry Argo can say on a template; null = nothing is tried again. */
export function project(policy: NodePolicy, http: boolean): Strategy | null {
  const { retry } = policy;
  if (!retry || retry.maxAttempts <= 1 || retry.initialInterval === undefined) return null;
  if (retry.retryOn?.length === 0 && !policy.classification?.some((rule) => rule.class === 'transient')) return null;
  const { maxAttempts, initialInterval, maxInterval = initialInterval, maxElapsed } = retry;
  const retries = maxAttempts - 1;
  const factor = factorOf(retry, retries);
  const natural = longestOf({ retries, durationMs: initialInterval, factor });
  // Linear pauses end where they would; else they grow to the cap, which says nothing where they come to it by themselves.
  const wanted = retry.backoff === 'linear' ? Math.min(maxInterval, initialInterval * retries) : maxInterval;
  const capMs = factor > 1 && wanted !== natural ? wanted : null;
  const selection = http ? selectionOf(policy) : null;
  return { retries, durationMs: initialInterval, factor, capMs, maxMs: maxElapsed ?? null, selection };
}

/** True where what stands there waits, ends and selects as wanted. */
export function saysTheSame(found: Interpretation, wanted: Strategy | null): boolean {
  if (found.kind === 'engine') return false;
  if (found.kind === 'none' || !wanted) return found.kind === 'none' && wanted === null;
  const { strategy } = found;
  const [a, b] = [waitsOf(strategy), waitsOf(wanted)];
  return (
    a.length === b.length &&
    a.every((each, i) => each === b[i]) &&
    strategy.maxMs === wanted.maxMs &&
    sameSelection(strategy.selection, wanted.selection)
  );
}

/** The wait in ms before each retry: `min(d·m^(k−1), cap)` of `processNodeRetries`. */
export function waitsOf({ retries, durationMs, factor, capMs }: Strategy): readonly number[] {
  return Array.from({ length: retries }, (_, i) =>
    Math.min(durationMs * factor ** i, capMs ?? Number.POSITIVE_INFINITY),
  );
}

/** A duration as Argo reads it: whole seconds, or as Go writes them. Null: neither. */
export function readDuration(value: Json | undefined): number | null {
  if (typeof value !== 'string' || value.length > 50) return null;
  if (/^\d+$/.test(value)) return Number(value) * SECOND_MS;
  if (!/^(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|ms|s|m|h))+$/.test(value)) return null;
  const parts = [...value.matchAll(/(\d+\.?\d*|\.\d+)(ns|us|µs|ms|s|m|h)/g)];
  const ms = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNITS[unit ?? ''] ?? 0), 0);
  return Number(ms.toPrecision(15));
}

/** A duration in Go's words, which know no days. */
export function writeDuration(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  const rest = ms % HOUR_MS;
  return `${hours > 0 ? `${hours}h` : ''}${rest > 0 || hours === 0 ? formatDuration(rest) : ''}`;
}

/** The value of `limit` or `factor`: a whole number, or a text that is one. */
export function wholeNumber(value: Json | undefined): number | null {
  const number = typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

function readBackoff(backoff: JsonObject): Pick<Strategy, 'durationMs' | 'factor' | 'capMs' | 'maxMs'> | null {
  const optional = (key: string) => {
    const value = own(backoff, key) ?? '';
    return value === '' ? undefined : readDuration(value);
  };
  const durationMs = optional('duration');
  const factor = wholeNumber(own(backoff, 'factor') ?? 0);
  const [capMs = null, maxMs = null] = [optional('cap'), optional('maxDuration')];
  const broken = optional('cap') === null || optional('maxDuration') === null;
  if (durationMs === undefined || durationMs === null || factor === null || broken) return null;
  const neutral = maxMs !== null && maxMs >= (readDuration(NEUTRAL.maxDuration) ?? 0);
  return { durationMs, factor: Math.max(1, factor), capMs, maxMs: neutral ? null : maxMs };
}

function withinLimits({ retries, durationMs, factor, capMs, maxMs }: Strategy): boolean {
  const first = Math.min(durationMs, capMs ?? durationMs);
  const whole = [durationMs, capMs ?? 0, maxMs ?? 1].every((ms) => Number.isSafeInteger(ms));
  return (
    whole &&
    retries < LIMITS.maxAttempts.max &&
    first >= LIMITS.initialInterval.min &&
    first <= LIMITS.initialInterval.max &&
    factor <= LIMITS.multiplier.max &&
    (capMs ?? longestOf({ retries, durationMs, factor })) <= LIMITS.maxInterval.max &&
    (maxMs ?? 1) >= 1
  );
}

function longestOf({ retries, durationMs, factor }: Pick<Strategy, 'retries' | 'durationMs' | 'factor'>): number {
  return durationMs * factor ** (retries - 1);
}

/** Argo multiplies by whole numbers. */
function factorOf({ backoff, multiplier = DEFAULT_MULTIPLIER, initialInterval, maxInterval }: Retry, retries: number) {
  if (backoff === 'fixed' || maxInterval === initialInterval || retries < 2) return 1;
  return backoff === 'linear' ? 2 : Math.max(1, Math.round(multiplier));
}
