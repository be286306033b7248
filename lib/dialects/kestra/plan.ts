import { formatIsoDuration } from '@/lib/shared/duration';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import { own, type Shape } from '../source/shape';
import type { EntryChange } from '../source/splice';
import { asMap, asString, lookup } from '../source/tree';
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
export function planRetry(task: Task, wanted: KestraSchedule | null, style: CountStyle): RetryPlan {
  const present = ownRetry(task);
  if (holds(task, present, wanted)) return { kind: 'stays' };
  if (holds(task, undefined, wanted)) return { kind: 'change', entry: change(undefined, present) };
  const target = wanted ?? onceLike(present);
  // Beside defaults that use the other name, nobody could tell which of the two holds.
  const inherited = effectiveRetry(task, undefined).value;
  const name = (isJsonObject(inherited) ? countKey(inherited) : null) ?? style.name;
  for (const explicit of [false, true]) {
    const value = written(present, target, { ...style, name, explicit });
    if (holds(task, value, wanted)) return { kind: 'change', entry: change(value, present) };
  }
  return { kind: 'in_the_way' };
}

/** How new retries say how often. */
export interface CountStyle {
  readonly name: (typeof COUNT_KEYS)[number];
  /** As a text, which Kestra reads too. */
  readonly asText: boolean;
}

/** By the name that the engine knows, else as the text does it elsewhere. */
export function countStyleOf({ tasks, flows }: KestraText, engineVersion: string | null | undefined): CountStyle {
  const nodes = [...flows.map(({ retry }) => retry), ...tasks.map(({ map }) => lookup(map, 'retry'))];
  const said = nodes.flatMap((node) => {
    const map = asMap(node);
    const name = map && COUNT_KEYS.find((key) => lookup(map, key));
    const value = name && lookup(map, name);
    return value ? [{ name, isText: asString(value) !== null }] : [];
  });
  const older = said.length > 0 && said.every(({ name }) => name === 'maxAttempt');
  return {
    name: older || hasOldName(engineVersion) ? 'maxAttempt' : 'maxAttempts',
    asText: said.length > 0 && said.every(({ isText }) => isText),
  };
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
  { name, asText, explicit }: CountStyle & { readonly explicit: boolean },
): JsonObject {
  const before = isJsonObject(present) ? present : {};
  const duration = (key: string, ms: number) => {
    const said = own(before, key);
    return isoMs(said) === ms && said !== undefined ? said : formatIsoDuration(ms);
  };
  const times = (key: string, value: number) => {
    const said = own(before, key);
    const isText = said === undefined ? asText : typeof said === 'string';
    if (!isText) return value;
    return typeof said === 'string' && Number(said) === value ? said : String(value);
  };
  const count = countKey(before) ?? name;
  const withFactor = type === 'exponential' && (explicit || factor !== 2 || own(before, 'delayFactor') !== undefined);
  return {
    type,
    ...(type === 'random'
      ? { minInterval: duration('minInterval', interval) }
      : { interval: duration('interval', interval) }),
    ...(type !== 'constant' && { maxInterval: duration('maxInterval', cap) }),
    ...(withFactor && { delayFactor: factor }),
    ...(attempts !== null && { [count]: times(count, attempts) }),
    ...(maxDuration !== null && { maxDuration: duration('maxDuration', maxDuration) }),
    ...((explicit || own(before, 'behavior') === 'CREATE_NEW_EXECUTION') && { behavior: 'RETRY_FAILED_TASK' }),
  };
}
