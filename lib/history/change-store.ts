import type { Db, Tx } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import type { ExecutionKey } from './execution-key';

/**
 * One of those who read the history by the transactions that wrote it: each change of a step once, in the order in
 * which they became visible. Its table has the columns `source_id`, `after_change` and `after_id`.
 */
export interface Reading {
  /** Table of its watermarks, and the column that says when it last read. */
  readonly table: Prisma.Sql;
  readonly readAt: Prisma.Sql;
  /** Condition that it reads a source (`s`) at all. */
  readonly source: Prisma.Sql;
  /** Condition on a step (`c`) of a source that it can change anything for this reader. */
  readonly step: (sourceId: string) => Prisma.Sql;
  /** It does not go beyond the watermark of this other reader, in sources that the other one reads. */
  readonly behind?: Pick<Reading, 'table' | 'source'>;
}

/** A place in the order of changes. Numbers of transactions travel as text. */
export interface Place {
  readonly change: string;
  readonly id: string;
}

export interface Watermark {
  readonly after: Place;
  /** How far the other reader is; null when there is none that this one waits for. */
  readonly behind: Place | null;
  /** Below it, every transaction has ended. */
  readonly below: string;
  /** Something in this source has a transaction that this server has not had yet: the database was restored. */
  readonly foreign: boolean;
}

export interface ChangedStep extends ExecutionKey {
  readonly status: string;
  readonly attempt: number;
}

export interface Steps {
  readonly passed: number;
  /** The last of them. */
  readonly last: Place;
  /** Those that can change anything for the reader. */
  readonly changed: readonly ChangedStep[];
}

/**
 * Sources with steps that were not read yet, by ids; nothing is locked or written by asking.
 * A step is ready when no transaction is running that is as old as the one that wrote it: whatever commits later is
 * newer then, and nothing can appear behind the watermark. A write transaction that is never ended, of any database
 * of the server, therefore holds everything up.
 */
export async function sourcesToRead(db: Db, { table, source, behind }: Reading): Promise<string[]> {
  // `order by … limit 1` and not `exists`: that would be taken for a reason to read the whole table.
  const rows = await db.$queryRaw<{ id: string }[]>`
    select s.id from source s
    left join ${table} f on f.source_id = s.id
    ${behind ? Prisma.sql`left join ${behind.table} b on b.source_id = s.id` : Prisma.empty}
    left join lateral (
      select r.change_id, r.id from workflow_run_step r
      where r.source_id = s.id and (r.change_id, r.id) > (coalesce(f.after_change, 0), coalesce(f.after_id, 0))
      order by r.change_id, r.id limit 1
    ) next on true
    left join lateral (
      select r.change_id from workflow_run_step r
      where r.source_id = s.id order by r.change_id desc, r.id desc limit 1
    ) newest on true
    where ${source} and (
      (next.change_id < (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint
       ${behind ? Prisma.sql`and (not (${behind.source}) or (next.change_id, next.id) <= (b.after_change, b.after_id))` : Prisma.empty})
      or greatest(newest.change_id, f.after_change) >= (pg_snapshot_xmax(pg_current_snapshot())::text)::bigint)
    order by s.id`;
  return rows.map(({ id }) => id);
}

/** Makes the row of a watermark. Outside of the transaction: whoever makes it at the same time would be waited for. */
export async function prepareWatermark(db: Db, { table }: Reading, sourceId: string): Promise<void> {
  await db.$executeRaw`insert into ${table} (source_id) values (${sourceId}::uuid) on conflict do nothing`;
}

interface WatermarkRow {
  readonly afterChange: string;
  readonly afterId: string;
  readonly behindChange: string | null;
  readonly behindId: string | null;
  readonly below: string;
  readonly foreign: boolean;
}

/** Null: another worker has it, or the source is not read any more. */
export async function lockWatermark(
  tx: Tx,
  { table, source, behind }: Reading,
  sourceId: string,
): Promise<Watermark | null> {
  const other = behind
    ? Prisma.sql`(select case when ${behind.source} then coalesce(max(b.after_change), 0) end
                  from ${behind.table} b where b.source_id = s.id)::text as "behindChange",
                 (select case when ${behind.source} then coalesce(max(b.after_id), 0) end
                  from ${behind.table} b where b.source_id = s.id)::text as "behindId"`
    : Prisma.sql`null as "behindChange", null as "behindId"`;
  const [row] = await tx.$queryRaw<WatermarkRow[]>`
    select f.after_change::text as "afterChange", f.after_id::text as "afterId", ${other},
           pg_snapshot_xmin(pg_current_snapshot())::text as below,
           greatest(f.after_change, (
             select r.change_id from workflow_run_step r
             where r.source_id = f.source_id order by r.change_id desc, r.id desc limit 1
           )) >= (pg_snapshot_xmax(pg_current_snapshot())::text)::bigint as foreign
    from ${table} f join source s on s.id = f.source_id and ${source}
    where f.source_id = ${sourceId}::uuid
    for update of f skip locked`;
  if (!row) return null;
  const { afterChange, afterId, behindChange, behindId, below, foreign } = row;
  const behindPlace = behindChange === null || behindId === null ? null : { change: behindChange, id: behindId };
  return { after: { change: afterChange, id: afterId }, behind: behindPlace, below, foreign };
}

/** One read by the index (source, change, id); `below` is of an earlier snapshot, so all below it is visible here. */
export async function nextSteps(
  tx: Tx,
  { step }: Reading,
  sourceId: string,
  { after, behind, below }: Watermark,
  limit: number,
): Promise<Steps> {
  type Row = Omit<ChangedStep, 'status'> & {
    readonly passed: number;
    readonly lastChange: string;
    readonly lastId: string;
    readonly status: string | null;
  };
  const notBeyond = behind
    ? Prisma.sql`and (change_id, id) <= (${behind.change}::bigint, ${behind.id}::bigint)`
    : Prisma.empty;
  const rows = await tx.$queryRaw<Row[]>`
    with passed as materialized (
      select id, change_id, source_id, workflow_id, run_id, node_id, sub_index, attempt, status, occurred_at
      from workflow_run_step
      where source_id = ${sourceId}::uuid and (change_id, id) > (${after.change}::bigint, ${after.id}::bigint)
        and change_id < ${below}::bigint ${notBeyond}
      order by change_id, id limit ${limit}
    ), last as (select change_id, id from passed order by change_id desc, id desc limit 1)
    select (select count(*)::int from passed) as passed, last.change_id::text as "lastChange", last.id::text as "lastId",
           c.source_id as "sourceId", c.workflow_id as "workflowId", c.run_id as "runId", c.node_id as "nodeId",
           c.sub_index as "subIndex", c.attempt, c.status
    from last left join passed c on ${step(sourceId)}
    order by c.change_id, c.id`;
  const [first] = rows;
  if (first === undefined) return { passed: 0, last: after, changed: [] };
  const { passed, lastChange, lastId } = first;
  const changed = rows.flatMap(({ status, passed: _, lastChange: __, lastId: ___, ...row }) =>
    status === null ? [] : [{ ...row, status }],
  );
  return { passed, last: { change: lastChange, id: lastId }, changed };
}

/** Puts the watermark behind the steps that were read, as the last part of the transaction that read them. */
export async function moveWatermark(
  tx: Tx,
  { table, readAt }: Reading,
  sourceId: string,
  { last }: Steps,
  now: Date,
): Promise<void> {
  await tx.$executeRaw`
    update ${table} set after_change = ${last.change}::bigint, after_id = ${last.id}::bigint, ${readAt} = ${now}
    where source_id = ${sourceId}::uuid`;
}

/**
 * After a restore into another server, rows and watermark carry numbers of transactions that this one has still to
 * give, and new steps would come before them. The rows are written again, which numbers them by this server, and the
 * source is read from the start. Returns how many rows were touched, `limit` at most: more may be left.
 */
export async function takeOver(
  tx: Tx,
  { table, readAt }: Reading,
  sourceId: string,
  now: Date,
  limit: number,
): Promise<number> {
  const touched = await tx.$executeRaw`
    update workflow_run_step set id = id where id in (
      select id from workflow_run_step
      where source_id = ${sourceId}::uuid and change_id >= (pg_snapshot_xmax(pg_current_snapshot())::text)::bigint
      order by change_id, id limit ${limit})`;
  await tx.$executeRaw`
    update ${table} set after_change = 0, after_id = 0, ${readAt} = ${now}
    where source_id = ${sourceId}::uuid
      and after_change >= (pg_snapshot_xmax(pg_current_snapshot())::text)::bigint`;
  return touched;
}

/**
 * Everything a batch asks for is some thousand rows at most, by an index in its order. What Postgres knows of a table
 * that has just grown says otherwise, and it reads, hashes or sorts all of it again and again (at 240,000 steps 1 s
 * instead of 2 ms for the next 2,000; a minute for their executions): so these ways are put aside in a batch.
 */
export async function goByIndexes(tx: Tx): Promise<void> {
  await tx.$queryRaw`
    select set_config(name, 'off', true) from unnest(array[
      'enable_seqscan', 'enable_bitmapscan', 'enable_sort', 'enable_hashjoin', 'enable_mergejoin']) as s(name)`;
}
