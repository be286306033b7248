import type { ActionKind } from '@/lib/model/action-kinds';
import type { Coverage } from './coverage';
import type { NodeRow } from './node-row';

/** What the picture of a workflow and the list beside it say of a node. */
export interface PictureNode {
  /** Row id: its page. */
  readonly id: string;
  /** `node_id`: what the picture calls it. */
  readonly nodeId: string;
  readonly name: string;
  readonly type: string | null;
  readonly kind: ActionKind | null;
  readonly coverage: Coverage;
  /** Failed attempts in 30 days, and executions that ended failed. */
  readonly failures: number;
  readonly finalFailures: number;
  readonly owner: { readonly name: string; readonly inherited: boolean } | null;
  readonly hasDraft: boolean;
}

/** A row as the picture needs it. */
export function toPictureNode(row: NodeRow): PictureNode {
  const { id, nodeId, name, type, failures, finalFailures, hasDraft, coverage, actions, owner } = row;
  return {
    ...{ id, nodeId, name, type, failures, finalFailures, hasDraft, coverage },
    kind: actions[0]?.kind ?? null,
    owner: owner && { name: row.ownerName ?? owner.slug, inherited: owner.from === 'workflow' },
  };
}

/** What a node is coloured by. */
export const COLOURINGS = ['coverage', 'failures'] as const;
export type Colouring = (typeof COLOURINGS)[number];

/** The colouring that a text names; anything else means the usual one. */
export function colouringOf(text: string | null): Colouring {
  return COLOURINGS.find((each) => each === text) ?? 'coverage';
}

/** How a node stands; each has its colour, its shape and its word. */
export const STANDINGS = ['proven', 'simulated', 'configured', 'stale', 'incomplete', 'urgent', 'quiet'] as const;
export type Standing = (typeof STANDINGS)[number];

/** `urgent`: nobody owns it, or its policy does not hold; all else waits for that. `quiet`: nothing can fail in it. */
export function standingOf({ coverage: { state, lacks, idle } }: Pick<PictureNode, 'coverage'>): Standing {
  if (idle) return 'quiet';
  if (state !== 'incomplete') return state;
  return lacks.includes('owner') || lacks.includes('invalid') ? 'urgent' : 'incomplete';
}

/** 0 = none; 1 to 3 = up to a third, two thirds, all of what the worst node of the workflow has. */
export type FailureLevel = 0 | 1 | 2 | 3;

/** The level of so many failures beside the worst node's. */
export function failureLevel(failures: number, worst: number): FailureLevel {
  if (failures <= 0 || worst <= 0) return 0;
  if (failures * 3 > worst * 2) return 3;
  return failures * 3 > worst ? 2 : 1;
}

/** The numbers of failures that each level stands for, without levels that no number falls into. */
export function failureRanges(
  worst: number,
): { readonly level: FailureLevel; readonly from: number; readonly to: number }[] {
  const none = { level: 0, from: 0, to: 0 } as const;
  if (worst <= 0) return [none];
  const [first, second] = [Math.floor(worst / 3), Math.floor((worst * 2) / 3)];
  const levels = [
    { level: 1, from: 1, to: first },
    { level: 2, from: first + 1, to: second },
    { level: 3, from: second + 1, to: worst },
  ] as const;
  return [none, ...levels.filter(({ from, to }) => from <= to)];
}
