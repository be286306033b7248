import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import type { PlannedItem } from '../source/align';
import type { Shape } from '../source/shape';
import { own } from '../source/shape';
import type { Projection } from './project';
import { ALL, type Interpretation, largestDelayMs, TASK_FAILED, type Transient } from './retriers';

/** What of a retrier is ours; its `Comment` is not. */
export const RETRY_SHAPE: Shape = {
  item: {
    keys: {
      ErrorEquals: {},
      IntervalSeconds: {},
      MaxAttempts: {},
      BackoffRate: {},
      MaxDelaySeconds: {},
      JitterStrategy: {},
    },
  },
};

type Plain = Interpretation & { kind: 'plain' };
type Wanted = NonNullable<Projection['transient']>;

/**
 * Plans a `Retry` list: present retriers stay, with their comments, order and spelling, wherever
 * they say part of what is wanted; never-retry entries come first, `States.ALL` last.
 */
export function arrangeRetry(
  present: Json | undefined,
  found: Plain,
  wanted: Projection,
): readonly PlannedItem<Json>[] {
  const items = Array.isArray(present) ? present : [];
  const retriesAll = wanted.transient?.names.includes(ALL) ?? false;
  const tail = wanted.terminal.filter((name) => name === ALL || (name === TASK_FAILED && !retriesAll));
  const head = wanted.terminal.filter((name) => !tail.includes(name));

  const pivot = found.transient?.index ?? items.length;
  const open = new Set(wanted.terminal);
  const kept = found.terminal.flatMap(({ index, names }) => {
    const stay = names.filter((name) => open.delete(name));
    const fits = stay.every((name) =>
      tail.includes(name) ? index > pivot || !wanted.transient || !found.transient : true,
    );
    if (stay.length > 0 && fits) return [{ from: index, names: stay }];
    for (const name of stay) open.add(name);
    return [];
  });
  const before = kept.filter(({ from }) => from < pivot);
  const after = kept.filter(({ from }) => from > pivot);
  const fresh = head.filter((name) => open.has(name));
  const host = before.findLast(({ names }) => !names.includes(ALL));
  const plan: PlannedItem<Json>[] = [];
  for (const each of before)
    plan.push({
      from: each.from,
      value: withNames(items[each.from], each === host ? [...each.names, ...fresh] : each.names),
    });
  if (!host && fresh.length > 0) plan.push({ from: null, value: never(fresh) });
  if (wanted.transient) plan.push(planTransient(items, found.transient, wanted.transient));
  for (const each of after) plan.push({ from: each.from, value: withNames(items[each.from], each.names) });
  for (const name of [TASK_FAILED, ALL])
    if (tail.includes(name) && open.has(name)) plan.push({ from: null, value: never([name]) });
  return plan;
}

/** The list as it will stand. */
export function plannedValue(plan: readonly PlannedItem<Json>[]): readonly Json[] {
  return plan.map((item) => item.value);
}

function planTransient(
  items: readonly Json[],
  found: Transient | null,
  { names, schedule, capWritten }: Wanted,
): PlannedItem<Json> {
  const { retries, intervalSeconds, rate, capMs, jitter } = schedule;
  const cap = capMs / 1000;
  const item = found ? items[found.index] : undefined;
  if (!found || !isJsonObject(item)) {
    const value = {
      ErrorEquals: [...names],
      IntervalSeconds: intervalSeconds,
      MaxAttempts: retries,
      BackoffRate: rate,
      ...(capWritten && { MaxDelaySeconds: cap }),
      ...(jitter === 'full' && { JitterStrategy: 'FULL' }),
    };
    return { from: null, value };
  }
  const present = found.schedule;
  const value: Record<string, Json | undefined> = { ...item, ErrorEquals: namesLike(found.names, names) };
  if (present.retries !== retries) value.MaxAttempts = retries;
  if (present.intervalSeconds !== intervalSeconds) value.IntervalSeconds = intervalSeconds;
  if (present.rate !== rate) value.BackoffRate = rate;
  if (present.jitter !== jitter) value.JitterStrategy = jitter === 'full' ? 'FULL' : undefined;
  const natural = Math.min(largestDelayMs(schedule), 7 * 86_400_000);
  if (found.capDerived ? capWritten && capMs !== natural : present.capMs !== capMs)
    value.MaxDelaySeconds = capWritten ? cap : undefined;
  return { from: found.index, value: defined(value) };
}

function withNames(item: Json | undefined, names: readonly string[]): Json {
  const present = isJsonObject(item) ? item : {};
  const before = own(present, 'ErrorEquals');
  return { ...present, ErrorEquals: namesLike(Array.isArray(before) ? before.map(String) : [], names) };
}

/** The wanted names, those that are there first and in their order. */
function namesLike(present: readonly string[], wanted: readonly string[]): readonly string[] {
  const stay = present.filter((name) => wanted.includes(name));
  return [...stay, ...wanted.filter((name) => !stay.includes(name))];
}

function never(names: readonly string[]): JsonObject {
  return { ErrorEquals: [...names], MaxAttempts: 0 };
}

function defined(value: Record<string, Json | undefined>): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
}
