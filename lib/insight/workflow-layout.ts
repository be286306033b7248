import type { ElkExtendedEdge, ElkNode, LayoutOptions } from 'elkjs/lib/elk-api';
import { groupBy } from '@/lib/shared/group-by';
import type {
  Direction,
  GraphEdge,
  GraphNode,
  PictureLayout,
  PlacedEdge,
  PlacedNode,
  WorkflowGraph,
} from './workflow-graph';
import { ASPECT, CARD, GAP, type LevelShape, levelShape } from './workflow-shape';

/** Room for a container's own card above what it holds, in px. */
const CONTAINER_HEAD = CARD.height + 8;
/** From so many nodes on, the finest order of lines is not worth its time. */
const LARGE = 200;

/** The direction of the flow in the picture of a graph. */
export function directionOf(graph: WorkflowGraph): Direction {
  const { nodesIn, edgesIn } = levelsOf(graph);
  return levelShape(nodesIn(null), edgesIn(null), null).direction;
}

/** The graph as ELK takes it: layers, containers around what they hold, each level in a shape of its own. */
export function elkInput(graph: WorkflowGraph): ElkNode {
  const { nodesIn, edgesIn } = levelsOf(graph);
  const direction = directionOf(graph);
  const layoutOptions = {
    ...options(levelShape(nodesIn(null), edgesIn(null), direction), graph.nodes.length),
    'elk.json.shapeCoords': 'ROOT',
    'elk.json.edgeCoords': 'ROOT',
  };
  return { id: ROOT, layoutOptions, ...level(null) };

  function level(parentId: string | null): Pick<ElkNode, 'children' | 'edges'> {
    return {
      children: nodesIn(parentId).map(({ id }) => box(id)),
      edges: edgesIn(parentId).map(({ id, from, to }) => ({ id, sources: [key(from)], targets: [key(to)] })),
    };
  }

  function box(id: string): ElkNode {
    const inside = nodesIn(id);
    if (inside.length === 0) return { id: key(id), ...CARD };
    const shape = levelShape(inside, edgesIn(id), direction);
    const padding = { 'elk.padding': `[top=${CONTAINER_HEAD},left=16,bottom=16,right=16]` };
    return { id: key(id), layoutOptions: { ...options(shape, inside.length), ...padding, ...MINIMUM }, ...level(id) };
  }
}

/** What ELK made of `elkInput(graph)`: boxes and bends, seen from the picture's upper left corner. */
export function readLayout(root: ElkNode, graph: WorkflowGraph): PictureLayout {
  const direction = directionOf(graph);
  const boxes = new Map<string, ElkNode>();
  const routes = new Map<string, PlacedEdge['points']>();
  const open = [root];
  for (let at = open.pop(); at; at = open.pop()) {
    boxes.set(at.id, at);
    open.push(...(at.children ?? []));
    for (const edge of at.edges ?? []) routes.set(edge.id, pointsOf(edge));
  }
  const nodes = graph.nodes.map((node): PlacedNode => {
    const box = boxes.get(key(node.id));
    const { x = 0, y = 0, width = CARD.width, height = CARD.height } = box ?? {};
    return { ...node, x, y, width, height, container: (box?.children ?? []).length > 0 };
  });
  const placed = new Map(nodes.map((node) => [node.id, node]));
  const edges = graph.edges.flatMap((edge): PlacedEdge[] => {
    const points = routes.get(edge.id) ?? [];
    if (points.length > 1) return [{ ...edge, points }];
    const [from, to] = [placed.get(edge.from), placed.get(edge.to)];
    return from && to ? [{ ...edge, points: [exitOf(from, direction), entryOf(to, direction)] }] : [];
  });
  return { direction, width: root.width ?? 0, height: root.height ?? 0, nodes, edges, missing: graph.missing };
}

const ROOT = 'root';
/** A node of the workflow may itself be called `root`. */
const key = (id: string) => `n:${id}`;
const MINIMUM: LayoutOptions = {
  'elk.nodeSize.constraints': 'MINIMUM_SIZE',
  'elk.nodeSize.minimum': `(${CARD.width + 32}, ${CONTAINER_HEAD + 16})`,
};

function options({ direction, wrap, broad }: LevelShape, size: number): LayoutOptions {
  return {
    'elk.algorithm': 'layered',
    'elk.direction': direction,
    'elk.edgeRouting': 'ORTHOGONAL',
    'elk.aspectRatio': String(ASPECT),
    'elk.padding': '[top=12,left=12,bottom=12,right=12]',
    'elk.spacing.nodeNode': String(GAP.beside),
    'elk.spacing.componentComponent': String(GAP.beside),
    'elk.layered.spacing.nodeNodeBetweenLayers': String(GAP.between),
    'elk.layered.spacing.edgeNodeBetweenLayers': '16',
    'elk.layered.cycleBreaking.strategy': 'MODEL_ORDER',
    ...(wrap && {
      'elk.layered.wrapping.strategy': 'MULTI_EDGE',
      'elk.layered.wrapping.additionalEdgeSpacing': '24',
    }),
    // The order of the text within a rank: quadratic in its breadth, so only where it is small.
    ...(size > LARGE || broad
      ? { 'elk.layered.thoroughness': '3' }
      : { 'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES' }),
  };
}

/** The nodes of each container (null = the top), and the steps between two nodes of the same one. */
function levelsOf({ nodes, edges }: WorkflowGraph) {
  const parentOf = new Map(nodes.map(({ id, parentId }) => [id, parentId]));
  const nodesBy = groupBy(nodes, ({ parentId }) => parentId);
  const within = edges.filter(({ from, to }) => parentOf.get(from) === parentOf.get(to));
  const edgesBy = groupBy(within, ({ from }) => parentOf.get(from) ?? null);
  return {
    nodesIn: (parentId: string | null): readonly GraphNode[] => nodesBy.get(parentId) ?? [],
    edgesIn: (parentId: string | null): readonly GraphEdge[] => edgesBy.get(parentId) ?? [],
  };
}

function pointsOf({ sections = [] }: ElkExtendedEdge): PlacedEdge['points'] {
  return sections.flatMap(({ startPoint, bendPoints = [], endPoint }) =>
    [startPoint, ...bendPoints, endPoint].map(({ x, y }) => ({ x, y })),
  );
}

/** A step between containers is drawn straight: from the side where the flow leaves to that where it comes in. */
function exitOf({ x, y, width, height }: PlacedNode, direction: Direction) {
  return direction === 'DOWN' ? { x: x + width / 2, y: y + height } : { x: x + width, y: y + height / 2 };
}

function entryOf({ x, y, width, height }: PlacedNode, direction: Direction) {
  return direction === 'DOWN' ? { x: x + width / 2, y } : { x, y: y + height / 2 };
}
