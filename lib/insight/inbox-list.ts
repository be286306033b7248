import type { Told } from '@/lib/alerts/told';
import type { FailureClass } from '@/lib/policy/vocabulary';
import type { EpochMs } from '@/lib/shared/clock';
import { DAY_MS } from '@/lib/shared/clock';
import type { ListQuery, SortOrder } from './list';

/** What a key is: open as long as one of its records is; settled when none waits for a person any more. */
export const INBOX_STATES = ['open', 'acknowledged', 'resolved', 'closed_by_success'] as const;
export type InboxState = (typeof INBOX_STATES)[number];

/** By the last failure, by how long the first one has been waiting, by the number of those that wait. */
export const INBOX_SORTS = ['last', 'first', 'count'] as const;
export type InboxSort = (typeof INBOX_SORTS)[number];

export const INBOX_TRIGGERS = ['terminal', 'exhausted'] as const;
export type InboxTrigger = (typeof INBOX_TRIGGERS)[number];

/** How long ago the last failure of a key may be. */
export const INBOX_PERIODS = { '1d': DAY_MS, '7d': 7 * DAY_MS, '30d': 30 * DAY_MS } as const;
export type InboxPeriod = keyof typeof INBOX_PERIODS;

/** Of the owner filter, beside slugs: handed to nobody; to the actor's groups, or assigned to them. */
export const NO_OWNER = '-';
export const MINE = '~';

/** What the list of hand-offs is asked for; null = not narrowed. */
export interface InboxQuery extends ListQuery<InboxSort> {
  readonly state: InboxState | null;
  /** A slug, `NO_OWNER` or `MINE`. */
  readonly owner: string | null;
  readonly trigger: InboxTrigger | null;
  readonly period: InboxPeriod | null;
  readonly nodeId: string | null;
  /** Null: failures without a code; absent: whatever the code. */
  readonly code?: string | null;
}

/** True when anything but state, order and page narrows the list. */
export function isNarrowed({ search, workflow, owner, trigger, period, nodeId, code }: InboxQuery): boolean {
  return (
    search !== '' || [workflow, owner, trigger, period, nodeId].some((each) => each !== null) || code !== undefined
  );
}

/** The order that a sort begins with: what has been waiting for longest is old, the rest is most. */
export function firstInboxOrder(sort: InboxSort): SortOrder {
  return sort === 'first' ? 'asc' : 'desc';
}

/** The hand-offs of one key, as a row. Times are of when a hand-off was decided, in epoch ms. */
export interface InboxRow {
  /** The newest of those that the row is about: its page is the key's. */
  readonly id: string;
  readonly fingerprint: string;
  readonly state: InboxState;
  readonly workflow: string;
  readonly node: string;
  readonly nodeId: string;
  readonly code: string | null;
  readonly failureClass: FailureClass;
  readonly unclassified: boolean;
  readonly trigger: string;
  readonly limit: string | null;
  readonly stoppedEarly: string | null;
  readonly attempt: number;
  readonly message: string | null;
  /** Records that wait for a person, those of them that somebody has acknowledged, and all there ever were. */
  readonly waiting: number;
  readonly acknowledged: number;
  readonly total: number;
  readonly firstAt: EpochMs;
  readonly lastAt: EpochMs;
  /** Of the records that the row counts, when the last became known: an action reaches as far. ISO. */
  readonly seenUntil: string;
  /** Null = no owner. `name` is the slug where there is no such group (any more). */
  readonly owner: { readonly slug: string; readonly name: string } | null;
  readonly assignee: string | null;
  readonly told: Told;
  /** The actor may work on it. */
  readonly mayWork: boolean;
}

/** Keys by what they are, under all filters but that of the state. */
export type InboxCounts = Readonly<Record<'open' | 'acknowledged', number>>;

export interface InboxPage {
  readonly rows: readonly InboxRow[];
  readonly page: number;
  readonly pages: number;
  /** Keys that the filters leave. */
  readonly matches: number;
  readonly counts: InboxCounts;
  /** Workflows that keys of this state are of. */
  readonly workflows: readonly { readonly id: string; readonly name: string }[];
}
