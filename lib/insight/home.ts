import type { Actor } from '@/lib/accounts/permissions';
import { addDays, type CalendarDay } from '@/lib/history/calendar';
import type { CoverageCounts } from './coverage';
import type { NodeFilter } from './node-list';

/** Whose nodes the home is about: those of the reader's groups, or all. */
export const HOME_SCOPES = ['mine', 'all'] as const;
export type HomeScope = (typeof HOME_SCOPES)[number];

/**
 * What nodes want next, the most urgent first, each as the filters of the list of nodes that shows just them. A node that
 * has neither classification nor retry has no policy for its failures, whatever else stands in it. A new step is a row
 * here and its words.
 */
export const NODE_STEPS = {
  failing_undecided: ['failing', 'nothing_classified', 'no_retry'],
  no_owner: ['no_owner'],
  deviating: ['deviates'],
  stale: ['stale'],
  configured: ['configured'],
  incomplete: ['incomplete'],
} as const satisfies Readonly<Record<string, readonly NodeFilter[]>>;
export type NodeStep = keyof typeof NODE_STEPS;

/** What is to be done next, in the order of the page: people wait for hand-offs, so they come first. */
export const HOME_STEPS = [
  'hand_offs',
  'unowned_hand_offs',
  'failing_undecided',
  'no_owner',
  'unclassified_codes',
  'ripe_thresholds',
  'deviating',
  'stale',
  'configured',
  'incomplete',
] as const satisfies readonly (
  | NodeStep
  | 'hand_offs'
  | 'unowned_hand_offs'
  | 'unclassified_codes'
  | 'ripe_thresholds'
)[];
export type HomeStep = (typeof HOME_STEPS)[number];

/** Belongs to no group, so that everybody counts it whole. */
const NOBODYS: readonly string[] = ['unowned_hand_offs', 'no_owner'];

/** True where a step is about what no group owns: then it is counted over everything, whatever the scope. */
export function isNobodys(step: string): boolean {
  return NOBODYS.includes(step);
}

/** Nodes of a group or workflow by how far they are. */
export interface CoverageRow {
  /** Slug of the group, row id of the workflow. */
  readonly key: string;
  readonly name: string;
  readonly counts: CoverageCounts;
}

/** What the home says of nodes. */
export interface HomeNodes {
  /** Nodes of all workflows. */
  readonly total: number;
  /** Nodes by step; `unclassified_codes` counts the rows of the page of unclassified codes. */
  readonly steps: Readonly<Record<NodeStep | 'unclassified_codes', number>>;
  readonly coverage: CoverageCounts;
  /** Most left to do first; a node counts in the group that owns it and in the one that is told of it. */
  readonly groups: readonly CoverageRow[];
  readonly workflows: readonly CoverageRow[];
  /** Names of the groups in scope; empty = all nodes are. */
  readonly mine: readonly string[];
  /** Some group has a standard: else nothing can deviate, and nothing is said of it. */
  readonly standards: boolean;
}

/** A day of the calendar; `failures` null = not within the window, or before the history. */
export interface CalendarCell {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly failures: number | null;
}

/** What is shown to whom did not choose: their groups' part; administrators and whoever is in no group see all. */
export function homeScope({ role, groups }: Pick<Actor, 'role' | 'groups'>, asked: string | undefined): HomeScope {
  if (groups.length === 0) return 'all';
  return HOME_SCOPES.find((scope) => scope === asked) ?? (role === 'administrator' ? 'all' : 'mine');
}

/** Nodes that want something yet: they lack something, wait for drills, or have to be proved again. */
export function leftOf({ incomplete, configured, stale }: CoverageCounts): number {
  return incomplete + configured + stale;
}

/**
 * Days and their counts as rows of weeks, Monday to Sunday. Without a count are the days that fill the first and last week
 * up, and those before the history begins (`begins`, a day), of which nobody knows.
 */
export function calendarWeeks(
  days: readonly Pick<CalendarDay, 'day'>[],
  failures: readonly number[],
  begins: string,
): CalendarCell[][] {
  const cells = days.map(
    ({ day }, index): CalendarCell => ({ day, failures: day < begins ? null : (failures[index] ?? 0) }),
  );
  const [first] = cells;
  const last = cells.at(-1);
  if (!first || !last) return [];
  const outside = (from: string, count: number) =>
    Array.from({ length: count }, (_, index): CalendarCell => ({ day: addDays(from, index), failures: null }));
  const before = weekday(first.day);
  const whole = [
    ...outside(addDays(first.day, -before), before),
    ...cells,
    ...outside(addDays(last.day, 1), 6 - weekday(last.day)),
  ];
  return Array.from({ length: whole.length / 7 }, (_, week) => whole.slice(week * 7, week * 7 + 7));
}

/** Nodes that want nothing any more: proved, or with nothing in them that can fail. */
export function doneOf({ simulated, proven, idle }: CoverageCounts): number {
  return simulated + proven + idle;
}

/** How dark a day is drawn, 0 (none) to 4, by the share of the worst day. */
export function shadeOf(failures: number, most: number): number {
  return failures <= 0 || most <= 0 ? 0 : Math.max(1, Math.ceil((failures / most) * 4));
}

/** 0 = Monday. */
function weekday(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}
