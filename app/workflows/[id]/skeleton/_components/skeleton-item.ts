import { hasWords, searchWords } from '@/lib/insight/search';
import type { NodeRowId } from '@/lib/model/ids';
import type { Phrase } from '@/lib/policy/phrase';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { LeftOut, SkeletonPart } from '@/lib/workflows/skeleton';
import type { SkeletonNode } from '@/lib/workflows/skeleton-queries';

/** A node of the plan as the browser gets it. */
export interface SkeletonItem {
  readonly id: NodeRowId;
  readonly nodeId: string;
  readonly name: string;
  readonly version: number;
  /** Null = it is left out. */
  readonly change: {
    readonly parts: readonly SkeletonPart[];
    readonly today: Phrase;
    readonly becomes: Phrase;
    readonly problems: readonly Diagnostic[];
    readonly cautions: readonly Diagnostic[];
  } | null;
  readonly leftOut: LeftOut | null;
  /** Who has a draft there. */
  readonly by: string | null;
}

/** `nameOf` says an actor's name as the reader knows it. */
export function toSkeletonItem(node: SkeletonNode, nameOf: (actor: string) => string): SkeletonItem {
  const { id, nodeId, name, version, outcome } = node;
  const plain = { id, nodeId, name, version };
  if (outcome.standing !== 'open') {
    const by = outcome.by === null ? null : nameOf(outcome.by);
    return { ...plain, change: null, leftOut: outcome.standing, by };
  }
  const { parts, today, becomes, problems, cautions } = outcome;
  return { ...plain, change: { parts, today, becomes, problems, cautions }, leftOut: null, by: null };
}

export const SKELETON_FILTERS = ['open', 'ready', 'asks', 'out'] as const;
export type SkeletonFilter = (typeof SKELETON_FILTERS)[number];

/** `open`: whatever can be changed; `ready`: can be published; `asks`: has a question first; `out`: is left out. */
export function standingOfItem({ change }: SkeletonItem): Exclude<SkeletonFilter, 'open'> {
  if (change === null) return 'out';
  return change.problems.length === 0 ? 'ready' : 'asks';
}

/** The items that a filter and a search leave. */
export function narrowed(items: readonly SkeletonItem[], filter: SkeletonFilter, search: string): SkeletonItem[] {
  const words = searchWords(search);
  return items.filter((item) => passes(item, filter) && hasWords([item.name, item.nodeId], words));
}

/** Of the chosen ids, the items that can still be changed, in the order of the list. */
export function chosenOf(items: readonly SkeletonItem[], chosen: ReadonlySet<string>): SkeletonItem[] {
  return items.filter((item) => chosen.has(item.id) && item.change !== null);
}

/** True when a filter lets the item through. */
export function passes(item: SkeletonItem, filter: SkeletonFilter): boolean {
  return filter === 'open' ? item.change !== null : standingOfItem(item) === filter;
}

/** What comes with the skeleton on many nodes alike: said once, with how many nodes it holds for. */
export function sharedCautions(
  items: readonly SkeletonItem[],
): { readonly caution: Diagnostic; readonly nodes: number }[] {
  const all = items.flatMap(({ change }) => change?.cautions ?? []);
  const groups = new Map<string, { caution: Diagnostic; nodes: number }>();
  for (const caution of all) {
    const key = cautionKey(caution);
    const group = groups.get(key);
    if (group) group.nodes += 1;
    else groups.set(key, { caution, nodes: 1 });
  }
  return [...groups.values()].filter(({ nodes }) => nodes > 1);
}

/** The same sentence, wherever it stands. */
export function cautionKey({ code, values }: Diagnostic): string {
  return JSON.stringify([code, values ?? {}]);
}
