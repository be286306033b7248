import type { NodePolicy, Retry } from '@/lib/policy/schema';
import { LIMITS } from '@/lib/policy/vocabulary';
import { formatDuration } from '@/lib/shared/duration';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import { type EngineRetry, wholeOf } from '../in-node';
import { own } from '../source/shape';
import { asMap, asString, lookup, mapToJson, type SourceMap, toJson } from '../source/tree';
import type { Attempt, Task, WorkflowDocument } from './document';
import { durationStyle, readDuration, writeDuration } from './durations';
import { codesOf, readFilter, type Statuses, sameStatuses, statusesOf, writeFilter } from './statuses';

/** Keys of a `catch` that say which errors are tried again, and how; `errors` and `when` only where nothing else goes by them. */
export const FILTER_KEYS = ['errors', 'when'] as const;
export const RETRY_KEY = 'retry';
export const BACKOFF_KINDS = ['constant', 'linear', 'exponential'] as const;
export type BackoffKind = (typeof BACKOFF_KINDS)[number];
const BACKOFFS = { constant: 'fixed', linear: 'linear', exponential: 'exponential' } as const;

/** How a task is tried again. */
export interface TaskRetry {
  /** Retries after the first try: `limit.attempt.count`. */
  readonly count: number;
  readonly kind: BackoffKind;
  readonly delayMs: number;
}

/** What a policy comes to. */
export interface WantedRetry extends TaskRetry {
  readonly statuses: Statuses;
}

/** The retry policy that a `catch` goes by: its own, or one of `use.retries` by its name. */
export interface RetryAt {
  /** Null: nothing of that name is there, or it is no map. */
  readonly map: SourceMap | null;
  /** Its name where it is shared. */
  readonly name: string | null;
}

/** Where the retry policy of a `catch` stands; null = it has none. */
export function retryAt(retries: SourceMap | null, caught: SourceMap): RetryAt | null {
  const node = lookup(caught, RETRY_KEY);
  const name = asString(node);
  if (node === undefined || (name === null && toJson(node) === null)) return null;
  if (name === null) return { map: asMap(node), name };
  return { map: retries && asMap(lookup(retries, name)), name };
}

/** True where the errors that a `catch` catches are caught for other reasons too: then they stay as they are. */
export function catchesForOthers(caught: SourceMap): boolean {
  return lookup(caught, 'do') !== undefined;
}

/** How a task alone is tried again, as its text says it, and the same as one block. */
export function blockOf(
  { retries }: Pick<WorkflowDocument, 'retries'>,
  attempt: Attempt | null,
): { readonly block: JsonObject; readonly retry: JsonObject | null } | null {
  const at = attempt && retryAt(retries, attempt.catch);
  if (!attempt || !at) return null;
  const all = mapToJson(attempt.catch);
  const said = ['errors', 'when', 'exceptWhen', 'retry'].flatMap((key) => {
    const value = own(all, key);
    return value === undefined ? [] : [[key, value]];
  });
  const retry = at.map && mapToJson(at.map);
  return { block: { ...Object.fromEntries(said), ...(retry && { retry }) }, retry };
}

/** Null: beyond a count and a schedule, or not written as the schema demands. */
export function readRetry(retry: JsonObject): TaskRetry | null {
  const { delay, backoff, limit, ...rest } = retry;
  if (Object.keys(rest).length > 0 || !isJsonObject(limit)) return null;
  const { attempt, ...limits } = limit;
  if (!isJsonObject(attempt) || Object.keys(limits).length > 0) return null;
  const count = wholeOf(attempt, 'count', -1);
  if (count === null || count < 0 || Object.keys(attempt).length > 1) return null;
  const kind = kindOf(backoff);
  const delayMs = delay === undefined ? 0 : readDuration(delay);
  return kind === null || delayMs === null ? null : { count, kind, delayMs };
}

/** The kind of a `backoff`; without one the pause is constant, as sdk-java takes it. */
function kindOf(backoff: Json | undefined): BackoffKind | null {
  if (backoff === undefined) return 'constant';
  if (!isJsonObject(backoff)) return null;
  const [key, ...others] = Object.keys(backoff);
  const kind = BACKOFF_KINDS.find((each) => each === key);
  return kind !== undefined && others.length === 0 && isJsonObject(backoff[kind]) ? kind : null;
}

/** How a task is tried again, as a policy says it where it can. */
export function interpretRetry(document: Pick<WorkflowDocument, 'retries'>, { attempt }: Task): EngineRetry {
  const found = blockOf(document, attempt);
  if (!found) return { kind: 'none' };
  const { block, retry } = found;
  const read = retry && readRetry(retry);
  if (read?.count === 0) return { kind: 'none' };
  const statuses = own(block, 'exceptWhen') === undefined ? readFilter(block) : null;
  if (!read || !statuses) return { kind: 'engine', block };
  const { count, kind, delayMs } = read;
  const { min, max } = LIMITS.initialInterval;
  if (count >= LIMITS.maxAttempts.max || delayMs < min || delayMs > max) return { kind: 'engine', block };
  const said = {
    maxAttempts: count + 1,
    backoff: BACKOFFS[kind],
    initialInterval: formatDuration(delayMs),
    maxInterval: formatDuration(Math.min(longest(read), LIMITS.maxInterval.max)),
    retryOn: [...codesOf(statuses)],
  };
  return { kind: 'plain', retry: said, block };
}

/** What a policy comes to there; null = nothing is tried again. */
export function projectRetry(policy: NodePolicy): WantedRetry | null {
  const { retry } = policy;
  if (!retry || retry.maxAttempts <= 1 || retry.backoff === undefined || retry.initialInterval === undefined)
    return null;
  const { statuses } = statusesOf(policy);
  if (statuses.length === 0) return null;
  return { count: retry.maxAttempts - 1, kind: kindFor(retry), delayMs: retry.initialInterval, statuses };
}

/** A single pause, or one that may not grow, is constant. */
function kindFor({ backoff, initialInterval, maxInterval, maxAttempts, multiplier }: Retry): BackoffKind {
  if (backoff === 'fixed' || initialInterval === maxInterval || maxAttempts === 2) return 'constant';
  if (backoff === 'linear') return 'linear';
  return multiplier === 1 ? 'constant' : 'exponential';
}

/** The longest pause without a cap, in ms, as the specification's words have it: twice as long each time. */
export function longest({ count, kind, delayMs }: TaskRetry): number {
  if (kind === 'constant') return delayMs;
  return delayMs * (kind === 'linear' ? count : 2 ** Math.min(count - 1, 40));
}

/** True where the task is tried again as the policy comes to; how often, how, and after which errors. */
export function saysTheSame(
  document: Pick<WorkflowDocument, 'retries'>,
  { attempt }: Pick<Task, 'attempt'>,
  wanted: WantedRetry | null,
): boolean {
  const found = blockOf(document, attempt);
  if (!found || !attempt) return wanted === null;
  const read = found.retry && readRetry(found.retry);
  if (!wanted || read?.count === 0) return wanted === null && read?.count === 0;
  return read !== null && sameSchedule(read, wanted) && filterHolds(attempt, found.block, wanted);
}

/** True where the retry policy that is there says this schedule. */
export function sameSchedule(a: TaskRetry, b: TaskRetry): boolean {
  return a.count === b.count && (a.kind === b.kind || b.count === 1) && a.delayMs === b.delayMs;
}

function filterHolds(attempt: Attempt, block: JsonObject, { statuses }: WantedRetry): boolean {
  if (catchesForOthers(attempt.catch)) return true;
  const found = readFilter(block);
  return found !== null && sameStatuses(found, statuses);
}

/** A retry policy as it stands in the text, beside one that is there: what says the same keeps its spelling. */
export function writeRetry(present: JsonObject | null, { count, kind, delayMs }: TaskRetry, text: string): JsonObject {
  const delay = own(present ?? {}, 'delay');
  const sameDelay = delay !== undefined && readDuration(delay) === delayMs;
  const backoff = own(present ?? {}, 'backoff');
  const sameKind = backoff !== undefined && kindOf(backoff) === kind;
  return {
    delay: sameDelay ? delay : writeDuration(delayMs, durationStyle(present, text)),
    backoff: sameKind ? backoff : { [kind]: {} },
    limit: { attempt: { count } },
  };
}

/** A retry policy that tries nothing again; both runtimes then pass the error on. */
export function neverAgain(present: JsonObject | null): JsonObject {
  return { ...present, limit: { attempt: { count: 0 } } };
}

/** A new `catch` that tries these statuses again. */
export function writeCatch(wanted: WantedRetry, text: string): JsonObject {
  return { ...writeFilter(wanted.statuses), retry: writeRetry(null, wanted, text) };
}
