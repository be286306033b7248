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
  const open = new Set(wanted.terminal);
  const last = lastNames(wanted);
  const kept = keepTerminal(found, wanted, open);
  const pivot = pivotOf(found, wanted);
  const [before, after] = [kept.filter(({ from }) => from < pivot), kept.filter(({ from }) => from > pivot)];
  const fresh = wanted.terminal.filter((name) => open.has(name) && !last.includes(name));
  const host = before.at(-1);
  const keep = ({ from, names }: Kept, more: readonly string[] = []): PlannedItem<Json> => ({
    from,
    value: withNames(items[from], [...names, ...more]),
  });
  const all = found.terminal.find(({ names }) => names.includes(ALL));
  const everything = all ? keep({ from: all.index, names: [ALL] }) : { from: null, value: never([ALL]) };
  return [
    ...before.map((each) => keep(each, each === host ? fresh : [])),
    ...(!host && fresh.length > 0 ? [{ from: null, value: never(fresh) }] : []),
    ...(wanted.transient ? [planTransient(items, found.transient, wanted.transient)] : []),
    ...after.map((each) => keep(each)),
    ...(last.includes(TASK_FAILED) && open.has(TASK_FAILED) ? [{ from: null, value: never([TASK_FAILED]) }] : []),
    ...(last.includes(ALL) ? [everything] : []),
  ];
}

interface Kept {
  readonly from: number;
  readonly names: readonly string[];
}

/** Never retried, and so wide that they have to stand behind what is retried. */
function lastNames({ terminal, transient }: Projection): readonly string[] {
  const retriesAll = transient?.names.includes(ALL) ?? false;
  return terminal.filter((name) => name === ALL || (name === TASK_FAILED && !retriesAll));
}

/** Where what is retried stands, or is to stand: before the first entry that has to come behind it. */
function pivotOf(found: Plain, wanted: Projection): number {
  if (!wanted.transient) return Number.POSITIVE_INFINITY;
  const last = lastNames(wanted);
  const behind = found.terminal.find(({ names }) => names.some((name) => last.includes(name)));
  return found.transient?.index ?? (behind ? behind.index - 0.5 : Number.POSITIVE_INFINITY);
}

/** Present entries that stay where they are, save `States.ALL`; takes their names out of `open`. */
function keepTerminal(found: Plain, wanted: Projection, open: Set<string>): readonly Kept[] {
  const pivot = pivotOf(found, wanted);
  const last = wanted.transient ? lastNames(wanted) : [];
  const wide = wanted.transient?.names.some((name) => name === ALL || name === TASK_FAILED) ?? false;
  return found.terminal.flatMap(({ index, names }) => {
    const stay = names.filter((name) => name !== ALL && open.has(name));
    const fits = index < pivot ? !stay.some((name) => last.includes(name)) : !wide;
    if (stay.length === 0 || !fits) return [];
    for (const name of stay) open.delete(name);
    return [{ from: index, names: stay }];
  });
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
  const [before, after] = [new Set(present), new Set(wanted)];
  return [...present.filter((name) => after.has(name)), ...wanted.filter((name) => !before.has(name))];
}

function never(names: readonly string[]): JsonObject {
  return { ErrorEquals: [...names], MaxAttempts: 0 };
}

function defined(value: Record<string, Json | undefined>): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
}
