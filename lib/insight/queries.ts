import { demand, type ReadCtx } from '@/lib/accounts/context';
import { catalogueExtra } from '@/lib/catalogue/catalogue-queries';
import { certificatesOf, provableNow } from '@/lib/drills/proof-queries';
import type { Certificate, Provable } from '@/lib/drills/standing';
import { failureRows, nodeTotals } from '@/lib/history/queries';
import type { FailureRow, NodeTotals } from '@/lib/history/stats';
import { effectiveOwner } from '@/lib/owners/effective-owner';
import type { CatalogueExtra } from '@/lib/policy/catalogue';
import { classify, classifyInput } from '@/lib/policy/classify';
import { readPolicy } from '@/lib/policy/read';
import { readStandard } from '@/lib/policy/read-standard';
import type { NodePolicy } from '@/lib/policy/schema';
import { deviatingParts, deviations, partsOf } from '@/lib/policy/standard';
import type { Standard } from '@/lib/policy/standard-schema';
import { groupBy } from '@/lib/shared/group-by';
import type { JsonObject } from '@/lib/shared/json';
import type { NodeRow } from './node-row';
import { nodeStanding } from './node-standing';
import type { StandardState } from './standard-choice';

interface NodeRecord {
  readonly id: string;
  readonly nodeId: string;
  readonly name: string;
  readonly type: string | null;
  readonly canCarryPolicy: boolean;
  readonly config: JsonObject;
  readonly hasEngineRetry: boolean;
  readonly sourceId: string;
  readonly workflowId: string;
  readonly workflowKey: string;
  readonly workflowName: string;
  readonly workflowOwner: string | null;
  readonly hasDraft: boolean;
}

/** Every node (of one workflow or all) with its 30-day figures and coverage. Seven queries, whatever the number. */
export async function listNodes(ctx: ReadCtx, scope?: { sourceId: string; workflowKey: string }): Promise<NodeRow[]> {
  demand(ctx, 'read');
  const [nodes, failures, totals, groups, extra] = await Promise.all([
    nodeRecords(ctx, scope),
    failureRows(ctx, scope),
    nodeTotals(ctx, scope),
    ctx.db.ownerGroup.findMany({ select: { slug: true, name: true, standard: { select: { document: true } } } }),
    catalogueExtra(ctx.db),
  ]);
  const failuresOf = groupBy(failures, keyOf);
  const totalsOf = new Map(totals.map((row) => [keyOf(row), row]));
  const names = new Map(groups.map((group) => [group.slug, group.name]));
  const standards = new Map(groups.map(({ slug, standard }) => [slug, said(standard?.document)]));
  const [provable, certificates] = await Promise.all([
    provableNow(ctx, nodes),
    certificatesOf(
      ctx,
      nodes.map(({ id }) => id),
    ),
  ]);
  return nodes.flatMap((node) => {
    const current = provable.get(node.id);
    return current === undefined
      ? []
      : toRow(node, {
          codes: failuresOf.get(keyOf(node)) ?? [],
          totals: totalsOf.get(keyOf(node)),
          names,
          standards,
          current,
          certificates: certificates.get(node.id) ?? [],
          now: ctx.now,
          extra,
        });
  });
}

function nodeRecords(ctx: ReadCtx, scope?: { sourceId: string; workflowKey: string }): Promise<NodeRecord[]> {
  return ctx.db.$queryRaw<NodeRecord[]>`
    select n.id, n.node_id as "nodeId", n.name, n.type, n.can_carry_policy as "canCarryPolicy", n.config,
           n.engine_retry <> '[]'::jsonb as "hasEngineRetry",
           w.source_id as "sourceId", w.id as "workflowId", w.key as "workflowKey", w.name as "workflowName",
           w.owner as "workflowOwner", d.node_row_id is not null as "hasDraft"
    from node n join workflow w on w.id = n.workflow_id
    left join node_draft d on d.node_row_id = n.id
    where ${scope?.workflowKey ?? null}::text is null
       or (w.key = ${scope?.workflowKey ?? null} and w.source_id = ${scope?.sourceId ?? null}::uuid)
    order by w.name, n.position`;
}

function toRow(
  node: NodeRecord,
  {
    codes,
    totals,
    names,
    standards,
    current,
    certificates,
    now,
    extra,
  }: {
    codes: readonly FailureRow[];
    totals: NodeTotals | undefined;
    names: ReadonlyMap<string, string>;
    standards: ReadonlyMap<string, Standard | null>;
    current: Provable;
    certificates: readonly Certificate[];
    now: Date;
    extra: CatalogueExtra;
  },
): NodeRow {
  const { policy } = readPolicy(node.config);
  // A group that nobody made tells nobody: the node has no owner yet, whatever the file calls it.
  const named = effectiveOwner(node.config.owner, node.workflowOwner);
  const owner = named && names.has(named.slug) ? named : null;
  const rules = classifyInput(policy ?? {}, extra);
  const unclassifiedCodes = codes.map((row) => row.errorCode).filter((code) => classify(rules, code).unknown);
  const { id, nodeId, name, type, workflowId, workflowKey, workflowName, hasDraft, hasEngineRetry } = node;
  const ownerName = owner ? (names.get(owner.slug) ?? null) : null;
  const standing = nodeStanding(
    {
      policy,
      effectiveOwner: owner?.slug ?? null,
      canCarryPolicy: node.canCarryPolicy,
      hasEngineRetry,
      seenCodes: codes.map((row) => row.errorCode),
      extra,
    },
    { certificates, current, now },
  );
  const sum = (pick: (row: FailureRow) => number) => codes.reduce((total, row) => total + pick(row), 0);
  return {
    ...{ id, nodeId, name, type, workflowId, workflowKey, workflowName, policy, owner, ownerName, codes },
    ...{ hasDraft, hasEngineRetry },
    actions: policy?.actions ?? [],
    executions: totals?.executions ?? 0,
    attempts: totals?.attempts ?? 0,
    failures: sum((row) => row.failures),
    failedExecutions: totals?.failedExecutions ?? 0,
    finalFailures: sum((row) => row.finalFailures),
    lastFailedAt: codes.reduce<Date | null>((last, row) => (!last || row.lastSeen > last ? row.lastSeen : last), null),
    unclassifiedCodes,
    standard: standing.coverage.idle || !node.canCarryPolicy ? null : stateOf(policy, owner && { ...owner, standards }),
    ...standing,
  };
}

/** A standard that says something, as it is kept; null = none. */
function said(document: unknown): Standard | null {
  const { standard } = readStandard(document ?? {});
  return standard === null || partsOf(standard).length === 0 ? null : standard;
}

function stateOf(
  policy: NodePolicy | null,
  owner: { readonly slug: string; readonly standards: ReadonlyMap<string, Standard | null> } | null,
): StandardState | null {
  const standard = owner?.standards.get(owner.slug) ?? null;
  if (owner === null || standard === null) return null;
  const found = deviations(standard, policy, owner.slug);
  return { deviates: deviatingParts(found), excused: found.excuses.map(({ part }) => part) };
}

function keyOf(row: { sourceId: string; workflowKey: string; nodeId: string }): string {
  return JSON.stringify([row.sourceId, row.workflowKey, row.nodeId]);
}
