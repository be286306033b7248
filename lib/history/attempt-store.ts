import type { Tx } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import type { Attempt } from '@/lib/sources/attempt';
import type { Difference } from '@/lib/sources/source-state';
import { arrayLiteral } from './array-literal';
import { goByIndexes } from './change-store';
import { keptMessage } from './ingest-schema';

/** What storing changed; what was the same is not touched, and wakes nobody. */
export interface Stored {
  readonly added: number;
  readonly changed: number;
}

/**
 * Makes the steps of a source what its platform's rows say, by one statement: new ones are added, those that differ in
 * anything are brought up to date. The platform's row is the truth, whatever stood here. Of several rows with one name
 * the last in time counts, one that has ended before one that runs. Steps of drills go to the tables of drills.
 */
export async function storeAttempts(db: Tx, sourceId: string, attempts: readonly Attempt[]): Promise<Stored> {
  if (attempts.length === 0) return { added: 0, changed: 0 };
  await goByIndexes(db);
  const [stored] = await db.$queryRaw<Stored[]>`
    with ${writing(sourceId, attempts)}
    select (count(*) filter (where fresh))::int as added, (count(*) filter (where not fresh))::int as changed
    from written`;
  if (!stored) throw new Error('a count is always one row');
  return stored;
}

/** The same within a recount: notes which steps were met, and tells what was different. */
export async function mendAttempts(
  db: Tx,
  { sourceId, recountId }: { readonly sourceId: string; readonly recountId: string },
  attempts: readonly Attempt[],
): Promise<readonly Difference[]> {
  if (attempts.length === 0) return [];
  await goByIndexes(db);
  const rows = await db.$queryRaw<(DifferenceRow & { readonly kind: Difference['kind'] | 'written' })[]>`
    with ${writing(sourceId, attempts)}, met as (
      insert into source_recount_met (recount_id, step_id)
      select ${recountId}::uuid, id from (select held as id from given where held is not null union select id from written) m
      on conflict do nothing
    )
    select case when held is null then 'added' else 'changed' end as kind, ${KEY}, status_before as "statusBefore",
           code_before as "codeBefore", time_before as "timeBefore", status as "statusAfter", error_code as "codeAfter",
           occurred_at as "timeAfter"
    from given where differs
    union all
    select 'written', ${KEY}, null, null, null, null, null, null from written`;
  // Brought together here: by the ways of `goByIndexes`, Postgres would hold each of them against each.
  const written = new Set(rows.flatMap((row) => (row.kind === 'written' ? [nameOf(row)] : [])));
  // Steps of drills differ each time, and are written elsewhere.
  return rows.flatMap((row) =>
    row.kind !== 'written' && written.has(nameOf(row)) ? [differenceOf(row.kind, row)] : [],
  );
}

const KEY = Prisma.sql`
  workflow_id as "workflowId", node_id as "nodeId", run_id as "runId", sub_index as "subIndex", attempt`;

/** Steps of a source that a slice of a recount did not meet; older ones than `keepBefore` stay. Returns how many those are. */
export async function noteMissing(
  db: Tx,
  { sourceId, recountId }: { readonly sourceId: string; readonly recountId: string },
  { from, to, keepBefore }: { readonly from: Date; readonly to: Date; readonly keepBefore: Date | null },
): Promise<number> {
  await goByIndexes(db);
  // The source as text: its index would be read whole, for a slice of it.
  const [row] = await db.$queryRaw<{ kept: number }[]>`
    with unmet as materialized (
      select s.id, s.change_id, s.occurred_at from workflow_run_step s
      where s.source_id::text = ${sourceId} and s.occurred_at >= ${from} and s.occurred_at < ${to}
        and not exists (select from source_recount_met m where m.recount_id = ${recountId}::uuid and m.step_id = s.id)
    ), noted as (
      insert into source_recount_missing (recount_id, step_id, change_id)
      select ${recountId}::uuid, id, change_id from unmet
      where ${keepBefore}::timestamptz is null or occurred_at >= ${keepBefore}::timestamptz
      on conflict (recount_id, step_id) do update set change_id = excluded.change_id
    )
    select (count(*) filter (where occurred_at < ${keepBefore}::timestamptz))::int as kept from unmet`;
  await db.$executeRaw`delete from source_recount_met where recount_id = ${recountId}::uuid`;
  return row?.kept ?? 0;
}

/**
 * Takes away steps that a recount did not find anywhere, at most so many. One that was changed since it was missed turned
 * up under another time, and stays. Returns those that are gone, and how many were looked at: none is the end.
 */
export async function dropMissing(
  db: Tx,
  recountId: string,
  limit: number,
): Promise<{ readonly looked: number; readonly gone: readonly Difference[] }> {
  await goByIndexes(db);
  const looked = await db.$queryRaw<{ id: bigint; change: bigint }[]>`
    delete from source_recount_missing where (recount_id, step_id) in (
      select recount_id, step_id from source_recount_missing where recount_id = ${recountId}::uuid
      order by step_id limit ${limit})
    returning step_id as id, change_id as change`;
  if (looked.length === 0) return { looked: 0, gone: [] };
  const rows = await db.$queryRaw<DifferenceRow[]>`
    delete from workflow_run_step s
    using unnest(${arrayLiteral(looked.map(({ id }) => `${id}`))}::bigint[],
                 ${arrayLiteral(looked.map(({ change }) => `${change}`))}::bigint[]) as m(id, change_id)
    where s.id = m.id and s.change_id = m.change_id
    returning s.workflow_id as "workflowId", s.node_id as "nodeId", s.run_id as "runId",
      s.sub_index as "subIndex", s.attempt, s.status as "statusBefore", s.error_code as "codeBefore",
      s.occurred_at as "timeBefore", null as "statusAfter", null as "codeAfter", null::timestamptz as "timeAfter"`;
  return { looked: looked.length, gone: rows.map((row) => differenceOf('gone', row)) };
}

/** Deletes steps of a source, at most so many: all are gone when it returns less. */
export async function forgetSteps(db: Tx, sourceId: string, limit: number): Promise<number> {
  await goByIndexes(db);
  return db.$executeRaw`
    delete from workflow_run_step where id in (
      select id from workflow_run_step where source_id = ${sourceId}::uuid order by change_id, id limit ${limit})`;
}

/** Deletes a source whose steps are gone, with what was derived of them. */
export async function forgetSource(db: Tx, sourceId: string): Promise<void> {
  await db.awaitedJudgement.deleteMany({ where: { sourceId } });
  await db.conformanceFinding.deleteMany({ where: { sourceId } });
  // Of a worker that was just reading its definitions when it was taken away.
  await db.workflow.deleteMany({ where: { sourceId } });
  await db.source.delete({ where: { id: sourceId }, select: { id: true } });
}

/** Columns travel as arrays, one text each. `given`: with what is held; `written`: what was added or brought up to date. */
function writing(sourceId: string, attempts: readonly Attempt[]): Prisma.Sql {
  const rows = inOrder(attempts);
  const column = (pick: (attempt: Attempt) => string | number | null) => arrayLiteral(rows.map(pick));
  return Prisma.sql`given as materialized (
      select g.*, s.id as held, s.status as status_before, s.error_code as code_before, s.occurred_at as time_before,
             s.id is null or (s.status, s.error_code, s.error_message, s.payload_hash, s.occurred_at, s.duration_ms)
               is distinct from (g.status, g.error_code, g.error_message, g.payload_hash, g.occurred_at, g.duration_ms)
               as differs
      from unnest(
        ${column((each) => each.workflowId)}::text[], ${column((each) => each.runId)}::text[],
        ${column((each) => each.nodeId)}::text[], ${column((each) => each.subIndex)}::text[],
        ${column((each) => each.attempt)}::int[], ${column((each) => each.status)}::text[],
        ${column((each) => each.errorCode)}::text[], ${column((each) => keptMessage(each.errorMessage))}::text[],
        ${column((each) => each.payloadHash)}::text[],
        ${column((each) => each.occurredAt.toISOString())}::timestamptz(3)[],
        ${column((each) => each.durationMs)}::int[]
      ) as g(workflow_id, run_id, node_id, sub_index, attempt, status, error_code, error_message, payload_hash,
             occurred_at, duration_ms)
      left join lateral (
        -- The next name by the index of names, which may be this one: while Postgres has not counted the rows of this
        -- source, it would by any other index, and read all of them for each.
        select * from workflow_run_step h
        where (h.source_id, h.workflow_id, h.run_id, h.node_id, h.sub_index, h.attempt)
          >= (${sourceId}::uuid, g.workflow_id, g.run_id, g.node_id, g.sub_index, g.attempt)
        order by h.source_id, h.workflow_id, h.run_id, h.node_id, h.sub_index, h.attempt limit 1
      ) s on s.source_id = ${sourceId}::uuid and s.workflow_id = g.workflow_id
        and s.run_id = g.run_id and s.node_id = g.node_id and s.sub_index = g.sub_index and s.attempt = g.attempt
    ), written as (
      insert into workflow_run_step as s (
        source_id, workflow_id, run_id, node_id, sub_index, attempt, status, error_code, error_message, payload_hash,
        occurred_at, duration_ms)
      select ${sourceId}::uuid, workflow_id, run_id, node_id, sub_index, attempt, status, error_code, error_message,
             payload_hash, occurred_at, duration_ms
      from given where differs
      on conflict (source_id, workflow_id, run_id, node_id, sub_index, attempt) do update
        set status = excluded.status, error_code = excluded.error_code, error_message = excluded.error_message,
            payload_hash = excluded.payload_hash, occurred_at = excluded.occurred_at,
            duration_ms = excluded.duration_ms
      returning s.id, s.xmax = 0 as fresh, s.workflow_id, s.run_id, s.node_id, s.sub_index, s.attempt
    )`;
}

/** One attempt per name, in the order of the names: two writers at once then never wait for each other in a circle. */
function inOrder(attempts: readonly Attempt[]): Attempt[] {
  const byName = new Map<string, Attempt>();
  for (const attempt of attempts) {
    const name = nameOf(attempt);
    const before = byName.get(name);
    if (before === undefined || counts(attempt, before)) byName.set(name, attempt);
  }
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, attempt]) => attempt);
}

/** None of them holds a NUL, which Postgres cannot keep. */
function nameOf({
  workflowId,
  runId,
  nodeId,
  subIndex,
  attempt,
}: Pick<Attempt, 'workflowId' | 'runId' | 'nodeId' | 'subIndex' | 'attempt'>): string {
  return [workflowId, runId, nodeId, subIndex, attempt].join('\0');
}

function counts(attempt: Attempt, before: Attempt): boolean {
  const [runs, ran] = [attempt.status === 'running', before.status === 'running'];
  if (runs !== ran) return ran;
  return attempt.occurredAt >= before.occurredAt;
}

interface DifferenceRow extends Pick<Difference, 'workflowId' | 'nodeId' | 'runId' | 'subIndex' | 'attempt'> {
  readonly statusBefore: string | null;
  readonly codeBefore: string | null;
  readonly timeBefore: Date | null;
  readonly statusAfter: string | null;
  readonly codeAfter: string | null;
  readonly timeAfter: Date | null;
}

function differenceOf(kind: Difference['kind'], row: DifferenceRow): Difference {
  const { workflowId, nodeId, runId, subIndex, attempt } = row;
  const side = (status: string | null, errorCode: string | null, time: Date | null) =>
    status === null || time === null ? null : { status, errorCode, occurredAt: time.toISOString() };
  return {
    ...{ kind, workflowId, nodeId, runId, subIndex, attempt },
    before: kind === 'added' ? null : side(row.statusBefore, row.codeBefore, row.timeBefore),
    after: side(row.statusAfter, row.codeAfter, row.timeAfter),
  };
}
