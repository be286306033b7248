import type { PictureLayout, PlacedNode } from './workflow-graph';

export type Arrow = 'ArrowDown' | 'ArrowUp' | 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End';

/**
 * Where an arrow key leads from a node of the picture. With the flow it goes to what follows (into a
 * container, and out of it behind its last node), against it to what comes before; across it, and
 * where the flow has nothing to offer, to the nearest node on that side. Null = nowhere.
 */
export function arrowTarget(layout: PictureLayout, from: string, key: Arrow): string | null {
  const { nodes, direction } = layout;
  if (key === 'Home') return nodes[0]?.id ?? null;
  if (key === 'End') return nodes.at(-1)?.id ?? null;
  const start = nodes.find(({ id }) => id === from);
  if (!start) return nodes[0]?.id ?? null;
  const forward = direction === 'DOWN' ? 'ArrowDown' : 'ArrowRight';
  const back = direction === 'DOWN' ? 'ArrowUp' : 'ArrowLeft';
  if (key === forward) return ahead(layout, start) ?? nearest(layout, start, key);
  if (key === back) return behind(layout, start) ?? nearest(layout, start, key);
  return nearest(layout, start, key);
}

/** True for a key that moves within the picture. */
export function isArrow(key: string): key is Arrow {
  return key.startsWith('Arrow') || key === 'Home' || key === 'End';
}

/** What follows: the first node inside a container, else the nearest successor, else that of what is around. */
function ahead(layout: PictureLayout, { id, parentId }: PlacedNode): string | null {
  const inside = layout.nodes.find((node) => node.parentId === id);
  if (inside) return inside.id;
  const next = follower(layout, id);
  if (next !== null) return next;
  for (let around = parentId; around !== null; around = nodeOf(layout, around)?.parentId ?? null) {
    const after = follower(layout, around);
    if (after !== null) return after;
  }
  return null;
}

/** What comes before: a predecessor (the ordinary flow first), else the container that begins with this node. */
function behind({ edges }: PictureLayout, { id, parentId }: PlacedNode): string | null {
  const before = edges.filter(({ from, to }) => to === id && from !== id);
  return (before.find(({ failure }) => !failure) ?? before[0])?.from ?? parentId;
}

/** The step that is taken: the ordinary one before that of a catcher, the first in the text before others. */
function follower({ edges }: PictureLayout, id: string): string | null {
  const steps = edges.filter(({ from, to }) => from === id && to !== id);
  return (steps.find(({ failure }) => !failure) ?? steps[0])?.to ?? null;
}

/** The nearest node on one side: what lies aside counts double; never one around or within the start. */
function nearest(layout: PictureLayout, start: PlacedNode, key: Arrow): string | null {
  const at = middle(start);
  let found: { id: string; distance: number } | null = null;
  for (const node of layout.nodes) {
    if (node.id === start.id || contains(layout, node.id, start) || contains(layout, start.id, node)) continue;
    const to = middle(node);
    const along = key === 'ArrowLeft' || key === 'ArrowRight' ? to.x - at.x : to.y - at.y;
    const aside = key === 'ArrowLeft' || key === 'ArrowRight' ? to.y - at.y : to.x - at.x;
    const ahead = key === 'ArrowLeft' || key === 'ArrowUp' ? -along : along;
    if (ahead < MIN_STEP_PX) continue;
    const distance = ahead + 2 * Math.abs(aside);
    if (found === null || distance < found.distance) found = { id: node.id, distance };
  }
  return found?.id ?? null;
}

/** Nodes that are about level with the start lie on neither side. */
const MIN_STEP_PX = 8;

function contains(layout: PictureLayout, container: string, node: PlacedNode): boolean {
  for (let around = node.parentId; around !== null; around = nodeOf(layout, around)?.parentId ?? null)
    if (around === container) return true;
  return false;
}

function nodeOf({ nodes }: PictureLayout, id: string): PlacedNode | undefined {
  return nodes.find((node) => node.id === id);
}

/** A container is found by its own card, which stands at its head. */
function middle({ x, y, width, height, container }: PlacedNode) {
  return { x: x + width / 2, y: container ? y + HEAD_MIDDLE_PX : y + height / 2 };
}

const HEAD_MIDDLE_PX = 40;
