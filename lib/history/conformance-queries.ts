import { z } from 'zod';
import { demand, type ReadCtx } from '@/lib/accounts/context';
import { Prisma } from '@/lib/db/generated/client';
import { FINDINGS } from '@/lib/judge/finding';
import type { Cursor } from '@/lib/shared/keyset';
import { isStorable } from '@/lib/shared/storable';
import type { ExecutionKey } from './execution-key';
import { countsBy, type FindingChoice, type FindingCounts, type FindingRow, type JudgingProgress } from './finding-row';
import { type InForce, loadInForce } from './in-force-store';
import { type Scope, spanSql } from './sql-queries';
import { statisticsWindow } from './window';

const findingSchema = z.enum(FINDINGS);
const detailSchema = z.object({
  ...{ kind: findingSchema, attempt: z.number(), errorCode: z.string().nullable(), at: z.number() },
  ...{ allowed: z.number().exactOptional(), gapMs: z.number().exactOptional(), leastMs: z.number().exactOptional() },
  ...{ mostMs: z.number().exactOptional(), endToEnd: z.boolean().exactOptional() },
});

/** A whole number for each finding, the same whenever it is asked: the order among those of one moment. */
const ID = Prisma.sql`(hashtextextended(concat_ws(chr(31), f.source_id::text, f.workflow_id, f.run_id, f.node_id,
  f.sub_index, f.finding), 0) & 72057594037927935)`;

type RawFinding = Omit<FindingRow, 'finding' | 'detail'> & { readonly finding: string; readonly detail: unknown };

/** Findings, newest first: at most `limit`, from the cursor on; `after` gives those just newer than it. */
export async function findingRows(
  ctx: ReadCtx,
  choice: FindingChoice,
  cursor: Cursor | null,
  limit: number,
): Promise<FindingRow[]> {
  demand(ctx, 'read');
  const newer = cursor?.side === 'after';
  const order = newer ? Prisma.sql`occurred_at, id` : Prisma.sql`occurred_at desc, id desc`;
  const rows = await ctx.db.$queryRaw<RawFinding[]>`
    select p.id::text as id, p.source_id as "sourceId", p.workflow_id as "workflowId", p.run_id as "runId",
           p.node_id as "nodeId", p.sub_index as "subIndex", p.finding, p.attempt, p.error_code as "errorCode",
           p.occurred_at as "occurredAt", p.workflow_version as "workflowVersion", p.detail,
           w.id as "workflowRowId", coalesce(w.name, p.workflow_id) as "workflowName", n.id as "nodeRowId",
           coalesce(n.name, p.node_id) as "nodeName"
    from (
      select f.*, ${ID} as id from conformance_finding f
      where true ${chosenSql(choice)} ${beyond(cursor)}
      order by ${order} limit ${limit}
    ) p
    left join workflow w on w.source_id = p.source_id and w.key = p.workflow_id
    left join node n on n.workflow_id = w.id and n.node_id = p.node_id
    order by p.occurred_at desc, p.id desc`;
  return rows.flatMap(toRow);
}

/** How many findings of each kind; the choice of a kind does not narrow it. */
export async function countFindings(ctx: ReadCtx, choice: Omit<FindingChoice, 'finding'>): Promise<FindingCounts> {
  demand(ctx, 'read');
  const rows = await ctx.db.$queryRaw<{ finding: string; count: number }[]>`
    select f.finding, count(*)::int as count from conformance_finding f
    where true ${chosenSql({ ...choice, finding: null })} group by f.finding`;
  return countsOf(rows);
}

/** Findings on one node in the last 30 days, by kind. */
export async function conformanceOfNode(ctx: ReadCtx, scope: Required<Scope>): Promise<FindingCounts> {
  demand(ctx, 'read');
  const span = { from: statisticsWindow(ctx.now).from, to: null };
  const rows = await ctx.db.$queryRaw<{ finding: string; count: number }[]>`
    select f.finding, count(*)::int as count from conformance_finding f
    where f.source_id = ${scope.sourceId}::uuid and f.workflow_id = ${scope.workflowKey} and f.node_id = ${scope.nodeId}
      ${spanSql('f', span)}
    group by f.finding`;
  return countsOf(rows);
}

/** An execution as it was judged, with what was found; null when it is not known or not judgeable. */
export interface ExecutionEvidence extends InForce {
  readonly findings: readonly FindingRow[];
  /** When the policy in force was published… */
  readonly publishedAt: Date;
  /** …and the version that was published while the execution was under way, which did not hold for it yet. */
  readonly newer: { readonly version: number; readonly publishedAt: Date } | null;
  /** `owner` as it is now: no version keeps it. */
  readonly workflow: { readonly id: string; readonly name: string; readonly owner: string | null };
  readonly node: { readonly id: string | null; readonly name: string };
  readonly handOffId: string | null;
}

/** What one execution shows: its attempts, the policy that was in force, and the findings. */
export async function executionEvidence(ctx: ReadCtx, key: ExecutionKey): Promise<ExecutionEvidence | null> {
  demand(ctx, 'read');
  if (!z.uuid().safeParse(key.sourceId).success || !Object.values(key).every(isStorable)) return null;
  const [inForce] = await loadInForce(ctx.db, [key]);
  if (!inForce) return null;
  const { sourceId, workflowId, runId, nodeId, subIndex } = key;
  const workflow = await ctx.db.workflow.findUnique({
    where: { sourceId_key: { sourceId, key: workflowId } },
    select: { id: true, name: true, owner: true, nodes: { where: { nodeId }, select: { id: true, name: true } } },
  });
  if (!workflow) return null;
  const last = new Date(Math.max(...inForce.attempts.map(({ endedAt }) => endedAt)));
  const [rows, versions, handOff] = await Promise.all([
    ctx.db.conformanceFinding.findMany({ where: { sourceId, workflowId, runId, nodeId, subIndex } }),
    ctx.db.workflowVersion.findMany({
      where: { workflowId: workflow.id, version: { gte: inForce.version }, publishedAt: { lte: last } },
      orderBy: { version: 'asc' },
      select: { version: true, publishedAt: true },
      take: 2,
    }),
    ctx.db.handOff.findUnique({
      where: { sourceId_workflowId_runId_nodeId_subIndex: { sourceId, workflowId, runId, nodeId, subIndex } },
      select: { id: true },
    }),
  ]);
  const [held, newer = null] = versions;
  if (!held) return null;
  const node = workflow.nodes[0];
  const names = {
    ...{ workflowRowId: workflow.id, workflowName: workflow.name },
    ...{ nodeRowId: node?.id ?? null, nodeName: node?.name ?? nodeId },
  };
  return {
    ...inForce,
    findings: inOrder(rows.flatMap((row) => toRow({ ...row, ...names, id: '0' }))),
    publishedAt: held.publishedAt,
    newer,
    workflow: { id: workflow.id, name: workflow.name, owner: workflow.owner },
    node: { id: node?.id ?? null, name: node?.name ?? nodeId },
    handOffId: handOff?.id ?? null,
  };
}

/** Steps that may be behind without it being worth a word. */
const SMALL_BACKLOG = 5_000n;

/**
 * How far the history has been judged, over all sources, by the numbers of its steps: about, and read from the ends of
 * indexes alone.
 */
export async function judgingProgress(ctx: ReadCtx): Promise<JudgingProgress> {
  demand(ctx, 'read');
  const rows = await ctx.db.$queryRaw<{ first: bigint; last: bigint; after: bigint; judgedAt: Date | null }[]>`
    select first.id as first, last.id as last, coalesce(j.after_id, 0) as after, j.judged_at as "judgedAt"
    from source s
    cross join lateral (
      select r.id from workflow_run_step r where r.source_id = s.id order by r.change_id, r.id limit 1
    ) first
    cross join lateral (
      select r.id from workflow_run_step r where r.source_id = s.id order by r.change_id desc, r.id desc limit 1
    ) last
    left join judged_source j on j.source_id = s.id`;
  let [all, left] = [0n, 0n];
  for (const { first, last, after } of rows) {
    if (last < first) continue;
    const behind = after < first ? last - first + 1n : last - after;
    all += last - first + 1n;
    left += behind < 0n ? 0n : behind;
  }
  const times = rows.flatMap(({ judgedAt }) => (judgedAt === null ? [] : [judgedAt.getTime()]));
  return {
    percent: left <= SMALL_BACKLOG ? 100 : Number(((all - left) * 100n) / all),
    judgedAt: times.length === 0 ? null : new Date(Math.max(...times)),
  };
}

function toRow({ finding, detail, ...row }: RawFinding): FindingRow[] {
  const kind = findingSchema.safeParse(finding);
  if (!kind.success) return [];
  return [{ ...row, finding: kind.data, detail: detailSchema.safeParse(detail).data ?? null }];
}

/** In the order of a verdict. */
function inOrder(rows: readonly FindingRow[]): FindingRow[] {
  return rows.toSorted((a, b) => FINDINGS.indexOf(a.finding) - FINDINGS.indexOf(b.finding));
}

function countsOf(rows: readonly { readonly finding: string; readonly count: number }[]): FindingCounts {
  return countsBy((kind) => rows.find(({ finding }) => finding === kind)?.count ?? 0);
}

function chosenSql({ span, finding, workflowRowId, nodeId }: FindingChoice): Prisma.Sql {
  const kind = finding === null ? Prisma.empty : Prisma.sql`and f.finding = ${finding}`;
  const node = nodeId === null ? Prisma.empty : Prisma.sql`and f.node_id = ${nodeId}`;
  const workflow =
    workflowRowId === null
      ? Prisma.empty
      : Prisma.sql`and f.source_id = (select source_id from workflow where id = ${workflowRowId}::uuid)
                   and f.workflow_id = (select key from workflow where id = ${workflowRowId}::uuid)`;
  return Prisma.sql`${spanSql('f', span)} ${workflow} ${node} ${kind}`;
}

function beyond(cursor: Cursor | null): Prisma.Sql {
  if (!cursor) return Prisma.empty;
  return cursor.side === 'after'
    ? Prisma.sql`and f.occurred_at >= ${cursor.at} and (f.occurred_at > ${cursor.at} or ${ID} > ${cursor.id}::bigint)`
    : Prisma.sql`and f.occurred_at <= ${cursor.at} and (f.occurred_at < ${cursor.at} or ${ID} < ${cursor.id}::bigint)`;
}
