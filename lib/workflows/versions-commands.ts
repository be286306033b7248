import { type Ctx, demand } from '@/lib/accounts/context';
import type { Tx } from '@/lib/db/client';
import type { NodeRowId } from '@/lib/model/ids';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { err, type Result } from '@/lib/shared/result';
import { type NodeProblem, type PublishedMany, type PublishManyRefusal, publishLocked } from './publish';
import type { LockedWorkflow } from './store';
import type { RestoreChange } from './version-restore';
import type { RestoreInput } from './version-schema';
import { restoreBasis } from './versions-store';
import { publishing, type ThereRefusal } from './write-back';

/** Why one node cannot be restored; the others can, without it. */
export type RestoreProblem = NodeProblem | { readonly reason: 'engine_retry_gone' };

export type RestoreRefusal =
  /** The workflow or that version of it does not exist. */
  | { readonly reason: 'not_found' }
  /** Somebody published since the person looked: what, and which nodes (node_ids). Nothing was written. */
  | {
      readonly reason: 'published_meanwhile';
      readonly version: number;
      readonly by: string;
      readonly at: Date;
      readonly nodes: readonly string[];
    }
  /** Nothing was written; each node that stands in the way says why. */
  | { readonly reason: 'refused'; readonly nodes: readonly RefusedNode[] }
  | { readonly reason: 'write_refused'; readonly diagnostics: readonly Diagnostic[] }
  /** The tables of its platform do not take it; nothing was published. */
  | ThereRefusal
  | { readonly reason: 'unchanged' };

export interface RefusedNode {
  readonly nodeRowId: NodeRowId;
  readonly problem: RestoreProblem;
}

/**
 * Publishes the policies that the chosen nodes had in an earlier version, as a new version which says so.
 * Only policies come back: what the platform says, and nodes that came or went since, stay as they are, and
 * so do drafts. Held against the workflow's version that the person saw; all of the chosen nodes, or none.
 */
export async function restoreVersion(ctx: Ctx, input: RestoreInput): Promise<Result<PublishedMany, RestoreRefusal>> {
  demand(ctx, 'policy.publish');
  return publishing(ctx, input.workflowId, async (db, workflow): Promise<Result<PublishedMany, RestoreRefusal>> => {
    const moved = workflow.version === input.seenVersion ? null : await publishedSince(db, workflow, input.seenVersion);
    if (moved) return err(moved);
    const basis = await restoreBasis(db, workflow, input.version);
    if (!basis) return err({ reason: 'not_found' });
    const chosen = chooseChanges(basis.plan.changes, input.nodeRowIds);
    const lost = chosen.flatMap(({ nodeRowId, engineRetryGone }): RefusedNode[] =>
      engineRetryGone ? [{ nodeRowId, problem: { reason: 'engine_retry_gone' } }] : [],
    );
    if (lost.length > 0) return err({ reason: 'refused', nodes: lost });
    if (chosen.length === 0) return err({ reason: 'unchanged' });
    const policies = chosen.map(({ nodeRowId, node, after }) => ({
      nodeRowId,
      document: after,
      baseVersion: node.version,
      replaceEngineRetry: false,
    }));
    const { workflowId, note, version } = input;
    const origin = { kind: 'restore', version } as const;
    const published = await publishLocked(ctx, db, workflow, { workflowId, policies, note }, origin);
    return published.ok ? published : err(refusalOf(published.error));
  });
}

function chooseChanges(changes: readonly RestoreChange[], nodeRowIds: readonly NodeRowId[]) {
  const byRow = new Map(changes.map((change) => [change.node.rowId, change]));
  return [...new Set(nodeRowIds)].flatMap((nodeRowId) => {
    const change = byRow.get(nodeRowId);
    return change ? [{ nodeRowId, ...change }] : [];
  });
}

async function publishedSince(
  db: Tx,
  { id, version }: LockedWorkflow,
  seen: number,
): Promise<Extract<RestoreRefusal, { reason: 'published_meanwhile' | 'not_found' }>> {
  const since = await db.workflowVersion.findMany({
    where: { workflowId: id, version: { gt: seen } },
    select: { publishedBy: true, publishedAt: true, changed: true },
    orderBy: { version: 'desc' },
  });
  const [last] = since;
  // Nothing was published after a version that is still to come: whoever asks has never seen it.
  if (!last) return { reason: 'not_found' };
  const nodes = [...new Set(since.flatMap(({ changed }) => changed))];
  return { reason: 'published_meanwhile', version, by: last.publishedBy, at: last.publishedAt, nodes };
}

function refusalOf(refusal: PublishManyRefusal): RestoreRefusal {
  if (refusal.reason !== 'refused') return refusal;
  return {
    reason: 'refused',
    nodes: refusal.nodes.map(({ nodeRowId, refusal: problem }) => ({ nodeRowId, problem })),
  };
}
