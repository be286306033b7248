import type { ThresholdStanding } from '@/lib/history/threshold-state';
import type { NodeRowId } from '@/lib/model/ids';
import type { Threshold } from '@/lib/policy/schema';
import type { EpochMs } from '@/lib/shared/clock';
import type { ListPage, ListQuery, SortOrder } from './list';

/**
 * What the list shows. `open`: to be decided, that is drifted and ripe ones that no draft has taken yet; `drafted`: those
 * that stand in a draft, to be published; `short`: measured once, and not enough any more.
 */
export const THRESHOLD_SHOWS = ['open', 'drifted', 'ripe', 'drafted', 'short'] as const;
export type ThresholdShow = (typeof THRESHOLD_SHOWS)[number];

/** `failures`: most failed executions first, since these tell most. */
export const THRESHOLD_SORTS = ['failures', 'since', 'node', 'workflow'] as const;
export type ThresholdSort = (typeof THRESHOLD_SORTS)[number];

/** Numbers and times begin with the greatest, names with the first. */
export function firstThresholdOrder(sort: ThresholdSort): SortOrder {
  return sort === 'failures' || sort === 'since' ? 'desc' : 'asc';
}

/** In place of a slug: the reader's groups, and nodes that name none. */
export const MY_GROUPS = '~';
export const NO_GROUP = '-';

export interface ThresholdQuery extends ListQuery<ThresholdSort> {
  readonly show: ThresholdShow;
  /** Slug, `MY_GROUPS` or `NO_GROUP`; null = all. */
  readonly group: string | null;
}

/** One code of a node. */
export interface ThresholdListRow {
  readonly nodeRowId: NodeRowId;
  readonly nodeName: string;
  readonly workflowId: string;
  readonly workflowName: string;
  readonly ownerName: string | null;
  /** Raw, or `*`. */
  readonly code: string;
  readonly state: ThresholdStanding;
  readonly since: EpochMs;
  /** In force; null = nothing stands there. */
  readonly written: number | null;
  readonly writtenSource: Threshold['threshold_source'] | null;
  /** Null: there is too little to say. */
  readonly suggested: number | null;
  readonly sampleSize: number;
  readonly failureCount: number;
  /** Of executions that fail with the code, as parts of 1. */
  readonly rateLow: number | null;
  readonly rateHigh: number | null;
  readonly windowDays: number;
  readonly measuredAt: EpochMs;
  /** A draft has just this suggestion. */
  readonly drafted: boolean;
  /** Who last wrote on the node's draft; null = there is none. */
  readonly draftBy: string | null;
  /** The draft is somebody else's, or has a text of its own: it is left alone. */
  readonly draftHeld: boolean;
}

export interface ThresholdList extends ListPage<ThresholdListRow> {
  readonly matches: number;
  /** Of each view, within the other filters. */
  readonly counts: Readonly<Record<ThresholdShow, number>>;
}

/** True when more than the view narrows the list. */
export function isNarrowed({ group, workflow, search }: ThresholdQuery): boolean {
  return group !== null || workflow !== null || search !== '';
}

/** A suggestion that waits for a decision, and can be taken. */
export function mayTake({ state, drafted, draftHeld, suggested }: ThresholdListRow): boolean {
  return (state === 'drifted' || state === 'ripe') && !drafted && !draftHeld && suggested !== null;
}

/** Tells a row of the list from all others. */
export function thresholdKey({ nodeRowId, code }: Pick<ThresholdListRow, 'nodeRowId' | 'code'>): string {
  return `${nodeRowId} ${code}`;
}

/** What somebody wants to take: the number as they saw it. */
export interface ThresholdChoice {
  readonly nodeRowId: NodeRowId;
  readonly code: string;
  readonly failures: number;
}

/** `changed`: history or config say something else by now; `draft`: somebody is writing there, it is left alone. */
export const TAKING_OUTCOMES = ['taken', 'changed', 'draft', 'gone', 'cannot'] as const;

export interface TakingResult {
  readonly nodeRowId: NodeRowId;
  readonly code: string;
  readonly outcome: (typeof TAKING_OUTCOMES)[number];
  /** Of a draft that was left alone: who last wrote it. */
  readonly by?: string;
}
