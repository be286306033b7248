import type { Ctx } from '@/lib/accounts/context';
import type { Tx } from '@/lib/db/client';
import type { NodeRowId } from '@/lib/model/ids';
import { policyPart } from '@/lib/policy/document';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { JsonObject } from '@/lib/shared/json';
import type { Sorted, StandingNode } from './passing';
import { type NodeProblem, type PublishedMany, type PublishManyRefusal, publishLocked } from './publish';
import type { Origin } from './publish-audit';
import { fromJsonColumn, type LockedWorkflow, toJsonColumn } from './store';

/** A chosen node, at the version that the person has seen. */
export interface ChosenNode {
  readonly nodeRowId: NodeRowId;
  readonly version: number;
}

/** A chosen node that is to be changed: what holds there, and what is to. */
export interface OpenNode extends ChosenNode {
  readonly nodeId: string;
  readonly published: JsonObject;
  readonly document: JsonObject;
}

export interface LeftNode<L extends string> {
  readonly nodeRowId: NodeRowId;
  /** Null: it is gone. */
  readonly nodeId: string | null;
  readonly outcome: L | 'gone' | 'changed';
}

/** A node that could not be published, and why. */
export interface RefusedNode {
  readonly nodeRowId: NodeRowId;
  readonly refusal: NodeProblem | Exclude<PublishManyRefusal, { readonly reason: 'refused' }>;
}

/**
 * Locks the chosen nodes of a workflow, so that no draft begins meanwhile, and tells those to be changed from those to be
 * left. What `sort` would change and somebody has published since it was seen is left as well.
 */
export async function lockAndSort<L extends string>(
  db: Tx,
  workflow: LockedWorkflow,
  nodes: readonly ChosenNode[],
  sort: (node: StandingNode) => Sorted<L>,
): Promise<{ readonly open: readonly OpenNode[]; readonly left: readonly LeftNode<L>[] }> {
  const ids = nodes.map(({ nodeRowId }) => nodeRowId);
  await db.$queryRaw`select id from node where id = any(${ids}::uuid[]) order by id for update`;
  const rows = await db.node.findMany({
    where: { workflowId: workflow.id, id: { in: ids } },
    include: { draft: { select: { nodeRowId: true } } },
  });
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const open: OpenNode[] = [];
  const left: LeftNode<L>[] = [];
  for (const { nodeRowId, version } of new Map(nodes.map((node) => [node.nodeRowId, node])).values()) {
    const row = rowOf.get(nodeRowId);
    if (!row) {
      left.push({ nodeRowId, nodeId: null, outcome: 'gone' });
      continue;
    }
    const { canCarryPolicy, engineRetry, nodeId } = row;
    const config = fromJsonColumn(row.config);
    const hasDraft = row.draft !== null;
    const sorted = sort({ nodeRowId, config, canCarryPolicy, engineRetry, hasDraft, version: row.version });
    if (!('document' in sorted)) left.push({ nodeRowId, nodeId, outcome: sorted.standing });
    else if (row.version !== version) left.push({ nodeRowId, nodeId, outcome: 'changed' });
    else open.push({ nodeRowId, nodeId, version, published: policyPart(config), document: sorted.document });
  }
  return { open, left };
}

/** Publishes all that may be, as one version; whatever is refused is taken out, and the rest tried again. */
export async function publishWhatPasses(
  ctx: Ctx,
  db: Tx,
  workflow: LockedWorkflow,
  open: readonly OpenNode[],
  { workflowId, note, origin }: PassingInput,
): Promise<{ readonly refused: readonly RefusedNode[]; readonly published: PublishedMany | null }> {
  const refused: RefusedNode[] = [];
  let rest = open;
  while (rest.length > 0) {
    const policies = rest.map(({ nodeRowId, document, version }) => {
      return { nodeRowId, document, baseVersion: version, replaceEngineRetry: false };
    });
    const result = await publishLocked(ctx, db, workflow, { workflowId, policies, note }, origin);
    if (result.ok) return { refused, published: result.value };
    const taken = refusedOf(result.error, rest);
    refused.push(...taken);
    const out = new Set(taken.map(({ nodeRowId }) => nodeRowId));
    rest = rest.filter(({ nodeRowId }) => !out.has(nodeRowId));
  }
  return { refused, published: null };
}

type PassingInput = Pick<Parameters<typeof publishLocked>[3], 'workflowId' | 'note'> & { readonly origin: Origin };

/** The nodes that stand in the way; all of them where the refusal names none. */
function refusedOf(refusal: PublishManyRefusal, rest: readonly OpenNode[]): readonly RefusedNode[] {
  if (refusal.reason === 'refused') return refusal.nodes;
  return rest.map(({ nodeRowId }) => ({ nodeRowId, refusal }));
}

/** What forbids a publication, diagnostic by diagnostic; none where its reason says it all. */
export function problemsOf(refusal: RefusedNode['refusal']): readonly Diagnostic[] {
  return 'diagnostics' in refusal ? refusal.diagnostics.filter(({ severity }) => severity === 'error') : [];
}

/** Keeps a draft on each of the nodes, which have none. */
export async function keepDrafts({ actor, now }: Ctx, db: Tx, open: readonly OpenNode[]): Promise<void> {
  const row = { replaceEngineRetry: false, revision: 1, updatedBy: actor.name, updatedAt: now };
  await db.nodeDraft.createMany({
    data: open.map(({ nodeRowId, version, published, document }) => ({
      ...row,
      nodeRowId,
      baseVersion: version,
      base: toJsonColumn(published),
      document: toJsonColumn(document),
    })),
  });
}
