import type { NodeDefinition } from '@/lib/model/workflow';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';

/** A node of the picture; `parentId` is the container in which it stands. */
export interface GraphNode {
  readonly id: string;
  readonly parentId: string | null;
}

/** `failure`: the engine goes this way by itself after a failure (a catcher). */
export interface GraphEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly failure: boolean;
}

/** What the picture of a workflow is drawn from: nodes in the order of the text, and what follows what. */
export interface WorkflowGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Steps that lead to a node which the text does not have. */
  readonly missing: readonly { readonly from: string; readonly to: string }[];
}

/** Where a thing stands in the picture, in px from its upper left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlacedNode extends GraphNode, Box {
  readonly container: boolean;
}

export interface PlacedEdge extends GraphEdge {
  /** The bends of the line, its ends included; two at least. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** A picture with everything in its place. `direction` is that of the flow. */
export interface PictureLayout {
  readonly direction: Direction;
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly missing: WorkflowGraph['missing'];
}

export type Direction = 'DOWN' | 'RIGHT';

/** The graph of a definition. A step named twice counts once; a container that is not there is none. */
export function workflowGraph(definitions: readonly NodeDefinition[]): WorkflowGraph {
  const parents = new Map(definitions.map(({ id, parentId }) => [id, parentId]));
  const edges: GraphEdge[] = [];
  const missing: { from: string; to: string }[] = [];
  for (const { id: from, next, config } of definitions) {
    const catchers = failureTargets(config);
    for (const to of new Set(next)) {
      if (!parents.has(to)) missing.push({ from, to });
      else edges.push({ id: JSON.stringify([from, to]), from, to, failure: catchers.has(to) });
    }
  }
  const nodes = definitions.map(({ id, parentId }) => ({ id, parentId: isAbove(parents, id) ? parentId : null }));
  return { nodes, edges, missing };
}

/** The same for every version of a workflow in which nothing but policies and names changed. */
export function graphKey({ nodes, edges }: WorkflowGraph): string {
  return JSON.stringify([
    nodes.map(({ id, parentId }) => [id, parentId]),
    edges.map(({ from, to, failure }) => [from, to, failure]),
  ]);
}

/** Targets of catchers only; where the ordinary flow leads there as well, that is what is drawn. */
function failureTargets(config: JsonObject): ReadonlySet<string> {
  const { failurePath, engine } = config;
  const ordinary = isJsonObject(engine) ? engine.Next : undefined;
  const targets = Array.isArray(failurePath)
    ? failurePath.map((entry: unknown) => (isJsonObject(entry) ? entry.next : undefined))
    : [];
  return new Set(targets.filter((target) => typeof target === 'string').filter((target) => target !== ordinary));
}

/** True when the containers of this node are all there and do not contain each other. */
function isAbove(parents: ReadonlyMap<string, string | null>, id: string): boolean {
  const seen = new Set([id]);
  for (let at = parents.get(id) ?? null; at !== null; at = parents.get(at) ?? null) {
    if (seen.has(at) || !parents.has(at)) return false;
    seen.add(at);
  }
  return true;
}
