import { createHash } from 'node:crypto';
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';
import type { Db, Queryable, Tx } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { transaction } from '@/lib/db/transaction';
import { readPolicy } from '@/lib/policy/read';
import type { JsonObject } from '@/lib/shared/json';
import { nodeSamples, thresholdSetting } from './threshold-queries';
import type { ThresholdSetting } from './threshold-sample';
import { type MeasuredThreshold, measuredBefore, thresholdStates, triedAgainAt } from './threshold-state';

/** Nodes per transaction: few, since a process that answers pages may be doing it. */
export const MEASURE_BATCH = 100;

/**
 * A node (`n`, its measuring `m`, its source's `q`) that is to be measured: never yet, not since a day ended or somebody
 * asked, or as another version than it is now.
 */
const dueSql = (now: Date): Prisma.Sql => Prisma.sql`
  (m.node_row_id is null or m.node_version <> n.version
   or (m.measured_at < greatest(${measuredBefore(now)}::timestamptz, q.asked_at)))`;

/** Ids of the sources with nodes to be measured; one that failed waits for its time. */
export async function sourcesToMeasure(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string; failedAt: Date | null; failures: number }[]>`
    select s.id, q.failed_at as "failedAt", coalesce(q.failures, 0) as failures
    from source s left join measured_source q on q.source_id = s.id
    where exists (
      select from workflow w join node n on n.workflow_id = w.id left join measured_node m on m.node_row_id = n.id
      where w.source_id = s.id and ${dueSql(now)})
    order by s.id`;
  return rows
    .filter(({ failedAt, failures }) => failedAt === null || triedAgainAt(+failedAt, failures) <= now.getTime())
    .map(({ id }) => id);
}

export interface MeasuredBatch {
  /** Nodes that were measured: none when another worker is at it. */
  readonly nodes: number;
  /** Nothing of the source is left to be measured, or somebody else is at it. */
  readonly drained: boolean;
}

interface DueNode {
  readonly id: string;
  readonly version: number;
  readonly workflowKey: string;
  readonly nodeId: string;
  readonly config: JsonObject;
}

/**
 * Holds the next nodes of a source against their history. One transaction under the lock of the source's row: two workers
 * never measure one node, and a crash anywhere is as if nothing had happened. Changes no config. What fails is noted on the
 * source and thrown.
 */
export async function measureBatch(db: Db, sourceId: string, now: Date, limit = MEASURE_BATCH): Promise<MeasuredBatch> {
  await db.$executeRaw`insert into measured_source (source_id) values (${sourceId}::uuid) on conflict do nothing`;
  try {
    return await transaction(db, (tx) => measureLocked(tx, sourceId, now, limit));
  } catch (error) {
    await db.measuredSource.updateMany({
      where: { sourceId },
      data: { failure: messageOf(error), failedAt: now, failures: { increment: 1 } },
    });
    throw error;
  }
}

async function measureLocked(tx: Tx, sourceId: string, now: Date, limit: number): Promise<MeasuredBatch> {
  const locked = await tx.$queryRaw<unknown[]>`
    select from measured_source where source_id = ${sourceId}::uuid for update skip locked`;
  if (locked.length === 0) return { nodes: 0, drained: true };
  const nodes = await dueNodes(tx, sourceId, now, limit);
  if (nodes.length === 0) return { nodes: 0, drained: true };
  const ctx = { db: tx, actor: LOCAL_OWNER, now };
  const setting = await thresholdSetting(ctx, sourceId);
  const samples = await nodeSamples(ctx, sourceId, setting, nodes);
  const rows = nodes.flatMap((node, index) => {
    const sample = samples[index];
    const { policy } = readPolicy(node.config);
    // A policy that cannot be read has to be mended first; until then there is nothing to hold against it.
    if (sample === undefined || policy === null) return [];
    return thresholdStates(policy, sample, setting).map((state) => ({ node, state }));
  });
  await keep(tx, nodes, rows, setting, now);
  await tx.measuredSource.updateMany({
    where: { sourceId, failedAt: { not: null } },
    data: { failure: null, failedAt: null, failures: 0 },
  });
  return { nodes: nodes.length, drained: nodes.length < limit };
}

/** What somebody changed or never was measured first; then whatever has waited longest. */
function dueNodes(tx: Tx, sourceId: string, now: Date, limit: number): Promise<DueNode[]> {
  return tx.$queryRaw<DueNode[]>`
    with due as materialized (
      select n.id from node n join workflow w on w.id = n.workflow_id
      left join measured_node m on m.node_row_id = n.id
      left join measured_source q on q.source_id = w.source_id
      where w.source_id = ${sourceId}::uuid and ${dueSql(now)}
      order by (m.node_version is distinct from n.version) desc, m.measured_at nulls first, n.id
      limit ${limit}
    )
    select n.id, n.version, w.key as "workflowKey", n.node_id as "nodeId", n.config
    from due join node n using (id) join workflow w on w.id = n.workflow_id`;
}

async function keep(
  tx: Tx,
  nodes: readonly DueNode[],
  rows: readonly { readonly node: DueNode; readonly state: MeasuredThreshold }[],
  { windowDays }: ThresholdSetting,
  now: Date,
): Promise<void> {
  const column = <T>(pick: (row: (typeof rows)[number]) => T) => rows.map(pick);
  const text = (pick: (row: (typeof rows)[number]) => string | number | null) =>
    rows.map((row) => pick(row)?.toString() ?? null);
  await tx.$executeRaw`
    insert into measured_node (node_row_id, node_version, measured_at)
    select id, version, ${now} from unnest(${nodes.map(({ id }) => id)}::uuid[], ${nodes.map(({ version }) => version)}::int[])
      as t(id, version)
    where exists (select from node n where n.id = t.id)
    on conflict (node_row_id) do update set node_version = excluded.node_version, measured_at = excluded.measured_at`;
  await tx.$executeRaw`
    with stands as (
      select t.* from unnest(
        ${column(({ node }) => node.id)}::uuid[], ${column(({ state }) => hashOf(state.code))}::uuid[],
        ${column(({ state }) => state.code)}::text[], ${column(({ state }) => state.state)}::text[],
        ${text(({ state }) => state.written?.failures ?? null)}::int[],
        ${text(({ state }) => state.written?.source ?? null)}::text[],
        ${text(({ state }) => measuredOf(state)?.failures ?? null)}::int[],
        ${column(({ state }) => state.suggestion.sample_size)}::int[],
        ${column(({ state }) => state.suggestion.failure_count)}::int[],
        ${text(({ state }) => measuredOf(state)?.rateLow ?? null)}::float8[],
        ${text(({ state }) => measuredOf(state)?.rateHigh ?? null)}::float8[]
      ) as t(node_row_id, code_hash, code, state, written, written_source, suggested, sample_size, failure_count,
             rate_low, rate_high)
    ), gone as (
      delete from threshold_state s
      where s.node_row_id = any(${nodes.map(({ id }) => id)}::uuid[])
        and not exists (select from stands t where t.node_row_id = s.node_row_id and t.code_hash = s.code_hash)
    )
    insert into threshold_state (node_row_id, code_hash, code, state, since, written, written_source, suggested,
                                 sample_size, failure_count, rate_low, rate_high, window_days)
    select node_row_id, code_hash, code, state, ${now}, written, written_source, suggested, sample_size, failure_count,
           rate_low, rate_high, ${windowDays}::int
    from stands where exists (select from measured_node m where m.node_row_id = stands.node_row_id)
    on conflict (node_row_id, code_hash) do update set
      state = excluded.state, written = excluded.written, written_source = excluded.written_source,
      suggested = excluded.suggested, sample_size = excluded.sample_size, failure_count = excluded.failure_count,
      rate_low = excluded.rate_low, rate_high = excluded.rate_high, window_days = excluded.window_days,
      since = case when threshold_state.state = excluded.state then threshold_state.since else excluded.since end`;
}

function measuredOf({ suggestion }: MeasuredThreshold) {
  return suggestion.threshold_source === 'measured' ? suggestion : null;
}

/** As `md5(…)::uuid` of Postgres. */
function hashOf(code: string): string {
  return createHash('md5').update(code).digest('hex');
}

const MOST_OF_A_MESSAGE = 500;

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, MOST_OF_A_MESSAGE);
}
