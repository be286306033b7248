import type { GraphEdge, WorkflowGraph } from '../workflow-graph';

/** A graph of so many nodes `n0`, `n1`, …; `parentOf` says which node contains which. */
export function graphOf(
  count: number,
  steps: readonly (readonly [number, number])[],
  parentOf: (index: number) => number | null = () => null,
): WorkflowGraph {
  const nodes = Array.from({ length: count }, (_, index) => {
    const parent = parentOf(index);
    return { id: `n${index}`, parentId: parent === null ? null : `n${parent}` };
  });
  return { nodes, edges: steps.map(([from, to]) => edgeOf(from, to)), missing: [] };
}

/** The steps of a line of so many nodes. */
export function chain(count: number): [number, number][] {
  return Array.from({ length: count - 1 }, (_, index) => [index, index + 1]);
}

function edgeOf(from: number, to: number): GraphEdge {
  return { id: `${from}-${to}`, from: `n${from}`, to: `n${to}`, failure: false };
}
