import type { NodePolicy, Retry } from '@/lib/policy/schema';
import { DEFAULT_MULTIPLIER } from '@/lib/policy/vocabulary';
import { toDocument } from '@/lib/policy/written';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import { approximate, impossible, type PartLoss } from '../part-losses';
import { plain } from '../policy-shape';
import { deepEqual, own } from '../source/shape';
import { type Interpretation, type KestraSchedule, retryOf, sameSchedule } from './schedule';

/** What `retry` says, or stands for: it has no room for a waiver and for keys of others. */
const SAID_KEYS = [
  'maxAttempts',
  'backoff',
  'initialInterval',
  'maxInterval',
  'multiplier',
  'jitter',
  'maxElapsed',
  'retryOn',
];

/** What of a policy stands in a task's `retry`, and what of its retry cannot. */
export interface Projection {
  /** Null: the task is not tried again. */
  readonly schedule: KestraSchedule | null;
  readonly losses: readonly PartLoss[];
}

/** Translates a policy's retry. */
export function project(policy: NodePolicy): Projection {
  const { retry } = policy;
  if (!retry) return { schedule: null, losses: [] };
  const { maxAttempts, initialInterval, maxInterval } = retry;
  if (maxAttempts <= 1 || initialInterval === undefined || maxInterval === undefined)
    return { schedule: null, losses: [approximate('one_attempt', ['retry'])] };
  const { losses, ...pauses } = pausesOf(retry, initialInterval, maxInterval);
  const maxDuration = retry.maxElapsed ?? null;
  // Kestra's validation wants every pause to be shorter than the whole; with none that is, nothing is tried again.
  if (maxDuration !== null && maxDuration <= (pauses.type === 'random' ? pauses.cap : pauses.interval))
    return { schedule: null, losses: [approximate('kestra_no_time', ['retry', 'maxElapsed'])] };
  const schedule = { ...pauses, attempts: maxAttempts, maxDuration };
  const all = [...losses, ...everyError(retry)];
  return { schedule, losses: losses.length > 0 ? all : [...all, ...otherWords(policy, schedule)] };
}

/** True when a text that says `found` says the same as this projection. */
export function saysTheSame(found: Interpretation, { schedule }: Projection): boolean {
  if (found.kind === 'engine') return false;
  return sameSchedule(found.kind === 'plain' ? found.schedule : null, schedule);
}

type Pauses = Pick<KestraSchedule, 'type' | 'interval' | 'cap' | 'factor'> & { readonly losses: readonly PartLoss[] };

function pausesOf(retry: Retry, interval: number, cap: number): Pauses {
  const { backoff, multiplier = DEFAULT_MULTIPLIER, maxAttempts, jitter = 'none' } = retry;
  const linear = backoff === 'linear' && maxAttempts > 2;
  const factor = linear ? linearFactor(maxAttempts - 1) : multiplier;
  const grows = cap > interval && (linear || (backoff === 'exponential' && multiplier > 1));
  if (!grows) {
    const constant = { type: 'constant', interval, cap: interval, factor: 1, losses: [] } as const;
    if (jitter === 'none') return constant;
    return { ...constant, type: 'random', interval: jitter === 'full' ? 0 : Math.ceil(interval / 2) };
  }
  const losses = [
    ...(linear ? [approximate('kestra_linear', ['retry', 'backoff'], { rate: factor })] : []),
    ...(jitter === 'none' ? [] : [impossible('kestra_jitter', ['retry', 'jitter'])]),
  ];
  return { type: 'exponential', interval, cap, factor, losses };
}

/** The factor that gives the last pause of the linear schedule, so that the total is close. */
function linearFactor(retries: number): number {
  return Math.round(retries ** (1 / (retries - 1)) * 100) / 100;
}

function everyError({ retryOn }: Retry): readonly PartLoss[] {
  return retryOn?.includes('*') ? [] : [approximate('kestra_every_error', ['retry', 'retryOn'])];
}

/** The same pauses, said otherwise: what would be read from the text alone is not the policy letter by letter. */
function otherWords({ retry }: NodePolicy, schedule: KestraSchedule): readonly PartLoss[] {
  const written = own(plain(toDocument({ retry })), 'retry');
  const said = isJsonObject(written) ? written : {};
  const every = retry?.retryOn?.includes('*') ?? false;
  const back: JsonObject = { ...retryOf(schedule), ...(!every && { retryOn: own(said, 'retryOn') }) };
  const same = SAID_KEYS.every((key) => deepEqual(own(back, key), own(said, key)));
  return same ? [] : [approximate('kestra_other_words', ['retry'])];
}
