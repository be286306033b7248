import { formatIsoDuration } from '@/lib/shared/duration';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import { own, type Shape } from '../source/shape';
import type { EntryChange } from '../source/splice';
import { lookup, toJson } from '../source/tree';
import { effectiveRetry, type KestraText, NESTED_FIELDS, ownRetry, type Task } from './flow';
import {
  COUNT_KEYS,
  countKey,
  hasOldName,
  interpretRetry,
  isKnownKey,
  isoMs,
  type KestraSchedule,
  readSchedule,
  sameSchedule,
} from './schedule';

/** Keys of a `retry` that the policy owns; `behavior` and `warningOnRetry` are the platform's. */
export const RETRY_KEYS = [
  'type',
  'interval',
  'minInterval',
  'maxInterval',
  'delayFactor',
  ...COUNT_KEYS,
  'maxDuration',
] as const;
/** Where a task must say that it is not tried again, although what is around it is. */
const ONCE: KestraSchedule = { type: 'constant', attempts: 1, interval: 1000, cap: 1000, factor: 1, maxDuration: null };

/** What becomes of a task's own `retry`. */
export type RetryPlan =
  | { readonly kind: 'stays' }
  | { readonly kind: 'change'; readonly entry: EntryChange }
  /** Defaults of its type say something that the task cannot unsay. */
  | { readonly kind: 'in_the_way' };

/**
 * Plans a task's `retry` so that it is tried again as `wanted` says, whatever is inherited. What is inherited already
 * is not said again.
 */
export function planRetry(task: Task, wanted: KestraSchedule | null, countName: string): RetryPlan {
  const present = ownRetry(task);
  if (holds(task, present, wanted)) return { kind: 'stays' };
  if (holds(task, undefined, wanted)) return { kind: 'change', entry: change(undefined, present) };
  const target = wanted ?? onceLike(present);
  // Beside defaults that use the other name, nobody could tell which of the two holds.
  const inherited = effectiveRetry(task, undefined).value;
  const name = (isJsonObject(inherited) ? countKey(inherited) : null) ?? countName;
  for (const explicit of [false, true]) {
    const value = written(present, target, { countName: name, explicit });
    if (holds(task, value, wanted)) return { kind: 'change', entry: change(value, present) };
  }
  return { kind: 'in_the_way' };
}

/** The name that new retries give to the count: what the engine knows, else what the text uses. */
export function countNameOf({ tasks, flows }: KestraText, engineVersion: string | null | undefined): string {
  if (hasOldName(engineVersion)) return 'maxAttempt';
  const nodes = [...flows.map(({ retry }) => retry), ...tasks.map(({ map }) => lookup(map, 'retry'))];
  const names = nodes.map((node) => {
    const value = node && toJson(node);
    return isJsonObject(value) ? countKey(value) : null;
  });
  return names.includes('maxAttempt') && !names.includes('maxAttempts') ? 'maxAttempt' : 'maxAttempts';
}

/** True where a task that says `own` itself is tried again as wanted. */
function holds(task: Task, said: Json | undefined, wanted: KestraSchedule | null): boolean {
  const found = interpretRetry(effectiveRetry(task, said).value);
  return found.kind !== 'engine' && sameSchedule(found.kind === 'plain' ? found.schedule : null, wanted);
}

/** One try, with the pauses that are there, so that little of the text changes. */
function onceLike(present: Json | undefined): KestraSchedule {
  const schedule = present === undefined ? null : readSchedule(present);
  return schedule ? { ...schedule, attempts: 1 } : ONCE;
}

/** Keys that Kestra would refuse go as well: this is no longer a `retry` that it cannot read. */
function change(value: JsonObject | undefined, present: Json | undefined): EntryChange {
  const refused = isJsonObject(present) ? Object.keys(present).filter((key) => !isKnownKey(key)) : [];
  const shape: Shape = { keys: Object.fromEntries([...RETRY_KEYS, ...refused].map((key) => [key, {}])) };
  return { key: 'retry', value, shape, before: NESTED_FIELDS };
}

/** A `retry` that says the schedule: what is there and means the same keeps its spelling. */
function written(
  present: Json | undefined,
  { type, attempts, interval, cap, factor, maxDuration }: KestraSchedule,
  { countName, explicit }: { readonly countName: string; readonly explicit: boolean },
): JsonObject {
  const before = isJsonObject(present) ? present : {};
  const duration = (key: string, ms: number) => {
    const said = own(before, key);
    return isoMs(said) === ms && said !== undefined ? said : formatIsoDuration(ms);
  };
  const number = (key: string, value: number) => {
    const said = own(before, key);
    if (typeof said !== 'string') return value;
    return Number(said) === value ? said : String(value);
  };
  const count = countKey(before) ?? countName;
  const withFactor = type === 'exponential' && (explicit || factor !== 2 || own(before, 'delayFactor') !== undefined);
  return {
    type,
    ...(type === 'random'
      ? { minInterval: duration('minInterval', interval) }
      : { interval: duration('interval', interval) }),
    ...(type !== 'constant' && { maxInterval: duration('maxInterval', cap) }),
    ...(withFactor && { delayFactor: factor }),
    ...(attempts !== null && { [count]: number(count, attempts) }),
    ...(maxDuration !== null && { maxDuration: duration('maxDuration', maxDuration) }),
    ...((explicit || own(before, 'behavior') === 'CREATE_NEW_EXECUTION') && { behavior: 'RETRY_FAILED_TASK' }),
  };
}
