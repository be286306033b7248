import { type Ctx, demand } from '@/lib/accounts/context';
import { record } from '@/lib/audit/record';
import { transaction } from '@/lib/db/transaction';
import type { Loss } from '@/lib/dialects/types';
import type { NodeRowId } from '@/lib/model/ids';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { JsonObject } from '@/lib/shared/json';
import { err, ok, type Result } from '@/lib/shared/result';
import type { Sorted, StandingNode } from './passing';
import {
  keepDrafts,
  type LeftNode,
  lockAndSort,
  problemsOf,
  publishWhatPasses,
  type RefusedNode,
} from './passing-store';
import { type LeftOut, skeletonFor } from './skeleton';
import { hasBlocks } from './skeleton-queries';
import type { SkeletonDraftsInput, SkeletonPublishInput, SkeletonUndoInput } from './skeleton-schema';
import { lockWorkflow } from './store';
import { PUBLISHING, publishing, type ThereRefusal } from './write-back';

/** What became of one node; `changed`: somebody published it after the person had seen it. */
export type SkeletonResult =
  | { readonly nodeRowId: NodeRowId; readonly outcome: 'drafted' | 'published' }
  | { readonly nodeRowId: NodeRowId; readonly outcome: 'gone' | 'changed' | LeftOut }
  | { readonly nodeRowId: NodeRowId; readonly outcome: 'refused'; readonly diagnostics: readonly Diagnostic[] };

export interface SkeletonDrafts {
  /** When they were made (ISO): the undo asks for it. */
  readonly at: string;
  readonly results: readonly SkeletonResult[];
}

export interface SkeletonPublication {
  /** The workflow's version that holds now; null when nothing could be published. */
  readonly workflowVersion: number | null;
  readonly results: readonly SkeletonResult[];
  readonly losses: readonly Loss[];
}

export interface SkeletonUndone {
  readonly discarded: readonly NodeRowId[];
  /** Drafts that somebody has gone on writing, or published, or discarded already: they stay as they are. */
  readonly kept: readonly NodeRowId[];
}

export type SkeletonRefusal = { readonly reason: 'not_found' };

/**
 * Keeps the general skeleton as a draft on each of the nodes, for a person to adjust. A node that
 * changed meanwhile, or on which somebody is writing, is left as it is and said so; all others are done.
 */
export async function draftSkeleton(
  ctx: Ctx,
  input: SkeletonDraftsInput,
): Promise<Result<SkeletonDrafts, SkeletonRefusal>> {
  demand(ctx, 'policy.edit');
  return ctx.db.$transaction(async (db): Promise<Result<SkeletonDrafts, SkeletonRefusal>> => {
    const workflow = await lockWorkflow(db, input.workflowId);
    if (!workflow) return err({ reason: 'not_found' });
    const { open, left } = await lockAndSort(db, workflow, input.nodes, sortForSkeleton);
    await keepDrafts(ctx, db, open);
    if (open.length > 0)
      await record(ctx, db, {
        action: 'draft.skeleton',
        subject: { kind: 'workflow', id: workflow.id, name: workflow.name },
        after: { nodes: open.map(({ nodeId, nodeRowId, document }) => ({ id: nodeId, row: nodeRowId, document })) },
      });
    const drafted = open.map(({ nodeRowId }): SkeletonResult => ({ nodeRowId, outcome: 'drafted' }));
    return ok({ at: ctx.now.toISOString(), results: inOrder(input, [...drafted, ...left.map(toLeft)]) });
  }, PUBLISHING);
}

/**
 * Publishes the general skeleton on the nodes as one version. A node that changed meanwhile, on which
 * somebody is writing, or that the gate refuses, is left as it is and said so; all others are published.
 */
export async function publishSkeleton(
  ctx: Ctx,
  input: SkeletonPublishInput,
): Promise<Result<SkeletonPublication, SkeletonRefusal | ThereRefusal>> {
  demand(ctx, 'policy.publish');
  return publishing(ctx, input.workflowId, async (db, workflow) => {
    const { open, left } = await lockAndSort(db, workflow, input.nodes, sortForSkeleton);
    const asked = { ...input, origin: { kind: 'skeleton' as const } };
    const { refused, published } = await publishWhatPasses(ctx, db, workflow, open, asked);
    const done = published?.nodes.map(({ nodeRowId }): SkeletonResult => ({ nodeRowId, outcome: 'published' })) ?? [];
    return ok({
      workflowVersion: published?.workflowVersion ?? null,
      results: inOrder(input, [...done, ...refused.map(toResult), ...left.map(toLeft)]),
      losses: published?.losses ?? [],
    });
  });
}

/** Throws away drafts that `draftSkeleton` has just made and that nobody has touched since. */
export async function discardSkeletonDrafts(
  ctx: Ctx,
  input: SkeletonUndoInput,
): Promise<Result<SkeletonUndone, never>> {
  demand(ctx, 'policy.edit');
  const { nodeRowIds, workflowId } = input;
  return transaction(ctx.db, async (db): Promise<Result<SkeletonUndone, never>> => {
    const rows = await db.$queryRaw<{ row: string; id: string; document: JsonObject; workflow: string }[]>`
      delete from node_draft d using node n join workflow w on w.id = n.workflow_id
      where n.id = d.node_row_id and n.workflow_id = ${workflowId}::uuid and d.node_row_id = any(${nodeRowIds}::uuid[])
        and d.revision = 1 and d.updated_at = ${new Date(input.at)} and d.updated_by = ${ctx.actor.name}
      returning d.node_row_id as row, n.node_id as id, d.document, w.name as workflow`;
    const [first] = rows;
    if (first)
      await record(ctx, db, {
        action: 'draft.discard',
        subject: { kind: 'workflow', id: workflowId, name: first.workflow },
        before: { nodes: rows.map(({ id, row, document }) => ({ id, row, document })) },
      });
    const gone = new Set(rows.map(({ row }) => row));
    return ok({
      discarded: nodeRowIds.filter((id) => gone.has(id)),
      kept: nodeRowIds.filter((id) => !gone.has(id)),
    });
  });
}

function sortForSkeleton({ engineRetry, ...node }: StandingNode): Sorted<LeftOut> {
  return skeletonFor({ ...node, hasEngineRetry: hasBlocks(engineRetry) });
}

function toLeft({ nodeRowId, outcome }: LeftNode<LeftOut>): SkeletonResult {
  return { nodeRowId, outcome };
}

function toResult({ nodeRowId, refusal }: RefusedNode): SkeletonResult {
  return { nodeRowId, outcome: 'refused', diagnostics: problemsOf(refusal) };
}

/** As the person chose them, which is as the list shows them. */
function inOrder({ nodes }: SkeletonDraftsInput, results: readonly SkeletonResult[]): readonly SkeletonResult[] {
  const resultOf = new Map(results.map((result) => [result.nodeRowId, result]));
  return [...new Set(nodes.map(({ nodeRowId }) => nodeRowId))].flatMap((id) => resultOf.get(id) ?? []);
}
