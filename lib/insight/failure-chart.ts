import { addDays } from '@/lib/history/calendar';
import type { DailyFailures } from '@/lib/history/stats';
import { peaksOf } from './failure-peaks';

/** How many codes have a colour of their own; the rest is drawn together. */
const TOP_CODES = 6;
/** Colours to choose from; the chart has as many (`--fp-series-0` and on). */
export const SERIES_COLOURS = 8;

/** A code, or all that are not among the most frequent. */
export interface ChartSeries {
  /** Safe as a property name, unlike a code. */
  readonly key: string;
  readonly kind: 'code' | 'rest';
  readonly code: string | null;
  /** How many codes stand behind it: 1, or more in the rest. */
  readonly codes: number;
  readonly total: number;
  /** 0 to `SERIES_COLOURS` - 1; null for the rest, which has a neutral colour. */
  readonly colour: number | null;
}

/** More days than this are drawn as weeks: bars, not hairlines. */
const MOST_DAYS = 120;

/** A day (`YYYY-MM-DD`), or an hour (its first instant, ISO 8601). */
export interface ChartSlot {
  readonly key: string;
  /** It is, or has in it, the last day of a month. */
  readonly monthEnd: boolean;
  /** The history reaches back to it: without failures then means that none happened. */
  readonly recorded: boolean;
  /** Failed attempts per series, in the order of `series`. */
  readonly counts: readonly number[];
  readonly total: number;
}

export interface FailureChart {
  readonly unit: 'day' | 'hour';
  readonly series: readonly ChartSeries[];
  readonly slots: readonly ChartSlot[];
  readonly total: number;
}

/** What is drawn as one bar: a slot, or a week of them. */
export interface ChartBar extends ChartSlot {
  /** The first and last slot in it. */
  readonly first: string;
  readonly last: string;
  /** It stands out: so many times as much as is usual; null = it does not. */
  readonly times: number | null;
}

export interface ChartBars {
  readonly unit: 'hour' | 'day' | 'week';
  readonly bars: readonly ChartBar[];
  /** Failed attempts on a usual bar: the median. */
  readonly usual: number;
}

/** Failed attempts by day or hour, stacked by code: the most frequent codes, and the others together. */
export function failureChart(
  unit: FailureChart['unit'],
  slots: readonly Omit<ChartSlot, 'counts' | 'total'>[],
  rows: readonly DailyFailures[],
): FailureChart {
  const totals = new Map<string | null, number>();
  for (const { errorCode, failures } of rows) totals.set(errorCode, (totals.get(errorCode) ?? 0) + failures);
  const codes = [...totals.keys()].sort(
    (a, b) => (totals.get(b) ?? 0) - (totals.get(a) ?? 0) || (String(a) < String(b) ? -1 : 1),
  );
  // A rest of one code would be that code, without its name.
  const shown = codes.length <= TOP_CODES + 1 ? codes : codes.slice(0, TOP_CODES);
  const colours = coloursOf(shown);
  const position = new Map(shown.map((code, i) => [code, i]));
  const counts = slots.map(() => new Array<number>(shown.length + (shown.length < codes.length ? 1 : 0)).fill(0));
  for (const { dayIndex, errorCode, failures } of rows) {
    const day = counts[dayIndex];
    const at = position.get(errorCode) ?? shown.length;
    if (day) day[at] = (day[at] ?? 0) + failures;
  }
  const total = sum([...totals.values()]);
  const named = shown.map((code, i): ChartSeries => {
    return { key: `s${i}`, kind: 'code', code, codes: 1, total: totals.get(code) ?? 0, colour: colours.get(code) ?? 0 };
  });
  const rest: ChartSeries = {
    key: 'rest',
    kind: 'rest',
    code: null,
    codes: codes.length - shown.length,
    total: total - sum(named.map((each) => each.total)),
    colour: null,
  };
  return {
    unit,
    series: rest.codes > 0 ? [...named, rest] : named,
    slots: slots.map((slot, i) => ({ ...slot, counts: counts[i] ?? [], total: sum(counts[i] ?? []) })),
    total,
  };
}

/** What to draw: a bar per slot, or per week (Monday to Sunday) where there are too many days; with what stands out. */
export function chartBars({ unit, slots }: FailureChart): ChartBars {
  const weeks = unit === 'day' && slots.length > MOST_DAYS;
  const bars = weeks ? weeksOf(slots) : slots.map((slot) => ({ ...slot, first: slot.key, last: slot.key }));
  // Hours of a day have a shape of their own: none of them is usual. Nor is the time before the history.
  const judged = unit === 'hour' ? [] : bars.filter(({ recorded }) => recorded);
  const { usual, times } = peaksOf(judged.map(({ total }) => total));
  const timesOf = new Map(judged.map((bar, i) => [bar.key, times[i] ?? null]));
  return {
    unit: weeks ? 'week' : unit,
    bars: bars.map((bar) => ({ ...bar, times: timesOf.get(bar.key) ?? null })),
    usual,
  };
}

/** The code with the most failed attempts of a bar, of those with a colour; null where there are none. */
export function leadingSeries({ series }: FailureChart, { counts }: ChartSlot): ChartSeries | null {
  const named = counts.filter((_, i) => series[i]?.kind === 'code');
  const most = Math.max(0, ...named);
  return most === 0 ? null : (series[named.indexOf(most)] ?? null);
}

function weeksOf(days: readonly ChartSlot[]): Omit<ChartBar, 'times'>[] {
  const weeks = new Map<string, [ChartSlot, ...ChartSlot[]]>();
  for (const day of days) {
    const weekday = (new Date(`${day.key}T00:00:00Z`).getUTCDay() + 6) % 7;
    const monday = addDays(day.key, -weekday);
    const week = weeks.get(monday);
    if (week) week.push(day);
    else weeks.set(monday, [day]);
  }
  return [...weeks.values()].map((week) => ({
    key: week[0].key,
    first: week[0].key,
    last: (week.at(-1) ?? week[0]).key,
    monthEnd: week.some(({ monthEnd }) => monthEnd),
    recorded: week.some(({ recorded }) => recorded),
    counts: week[0].counts.map((_, i) => sum(week.map(({ counts }) => counts[i] ?? 0))),
    total: sum(week.map(({ total }) => total)),
  }));
}

/**
 * The colour follows from the code's text, not from its rank, so that a code keeps it from day to
 * day and from filter to filter; of two codes that would share one, the later by name takes the next.
 */
function coloursOf(codes: readonly (string | null)[]): Map<string | null, number> {
  const taken = new Map<string | null, number>();
  const used = new Set<number>();
  for (const code of codes.toSorted((a, b) => (String(a) < String(b) ? -1 : 1))) {
    let colour = hash(code ?? '') % SERIES_COLOURS;
    while (used.has(colour) && used.size < SERIES_COLOURS) colour = (colour + 1) % SERIES_COLOURS;
    used.add(colour);
    taken.set(code, colour);
  }
  return taken;
}

/** FNV-1a, 32 bit. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
