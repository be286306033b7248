import { Prisma } from '@/lib/db/generated/client';
import type { Span } from './window';

/** Restricts statistics to one workflow of one source; absent = all. */
export interface Scope {
  readonly sourceId: string;
  readonly workflowKey: string;
  readonly nodeId?: string;
}

/** Restricts statistics to several nodes of one source: each position of both lists names one. */
export interface NodeSet {
  readonly sourceId: string;
  readonly workflowKeys: readonly string[];
  readonly nodeIds: readonly string[];
}

/** The condition, beginning with `and`, that a step (the table called `alias`) belongs to a scope. */
export function scopeSql(alias: string, scope?: Scope | NodeSet): Prisma.Sql {
  if (!scope) return Prisma.empty;
  const of = Prisma.raw(alias);
  if ('nodeIds' in scope)
    return Prisma.sql`and ${of}.source_id = ${scope.sourceId}::uuid and (${of}.workflow_id, ${of}.node_id) in (
      select * from unnest(${scope.workflowKeys}::text[], ${scope.nodeIds}::text[]))`;
  const node = scope.nodeId === undefined ? Prisma.empty : Prisma.sql`and ${of}.node_id = ${scope.nodeId}`;
  return Prisma.sql`and ${of}.source_id = ${scope.sourceId}::uuid and ${of}.workflow_id = ${scope.workflowKey} ${node}`;
}

/** The condition, beginning with `and`, that a step happened within a stretch of time. */
export function spanSql(alias: string, { from, to }: Span): Prisma.Sql {
  const at = Prisma.raw(`${alias}.occurred_at`);
  const end = to === null ? Prisma.empty : Prisma.sql`and ${at} < ${to}`;
  return Prisma.sql`and ${at} >= ${from} ${end}`;
}

/**
 * Joins the last attempt after `alias`.attempt, as `later`: its status says how the execution ended, null
 * that nothing came after. A skipped step is no attempt.
 */
export function endOfExecution(alias: string): Prisma.Sql {
  const of = Prisma.raw(alias);
  return Prisma.sql`left join lateral (
      select s.status, s.attempt as last_attempt, s.error_code as last_code from workflow_run_step s
      where s.source_id = ${of}.source_id and s.workflow_id = ${of}.workflow_id and s.run_id = ${of}.run_id
        and s.node_id = ${of}.node_id and s.sub_index = ${of}.sub_index and s.attempt > ${of}.attempt
        and s.status <> 'skipped'
      order by s.attempt desc limit 1
    ) later on true`;
}
