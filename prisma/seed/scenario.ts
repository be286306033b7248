import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/shared/clock';

/** One way in which a node fails. */
export interface FailureMode {
  /** Raw, as the system writes it; null when it writes none. */
  readonly code: string | null;
  /** Chance that an execution starts with this failure. */
  readonly share: number;
  /** `{n}`, `{id}` and `{ip}` are filled in. */
  readonly message: string;
  /** Chance that a further attempt succeeds. */
  readonly clears: number;
  /** How long a failing attempt takes, in ms; else as long as the node normally does. */
  readonly ms?: Range;
  /** Seen only in this part of the time. */
  readonly during?: 'month-turn' | 'night' | 'last-9-days' | 'before-20-days';
}

export type Range = readonly [min: number, max: number];

/** How a node behaves in the sample history. */
export interface NodeScenario {
  /** `node_id`. */
  readonly id: string;
  /** Usual duration of an attempt, in ms. */
  readonly ms: Range;
  readonly modes: readonly FailureMode[];
  /** Chance that a run visits the node; absent = always. */
  readonly visited?: number;
  /** The run goes on although the node failed. */
  readonly goesOn?: boolean;
  /** Nodes that the engine runs when this one has failed. */
  readonly onFailure?: readonly string[];
  /** Down while the payment provider is; the codes in which this node's engine says so. */
  readonly payments?: readonly [timeout: string, unavailable: string];
  /** First node of a loop: it and the following `span - 1` nodes run once per item. */
  readonly loop?: { readonly items: Range; readonly span: number };
}

/** How a workflow runs in the sample history. */
export interface WorkflowScenario {
  /** The workflow's key and the stem of its file in `workflows/`. */
  readonly key: string;
  readonly runPrefix: string;
  /** Runs on a working day; of a scheduled workflow, the minutes between two runs. */
  readonly perDay: number;
  readonly rhythm: 'office' | 'shop' | 'night' | 'every-minutes' | 'campaign';
  /** Part of a working day's runs on Saturday and Sunday. */
  readonly weekend: number;
  /** Factor on the last two and first two days of a month. */
  readonly monthTurn: number;
  /** Offset of the team's own clock; the rhythm follows it. */
  readonly utcOffsetHours: number;
  /** Days before now on which its first version was published. */
  readonly publishedDaysAgo: number;
  /** The platform logs the nodes after a failure as skipped. */
  readonly logsSkipped?: boolean;
  readonly nodes: readonly NodeScenario[];
}

/** How many days of history there are. */
export const HISTORY_DAYS = 60;

/** Share of executions that a person stops by hand. */
export const CANCELLED_SHARE = 0.0001;

/** Chance that an attempt at the payment provider fails while it is down. */
export const OUTAGE_SHARE = 0.92;

/** The payment provider's outage: about five hours around noon, twelve days before `now` (epoch ms). */
export function outageWindow(now: number): Range {
  const midnight = Math.floor((now - 12 * DAY_MS) / DAY_MS) * DAY_MS;
  const start = midnight + 9 * HOUR_MS + 12 * MINUTE_MS;
  return [start, start + 5 * HOUR_MS + 7 * MINUTE_MS];
}

/** A day on a team's own calendar. */
export interface LocalDay {
  /** Days since 1970-01-01 on the local calendar. */
  readonly number: number;
  /** As in `20261129`. */
  readonly name: string;
  /** Epoch ms of its midnight. */
  readonly start: number;
  readonly weekend: boolean;
  /** Among the last two or first two days of a month. */
  readonly monthTurn: boolean;
}

/** The local day with that number. */
export function localDay(number: number, utcOffsetHours: number): LocalDay {
  const date = new Date(number * DAY_MS);
  const inTwoDays = new Date((number + 2) * DAY_MS);
  const weekday = date.getUTCDay();
  return {
    number,
    name: date.toISOString().slice(0, 10).replaceAll('-', ''),
    start: number * DAY_MS - utcOffsetHours * HOUR_MS,
    weekend: weekday === 0 || weekday === 6,
    monthTurn: date.getUTCDate() <= 2 || inTwoDays.getUTCMonth() !== date.getUTCMonth(),
  };
}

/** Weight of each hour of the local day. */
export const HOUR_WEIGHTS: Readonly<Record<'office' | 'shop' | 'night' | 'campaign', readonly number[]>> = {
  office: [1, 1, 1, 1, 1, 1, 4, 12, 30, 42, 44, 38, 22, 32, 42, 40, 34, 20, 8, 4, 3, 2, 1, 1],
  shop: [6, 3, 2, 1, 1, 2, 5, 10, 16, 22, 26, 28, 30, 27, 25, 25, 27, 31, 36, 42, 44, 36, 22, 12],
  night: [10, 40, 60, 50, 30, 10, 4, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 4],
  campaign: [0, 0, 0, 0, 0, 0, 0, 0, 2, 30, 20, 4, 0, 2, 10, 6, 2, 0, 0, 0, 0, 0, 0, 0],
};

/** True when the mode can occur at that instant. */
export function isActive(mode: FailureMode, at: number, now: number, day: LocalDay): boolean {
  switch (mode.during) {
    case undefined:
      return true;
    case 'month-turn':
      return day.monthTurn;
    case 'night':
      return at - day.start < 5 * HOUR_MS;
    case 'last-9-days':
      return now - at < 9 * DAY_MS;
    case 'before-20-days':
      return now - at > 20 * DAY_MS;
  }
}
