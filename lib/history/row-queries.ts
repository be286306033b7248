import { demand, type ReadCtx } from '@/lib/accounts/context';
import { Prisma } from '@/lib/db/generated/client';
import type { Cursor } from '@/lib/shared/keyset';
import { endOfExecution, type Scope, scopeSql, spanSql } from './sql-queries';
import type { RowKind, RowTarget, StepRow } from './step-row';
import type { Span } from './window';

/** What stands behind a figure: the same words as the figure's own query. */
export interface RowSelection {
  readonly kind: RowKind;
  readonly span: Span;
  /** One workflow; absent = all. */
  readonly scope?: Scope;
  readonly nodeId?: string;
  /** Null: failures without a code; absent: whatever the code. Of `executions` none is asked. */
  readonly code?: string | null;
  /** Only these nodes and codes (of `executions`: these nodes); null = all. */
  readonly targets: readonly RowTarget[] | null;
}

/**
 * The rows behind a figure, newest first: failed attempts, or for figures of executions one step of each:
 * its last failed attempt that counts (of `executions`: its last attempt). At most `limit`, from the cursor
 * on; `after` gives those just newer than it, still newest first.
 */
export async function stepRows(
  ctx: ReadCtx,
  selection: RowSelection,
  cursor: Cursor | null,
  limit: number,
): Promise<StepRow[]> {
  demand(ctx, 'read');
  const newer = cursor?.side === 'after';
  const order = newer ? Prisma.sql`occurred_at, id` : Prisma.sql`occurred_at desc, id desc`;
  return ctx.db.$queryRaw<StepRow[]>`
    select f.id::text as id, f.source_id as "sourceId", f.workflow_id as "workflowKey", w.id as "workflowId",
           w.name as "workflowName", f.node_id as "nodeId", n.id as "nodeRowId", n.name as "nodeName",
           f.run_id as "runId", f.sub_index as "subIndex", f.attempt, f.status, f.error_code as "errorCode",
           f.error_message as "errorMessage", f.occurred_at as "occurredAt", f.duration_ms as "durationMs",
           later.status as "laterStatus", later.last_attempt as "laterAttempt", later.last_code as "laterCode"
    from (
      select id, occurred_at from (${matching(selection)}) matching where true ${beyond(cursor)}
      order by ${order} limit ${limit}
    ) page
    join workflow_run_step f using (id)
    left join workflow w on w.source_id = f.source_id and w.key = f.workflow_id
    left join node n on n.workflow_id = w.id and n.node_id = f.node_id
    ${endOfExecution('f')}
    order by f.occurred_at desc, f.id desc`;
}

/** How many rows stand behind a figure: the figure itself, counted again. */
export async function countRows(ctx: ReadCtx, selection: RowSelection): Promise<number> {
  demand(ctx, 'read');
  const rows = await ctx.db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from (${matching(selection)}) matching`;
  return rows[0]?.count ?? 0;
}

/** Id and time of each row; with at most one per execution where executions are counted. */
function matching(selection: RowSelection): Prisma.Sql {
  const { kind, span, scope, nodeId, code, targets } = selection;
  const node = nodeId === undefined ? Prisma.empty : Prisma.sql`and f.node_id = ${nodeId}`;
  const where = Prisma.sql`${spanSql('f', span)} ${scopeSql('f', scope)} ${node} ${targetSql(targets, kind)}`;
  if (kind === 'executions') return lastAttempts(where, span);
  const failed = Prisma.sql`f.status = 'failed' ${where} ${codeSql(code)}`;
  if (kind === 'failures') return Prisma.sql`select f.id, f.occurred_at from workflow_run_step f where ${failed}`;
  const last = Prisma.sql`
    select distinct on (f.source_id, f.workflow_id, f.node_id, f.run_id, f.sub_index)
           f.id, f.occurred_at, f.source_id, f.workflow_id, f.node_id, f.run_id, f.sub_index, f.attempt
    from workflow_run_step f where ${failed}
    order by f.source_id, f.workflow_id, f.node_id, f.run_id, f.sub_index, f.attempt desc`;
  if (kind === 'failed') return last;
  const ended = kind === 'final' ? Prisma.sql`later.status is null` : Prisma.sql`later.status = 'succeeded'`;
  return Prisma.sql`select f.id, f.occurred_at from (${last}) f ${endOfExecution('f')} where ${ended}`;
}

/** Of each execution the last attempt that counts: no other follows it within the span. */
function lastAttempts(where: Prisma.Sql, span: Span): Prisma.Sql {
  return Prisma.sql`
    select f.id, f.occurred_at from workflow_run_step f
    where f.status in ('failed', 'succeeded') ${where} and not exists (
      select from workflow_run_step e
      where e.source_id = f.source_id and e.workflow_id = f.workflow_id and e.run_id = f.run_id
        and e.node_id = f.node_id and e.sub_index = f.sub_index and e.attempt > f.attempt
        and e.status in ('failed', 'succeeded') ${spanSql('e', span)})`;
}

function codeSql(code: string | null | undefined): Prisma.Sql {
  if (code === undefined) return Prisma.empty;
  return code === null ? Prisma.sql`and f.error_code is null` : Prisma.sql`and f.error_code = ${code}`;
}

/** A code is compared as `=` and its text, none as nothing: that can be hashed, unlike null. */
function targetSql(targets: RowSelection['targets'], kind: RowKind): Prisma.Sql {
  if (targets === null) return Prisma.empty;
  const column = (pick: (target: RowTarget) => string) => targets.map(pick);
  const [sources, workflows, nodes] = [
    column(({ sourceId }) => sourceId),
    column(({ workflowKey }) => workflowKey),
    column(({ nodeId }) => nodeId),
  ];
  if (kind === 'executions')
    return Prisma.sql`and (f.source_id, f.workflow_id, f.node_id) in (
      select * from unnest(${sources}::uuid[], ${workflows}::text[], ${nodes}::text[]))`;
  const codes = column(({ errorCode }) => (errorCode === null ? '' : `=${errorCode}`));
  return Prisma.sql`and (f.source_id, f.workflow_id, f.node_id, coalesce('=' || f.error_code, '')) in (
    select * from unnest(${sources}::uuid[], ${workflows}::text[], ${nodes}::text[], ${codes}::text[]))`;
}

function beyond(cursor: Cursor | null): Prisma.Sql {
  if (!cursor) return Prisma.empty;
  const place = Prisma.sql`(${cursor.at}::timestamptz, ${cursor.id}::bigint)`;
  return cursor.side === 'after'
    ? Prisma.sql`and (occurred_at, id) > ${place}`
    : Prisma.sql`and (occurred_at, id) < ${place}`;
}
