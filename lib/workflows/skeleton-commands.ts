import { type Ctx, demand } from '@/lib/accounts/context';
import { record } from '@/lib/audit/record';
import type { Tx } from '@/lib/db/client';
import { transaction } from '@/lib/db/transaction';
import type { Loss } from '@/lib/dialects/types';
import type { NodeRowId } from '@/lib/model/ids';
import { policyPart } from '@/lib/policy/document';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { JsonObject } from '@/lib/shared/json';
import { err, ok, type Result } from '@/lib/shared/result';
import { type PublishedMany, type PublishManyRefusal, type PublishRefusal, publishLocked } from './publish';
import { type LeftOut, skeletonFor } from './skeleton';
import { hasBlocks } from './skeleton-queries';
import type { SkeletonDraftsInput, SkeletonPublishInput, SkeletonUndoInput } from './skeleton-schema';
import { fromJsonColumn, type LockedWorkflow, lockWorkflow, toJsonColumn } from './store';
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
    const { open, left } = await lockAndSort(db, workflow, input);
    const row = { replaceEngineRetry: false, revision: 1, updatedBy: ctx.actor.name, updatedAt: ctx.now };
    await db.nodeDraft.createMany({
      data: open.map(({ nodeRowId, version, published, document }) => ({
        ...row,
        nodeRowId,
        baseVersion: version,
        base: toJsonColumn(published),
        document: toJsonColumn(document),
      })),
    });
    if (open.length > 0)
      await record(ctx, db, {
        action: 'draft.skeleton',
        subject: { kind: 'workflow', id: workflow.id, name: workflow.name },
        after: { nodes: open.map(({ nodeId, nodeRowId, document }) => ({ id: nodeId, row: nodeRowId, document })) },
      });
    const drafted = open.map(({ nodeRowId }): SkeletonResult => ({ nodeRowId, outcome: 'drafted' }));
    return ok({ at: ctx.now.toISOString(), results: inOrder(input, [...drafted, ...left]) });
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
    const { open, left } = await lockAndSort(db, workflow, input);
    const { refused, published } = await publishWhatPasses(ctx, db, workflow, open, input);
    const done = published?.nodes.map(({ nodeRowId }): SkeletonResult => ({ nodeRowId, outcome: 'published' })) ?? [];
    return ok({
      workflowVersion: published?.workflowVersion ?? null,
      results: inOrder(input, [...done, ...refused, ...left]),
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

interface OpenNode {
  readonly nodeRowId: NodeRowId;
  readonly nodeId: string;
  readonly version: number;
  readonly published: JsonObject;
  readonly document: JsonObject;
}

/** Locks the chosen nodes, so that no draft begins meanwhile, and tells those to be done from those to be left. */
async function lockAndSort(
  db: Tx,
  workflow: LockedWorkflow,
  { nodes }: SkeletonDraftsInput,
): Promise<{ readonly open: readonly OpenNode[]; readonly left: readonly SkeletonResult[] }> {
  const ids = nodes.map(({ nodeRowId }) => nodeRowId);
  await db.$queryRaw`select id from node where id = any(${ids}::uuid[]) order by id for update`;
  const rows = await db.node.findMany({
    where: { workflowId: workflow.id, id: { in: ids } },
    include: { draft: { select: { nodeRowId: true } } },
  });
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const open: OpenNode[] = [];
  const left: SkeletonResult[] = [];
  for (const { nodeRowId, version } of new Map(nodes.map((node) => [node.nodeRowId, node])).values()) {
    const row = rowOf.get(nodeRowId);
    if (!row) {
      left.push({ nodeRowId, outcome: 'gone' });
      continue;
    }
    const config = fromJsonColumn(row.config);
    const outcome = skeletonFor({
      ...{ config, canCarryPolicy: row.canCarryPolicy, hasDraft: row.draft !== null },
      hasEngineRetry: hasBlocks(row.engineRetry),
    });
    if (outcome.standing !== 'open') left.push({ nodeRowId, outcome: outcome.standing });
    else if (row.version !== version) left.push({ nodeRowId, outcome: 'changed' });
    else
      open.push({ nodeRowId, nodeId: row.nodeId, version, published: policyPart(config), document: outcome.document });
  }
  return { open, left };
}

/** Publishes all that may be; whatever is refused is taken out, and the rest tried again. */
async function publishWhatPasses(
  ctx: Ctx,
  db: Tx,
  workflow: LockedWorkflow,
  open: readonly OpenNode[],
  { workflowId, note }: SkeletonPublishInput,
): Promise<{ readonly refused: readonly SkeletonResult[]; readonly published: PublishedMany | null }> {
  const refused: SkeletonResult[] = [];
  let rest = open;
  while (rest.length > 0) {
    const policies = rest.map(({ nodeRowId, document, version }) => {
      return { nodeRowId, document, baseVersion: version, replaceEngineRetry: false };
    });
    const result = await publishLocked(ctx, db, workflow, { workflowId, policies, note }, { kind: 'skeleton' });
    if (result.ok) return { refused, published: result.value };
    const taken = refusedOf(result.error, rest);
    refused.push(...taken);
    const out = new Set(taken.map(({ nodeRowId }) => nodeRowId));
    rest = rest.filter(({ nodeRowId }) => !out.has(nodeRowId));
  }
  return { refused, published: null };
}

/** The nodes that stand in the way; all of them where the refusal names none. */
function refusedOf(refusal: PublishManyRefusal, rest: readonly OpenNode[]): SkeletonResult[] {
  if (refusal.reason === 'refused')
    return refusal.nodes.map(({ nodeRowId, refusal: why }) => ({
      nodeRowId,
      outcome: 'refused',
      diagnostics: diagnosticsOf(why),
    }));
  const diagnostics = refusal.reason === 'write_refused' ? refusal.diagnostics : [];
  return rest.map(({ nodeRowId }) => ({ nodeRowId, outcome: 'refused', diagnostics }));
}

function diagnosticsOf(refusal: PublishRefusal): readonly Diagnostic[] {
  return 'diagnostics' in refusal ? refusal.diagnostics.filter(({ severity }) => severity === 'error') : [];
}

/** As the person chose them, which is as the list shows them. */
function inOrder({ nodes }: SkeletonDraftsInput, results: readonly SkeletonResult[]): readonly SkeletonResult[] {
  const resultOf = new Map(results.map((result) => [result.nodeRowId, result]));
  return [...new Set(nodes.map(({ nodeRowId }) => nodeRowId))].flatMap((id) => resultOf.get(id) ?? []);
}
