import type { Direction, GraphEdge, GraphNode } from './workflow-graph';

/** Size of a node's card, and what is kept free: between cards of a rank, and between ranks; in px. */
export const CARD = { width: 208, height: 66 } as const;
export const GAP = { beside: 28, between: 44 } as const;

/** Width to height of a picture that fills the place it has. */
export const ASPECT = 1.5;

/** How a level of the picture is laid out so that it does not become one endless line. */
export interface LevelShape {
  readonly direction: Direction;
  /** Cut into pieces that stand side by side. */
  readonly wrap: boolean;
  /** So many nodes stand beside each other that their order in the text would take long to keep. */
  readonly broad: boolean;
}

/** A line so many times too long is cut into pieces. */
const TOO_LONG = 2;
const BROAD_RANK = 40;

/**
 * Chooses direction and wrapping for the nodes of one level (siblings within one
 * container), judged by the largest part of them that hangs together. `given`: the flow of the whole picture.
 */
export function levelShape(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  given: Direction | null,
): LevelShape {
  const { ranks, widest } = measure(nodes, edges);
  const down = (widest * (CARD.width + GAP.beside)) / (ranks * (CARD.height + GAP.between));
  const right = (ranks * (CARD.width + GAP.between)) / (widest * (CARD.height + GAP.beside));
  const direction = given ?? (off(down) <= off(right) ? 'DOWN' : 'RIGHT');
  const long = direction === 'DOWN' ? ASPECT / down : right / ASPECT;
  return { direction, wrap: long > TOO_LONG && ranks > 4, broad: widest > BROAD_RANK };
}

/** How far a ratio is from what is wanted, the same both ways. */
function off(ratio: number): number {
  return Math.abs(Math.log(ratio / ASPECT));
}

/** Of the largest connected part: its ranks (longest way through it), and the widest of them. */
function measure(nodes: readonly GraphNode[], edges: readonly GraphEdge[]) {
  const ranks = ranksOf(nodes, edges);
  const parts = new Map<string, string[]>();
  const partOf = connectedParts(nodes, edges);
  for (const { id } of nodes) {
    const part = partOf(id);
    const members = parts.get(part);
    if (members) members.push(id);
    else parts.set(part, [id]);
  }
  const largest = [...parts.values()].reduce<string[]>((most, part) => (part.length > most.length ? part : most), []);
  const sizes = new Map<number, number>();
  for (const id of largest) sizes.set(ranks.get(id) ?? 0, (sizes.get(ranks.get(id) ?? 0) ?? 0) + 1);
  return { ranks: Math.max(1, sizes.size), widest: Math.max(1, ...sizes.values()) };
}

/** Rank of each node: one more than its predecessors'. A cycle is opened at its first node in the text. */
function ranksOf(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Map<string, number> {
  const { followers, waiting } = stepsOf(nodes, edges);
  const ranks = new Map(nodes.map(({ id }) => [id, 0]));
  const ready = nodes.map(({ id }) => id).filter((id) => waiting.get(id) === 0);
  const done = new Set<string>();
  const take = (id: string) => {
    if (done.has(id)) return;
    done.add(id);
    for (const next of (followers.get(id) ?? []).filter((each) => !done.has(each))) {
      ranks.set(next, Math.max(ranks.get(next) ?? 0, (ranks.get(id) ?? 0) + 1));
      waiting.set(next, (waiting.get(next) ?? 0) - 1);
      if (waiting.get(next) === 0) ready.push(next);
    }
  };
  for (const { id } of nodes) {
    for (let free = ready.pop(); free !== undefined; free = ready.pop()) take(free);
    take(id);
  }
  return ranks;
}

/** Who follows whom, and for how many predecessors each node waits; a step to itself is none. */
function stepsOf(nodes: readonly GraphNode[], edges: readonly GraphEdge[]) {
  const waiting = new Map(nodes.map(({ id }) => [id, 0]));
  const followers = new Map<string, string[]>();
  for (const { from, to } of edges) {
    if (from === to) continue;
    const known = followers.get(from);
    if (known) known.push(to);
    else followers.set(from, [to]);
    waiting.set(to, (waiting.get(to) ?? 0) + 1);
  }
  return { waiting, followers };
}

/** Names the part to which a node belongs, by one of its members. */
function connectedParts(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): (id: string) => string {
  const leader = new Map(nodes.map(({ id }) => [id, id]));
  const find = (id: string): string => {
    let at = id;
    for (let up = leader.get(at); up !== undefined && up !== at; up = leader.get(at)) {
      leader.set(at, leader.get(up) ?? up);
      at = up;
    }
    return at;
  };
  for (const { from, to } of edges) if (leader.has(from) && leader.has(to)) leader.set(find(from), find(to));
  return find;
}
