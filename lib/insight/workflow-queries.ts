import { z } from 'zod';
import { demand, type ReadCtx } from '@/lib/accounts/context';
import { readDefinition } from '@/lib/dialects/registry';
import type { DefinitionText, DialectId } from '@/lib/dialects/types';
import { graphKey, type PictureLayout, workflowGraph } from './workflow-graph';
import { runLayout } from './workflow-layout-runner';

/** More nodes than that make no picture that anybody could read. */
export const MAX_PICTURE_NODES = 2_000;

/** The picture of a workflow, or why there is none. */
export type WorkflowPicture =
  | { readonly kind: 'picture'; readonly layout: PictureLayout }
  | { readonly kind: 'none'; readonly reason: 'unreadable' | 'empty' | 'too_large' | 'failed' };

/** A workflow's text as it stands at one version. */
export interface PictureSource extends DefinitionText {
  readonly id: string;
  readonly version: number;
  readonly dialect: DialectId;
}

/**
 * Reads the steps out of a workflow's text and places them. Kept in memory by workflow and version;
 * a version in which only policies changed has the picture of the one before.
 */
export async function workflowPicture(ctx: ReadCtx, source: PictureSource): Promise<WorkflowPicture> {
  demand(ctx, 'read');
  const key = `${source.id}@${source.version}`;
  const picture = await kept(PICTURES, key, () => makePicture(source));
  // What failed may go well the next time.
  if (picture.kind === 'none' && picture.reason === 'failed') PICTURES.delete(key);
  return picture;
}

/** True when there is such a workflow; anything that is no id of ours is none. */
export async function workflowExists(ctx: ReadCtx, id: string): Promise<boolean> {
  demand(ctx, 'read');
  if (!z.uuid().safeParse(id).success) return false;
  return (await ctx.db.workflow.count({ where: { id } })) > 0;
}

/** Of each kind at most so many, the oldest gives way. A picture of 500 nodes is about 200 kB. */
const MAX_KEPT = 60;
const PICTURES = new Map<string, Promise<WorkflowPicture>>();
const LAYOUTS = new Map<string, Promise<PictureLayout | null>>();

async function makePicture({ text, sidecar, fileName, dialect }: PictureSource): Promise<WorkflowPicture> {
  const { workflow } = readDefinition({ text, sidecar, fileName }, dialect);
  if (!workflow) return { kind: 'none', reason: 'unreadable' };
  if (workflow.nodes.length === 0) return { kind: 'none', reason: 'empty' };
  if (workflow.nodes.length > MAX_PICTURE_NODES) return { kind: 'none', reason: 'too_large' };
  const graph = workflowGraph(workflow.nodes);
  const key = graphKey(graph);
  const layout = await kept(LAYOUTS, key, () => runLayout(graph));
  if (layout) return { kind: 'picture', layout: { ...layout, missing: graph.missing } };
  LAYOUTS.delete(key);
  return { kind: 'none', reason: 'failed' };
}

/** What is kept under a key, or is made for it now; whoever asks while it is being made waits for the same. */
function kept<T>(cache: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const value = cache.get(key) ?? make();
  cache.set(key, value);
  for (const oldest of cache.keys()) {
    if (cache.size <= MAX_KEPT) break;
    cache.delete(oldest);
  }
  return value;
}
