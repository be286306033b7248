import { describe, expect, test } from 'vitest';
import { chain, graphOf } from './testing/graphs';
import type { PictureLayout, PlacedNode, WorkflowGraph } from './workflow-graph';
import { runLayout } from './workflow-layout-runner';

async function laidOut(graph: WorkflowGraph): Promise<PictureLayout> {
  const layout = await runLayout(graph);
  if (!layout) throw new Error('no picture');
  return layout;
}

const overlap = (a: PlacedNode, b: PlacedNode) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

function expectApart(nodes: readonly PlacedNode[]): void {
  const crossing = nodes.flatMap((a, index) =>
    nodes.slice(index + 1).flatMap((b) => (a.parentId === b.parentId && overlap(a, b) ? [[a.id, b.id]] : [])),
  );
  expect(crossing).toEqual([]);
}

const treeSteps = (count: number) => chain(count).map(([from, to]) => [Math.floor(from / 3), to] as const);
/** Nineteen containers in a row, each with a line of 24 inside. */
const nested = graphOf(
  500,
  [
    ...chain(500).filter(([from, to]) => from % 25 !== 0 && to % 25 !== 0),
    ...chain(20).map(([from, to]) => [from * 25, to * 25] as const),
  ],
  (index) => (index % 25 === 0 ? null : Math.floor(index / 25) * 25),
);

describe.each([
  ['one node', graphOf(1, [])],
  ['a line of 9', graphOf(9, chain(9))],
  ['a line of 90', graphOf(90, chain(90))],
  ['a line of 500', graphOf(500, chain(500))],
  ['a tree of 500', graphOf(500, treeSteps(500))],
  ['500 without a step', graphOf(500, [])],
  ['500 in containers', nested],
  ['circles', graphOf(9, [...chain(9), [8, 0], [3, 3], [5, 2]])],
] as const)('%s', (_, graph) => {
  test('has every node and step in its place, none over another', { timeout: 60_000 }, async () => {
    const layout = await laidOut(graph);
    expect(layout.nodes.map(({ id }) => id)).toEqual(graph.nodes.map(({ id }) => id));
    expect(layout.edges).toHaveLength(graph.edges.length);
    expectApart(layout.nodes);
    for (const { x, y, width, height } of layout.nodes) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(layout.width + 0.01);
      expect(y + height).toBeLessThanOrEqual(layout.height + 0.01);
    }
  });
});

test('a long line is cut into pieces that fill a page', async () => {
  const { width, height } = await laidOut(graphOf(500, chain(500)));
  expect(width / height).toBeGreaterThan(0.7);
  expect(width / height).toBeLessThan(3);
});

test('what is in a container stands within it, below its card', async () => {
  const { nodes } = await laidOut(nested);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const outside = nodes.filter(({ x, y, width, height, parentId }) => {
    const around = parentId === null ? undefined : byId.get(parentId);
    if (!around) return false;
    return (
      x < around.x || y < around.y + 66 || x + width > around.x + around.width || y + height > around.y + around.height
    );
  });
  expect(outside).toEqual([]);
  expect(nodes.filter(({ container }) => container)).toHaveLength(20);
});

test('a step between two containers is drawn too', async () => {
  const graph = graphOf(4, [[1, 3]], (index) => (index % 2 === 1 ? index - 1 : null));
  const { edges } = await laidOut(graph);
  expect(edges[0]?.points).toHaveLength(2);
});

test('the same graph always gives the same picture', async () => {
  const graph = graphOf(90, treeSteps(90));
  expect(await laidOut(graph)).toEqual(await laidOut(graph));
});
