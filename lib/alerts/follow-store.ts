import type { Db, Tx } from '@/lib/db/client';
import { transaction } from '@/lib/db/transaction';
import { lockAwaited, takeOverdue } from './awaited-store';
import { type ExecutionKey, nameOf } from './execution-store';
import { closeSucceeded, type Settled, type Success, settle } from './hand-off-store';

/** Rows per transaction: few enough to be done within a fraction of a second. */
export const BATCH = 2_000;
const OVERDUE_BATCH = 500;

/**
 * Sources with steps that were not followed yet: of those that alert, by ids; nothing is locked or written by asking.
 * A step is ready when no transaction is running that is as old as the one that wrote it: whatever commits later is
 * newer then, and nothing can appear behind the watermark. A write transaction that is never ended, of any database
 * of the server, therefore holds everything up.
 */
export async function sourcesToFollow(db: Db): Promise<string[]> {
  // `order by … limit 1` and not `exists`: that would be taken for a reason to read the whole table.
  const rows = await db.$queryRaw<{ id: string }[]>`
    select s.id from source s
    left join followed_source f on f.source_id = s.id
    left join lateral (
      select r.change_id from workflow_run_step r
      where r.source_id = s.id and (r.change_id, r.id) > (coalesce(f.after_change, 0), coalesce(f.after_id, 0))
      order by r.change_id, r.id limit 1
    ) next on true
    left join lateral (
      select r.change_id from workflow_run_step r
      where r.source_id = s.id order by r.change_id desc, r.id desc limit 1
    ) newest on true
    where s.alerts_from is not null and (
      next.change_id < (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint
      or greatest(newest.change_id, f.after_change) >= (pg_snapshot_xmax(pg_current_snapshot())::text)::bigint)
    order by s.id`;
  return rows.map(({ id }) => id);
}

export interface Followed extends Settled {
  /** Steps that were passed: none when another worker is at it. */
  readonly steps: number;
  /** Nothing ready is left for this worker. */
  readonly drained: boolean;
}

const NOTHING: Followed = { steps: 0, drained: true, handOffs: 0, deliveries: 0 };

/**
 * Follows the next steps of a source, in the order in which they became visible: all of it in one transaction, the
 * watermark included, so that a crash anywhere is as if nothing had happened. Only one worker at a time follows a
 * source; another one is told so at once. Steps from before the source alerted are passed.
 */
export async function followBatch(db: Db, sourceId: string, now: Date, limit = BATCH): Promise<Followed> {
  // Outside of the transaction: whoever makes it at the same time would be waited for.
  await db.$executeRaw`insert into followed_source (source_id) values (${sourceId}::uuid) on conflict do nothing`;
  return transaction(db, async (tx) => {
    await goByIndexes(tx);
    const watermark = await lockWatermark(tx, sourceId);
    if (watermark === null) return NOTHING;
    if (watermark.foreign) return takeOver(tx, sourceId, now, limit);
    const steps = await nextSteps(tx, sourceId, watermark, limit);
    if (steps.passed === 0) return NOTHING;
    const failed = distinct(steps.changed.filter(({ status }) => status === 'failed'));
    const succeeded = steps.changed.filter(({ status }) => status === 'succeeded');
    await lockAwaited(tx, distinct(steps.changed));
    const settled = await settle(tx, failed, { now, reported: true });
    await closeSucceeded(tx, latest(succeeded), now);
    await moveWatermark(tx, sourceId, steps, now);
    return { ...settled, steps: steps.passed, drained: steps.passed < limit };
  });
}

export interface Overdue extends Settled {
  /** Executions that were decided again. */
  readonly overdue: number;
  /** Nothing overdue is left that no other worker has. */
  readonly drained: boolean;
}

/** Executions whose next attempt did not come: decided again, at most so many in one transaction. */
export async function settleOverdue(db: Db, now: Date, limit = OVERDUE_BATCH): Promise<Overdue> {
  return transaction(db, async (tx) => {
    await goByIndexes(tx);
    const keys = await takeOverdue(tx, now, limit);
    const settled = await settle(tx, keys, { now, reported: false });
    return { ...settled, overdue: keys.length, drained: keys.length < limit };
  });
}

/**
 * Everything a batch asks for is some thousand rows at most, by an index in its order. What Postgres knows of a table
 * that has just grown says otherwise, and it reads, hashes or sorts all of it again and again (at 240,000 steps 1 s
 * instead of 2 ms for the next 2,000; a minute for their executions): so these ways are put aside in a batch.
 */
async function goByIndexes(tx: Tx): Promise<void> {
  await tx.$queryRaw`
    select set_config(name, 'off', true) from unnest(array[
      'enable_seqscan', 'enable_bitmapscan', 'enable_sort', 'enable_hashjoin', 'enable_mergejoin']) as s(name)`;
}

interface Watermark {
  readonly afterChange: string;
  readonly afterId: string;
  /** Below it, every transaction has ended. */
  readonly below: string;
  /** Something in this source has a transaction that this server has not had yet: the database was restored. */
  readonly foreign: boolean;
}

/** Null: another worker has it, or the source does not alert any more. Numbers of transactions travel as text. */
async function lockWatermark(tx: Tx, sourceId: string): Promise<Watermark | null> {
  const [row] = await tx.$queryRaw<Watermark[]>`
    select f.after_change::text as "afterChange", f.after_id::text as "afterId",
           pg_snapshot_xmin(pg_current_snapshot())::text as below,
           greatest(f.after_change, (
             select r.change_id from workflow_run_step r
             where r.source_id = f.source_id order by r.change_id desc, r.id desc limit 1
           )) >= (pg_snapshot_xmax(pg_current_snapshot())::text)::bigint as foreign
    from followed_source f join source s on s.id = f.source_id and s.alerts_from is not null
    where f.source_id = ${sourceId}::uuid
    for update of f skip locked`;
  return row ?? null;
}

interface ChangedStep extends ExecutionKey {
  readonly status: string;
  readonly attempt: number;
}

interface Steps {
  readonly passed: number;
  /** The last of them. */
  readonly lastChange: string;
  readonly lastId: string;
  /** Those that can change anything: failures, and successes that another attempt came before. */
  readonly changed: readonly ChangedStep[];
}

/** One read by the index (source, change, id); `below` is of an earlier snapshot, so all below it is visible here. */
async function nextSteps(tx: Tx, sourceId: string, watermark: Watermark, limit: number): Promise<Steps> {
  const { afterChange, afterId, below } = watermark;
  const rows = await tx.$queryRaw<(Omit<Steps, 'changed'> & Omit<ChangedStep, 'status'> & { status: string | null })[]>`
    with passed as materialized (
      select id, change_id, source_id, workflow_id, run_id, node_id, sub_index, attempt, status, occurred_at
      from workflow_run_step
      where source_id = ${sourceId}::uuid and (change_id, id) > (${afterChange}::bigint, ${afterId}::bigint)
        and change_id < ${below}::bigint
      order by change_id, id limit ${limit}
    ), last as (select change_id, id from passed order by change_id desc, id desc limit 1)
    select (select count(*)::int from passed) as passed, last.change_id::text as "lastChange", last.id::text as "lastId",
           c.source_id as "sourceId", c.workflow_id as "workflowId", c.run_id as "runId", c.node_id as "nodeId",
           c.sub_index as "subIndex", c.attempt, c.status
    from last left join passed c
      on c.occurred_at >= (select alerts_from from source where id = ${sourceId}::uuid)
         and (c.status = 'failed' or (c.status = 'succeeded' and c.attempt > 1))
    order by c.change_id, c.id`;
  const [first] = rows;
  if (first === undefined) return { passed: 0, lastChange: afterChange, lastId: afterId, changed: [] };
  const { passed, lastChange, lastId } = first;
  const changed = rows.flatMap(({ status, ...row }) => (status === null ? [] : [{ ...row, status }]));
  return { passed, lastChange, lastId, changed };
}

async function moveWatermark(tx: Tx, sourceId: string, { lastChange, lastId }: Steps, now: Date): Promise<void> {
  await tx.$executeRaw`
    update followed_source
    set after_change = ${lastChange}::bigint, after_id = ${lastId}::bigint, followed_at = ${now}
    where source_id = ${sourceId}::uuid`;
}

/**
 * After a restore into another server, rows and watermark carry numbers of transactions that this one has still to
 * give, and new steps would come before them. The rows are written again, which numbers them by this server, and the
 * source is followed from the start: an execution that has its record gets no second one.
 */
async function takeOver(tx: Tx, sourceId: string, now: Date, limit: number): Promise<Followed> {
  const touched = await tx.$executeRaw`
    update workflow_run_step set id = id where id in (
      select id from workflow_run_step
      where source_id = ${sourceId}::uuid and change_id >= (pg_snapshot_xmax(pg_current_snapshot())::text)::bigint
      order by change_id, id limit ${limit})`;
  await tx.$executeRaw`
    update followed_source set after_change = 0, after_id = 0, followed_at = ${now}
    where source_id = ${sourceId}::uuid
      and after_change >= (pg_snapshot_xmax(pg_current_snapshot())::text)::bigint`;
  return { ...NOTHING, steps: touched, drained: false };
}

function distinct<K extends ExecutionKey>(keys: readonly K[]): K[] {
  return [...new Map(keys.map((key) => [nameOf(key), key])).values()];
}

/** Of each execution its last success. */
function latest(successes: readonly Success[]): Success[] {
  return distinct(successes.toSorted((a, b) => a.attempt - b.attempt));
}
