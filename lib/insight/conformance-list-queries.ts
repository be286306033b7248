import { demand, type ReadCtx } from '@/lib/accounts/context';
import { Prisma } from '@/lib/db/generated/client';
import { countsBy } from '@/lib/history/finding-row';
import { FINDING_RULES } from '@/lib/history/in-force-store';
import { spanSql } from '@/lib/history/sql-queries';
import type { Span } from '@/lib/history/window';
import { FINDINGS } from '@/lib/judge/finding';
import type { NodeFindings } from './conformance-list';

interface FindingsRow extends Omit<NodeFindings, 'counts'> {
  readonly counts: readonly number[];
}

/** Nodes with findings in a stretch of time, each with its owner as it is now. */
export async function nodeFindings(ctx: ReadCtx, span: Span): Promise<NodeFindings[]> {
  demand(ctx, 'read');
  const rows = await ctx.db.$queryRaw<FindingsRow[]>`
    select ${COLUMNS}
    from (
      select source_id, workflow_id, node_id, finding, count(*) as count, max(occurred_at) as last_at
      from conformance_finding f where true ${spanSql('f', span)}
      group by source_id, workflow_id, node_id, finding
    ) f
    left join workflow w on w.source_id = f.source_id and w.key = f.workflow_id
    left join node n on n.workflow_id = w.id and n.node_id = f.node_id
    left join owner_group g on g.slug = ${OWNER}
    group by f.source_id, f.workflow_id, f.node_id, w.id, n.id, g.slug`;
  return rows.map(toNodeFindings);
}

/** The same of the nodes that a group owns: each is looked up by itself. */
export async function nodeFindingsOfGroup(ctx: ReadCtx, slug: string, span: Span): Promise<NodeFindings[]> {
  demand(ctx, 'read');
  const rows = await ctx.db.$queryRaw<FindingsRow[]>`
    select ${COLUMNS}
    from node n join workflow w on w.id = n.workflow_id join owner_group g on g.slug = ${slug} and g.slug = ${OWNER}
    cross join lateral (
      select f.source_id, f.workflow_id, f.node_id, f.finding, count(*) as count, max(f.occurred_at) as last_at
      from conformance_finding f
      where f.source_id = w.source_id and f.workflow_id = w.key and f.node_id = n.node_id ${spanSql('f', span)}
      group by f.source_id, f.workflow_id, f.node_id, f.finding
    ) f
    group by f.source_id, f.workflow_id, f.node_id, w.id, n.id, g.slug`;
  return rows.map(toNodeFindings);
}

const OWNER = Prisma.sql`coalesce(nullif(n.config->>'owner', ''), w.owner)`;
const COUNTS = FINDINGS.map((kind) => Prisma.sql`coalesce(sum(f.count) filter (where f.finding = ${kind}), 0)::int`);
const COLUMNS = Prisma.sql`w.id as "workflowId", coalesce(w.name, f.workflow_id) as "workflowName", f.node_id as "nodeId",
  n.id as "nodeRowId", coalesce(n.name, f.node_id) as "nodeName", g.slug as owner,
  array[${Prisma.join(COUNTS)}] as counts, max(f.last_at) as "lastAt"`;

function toNodeFindings({ counts, ...row }: FindingsRow): NodeFindings {
  return { ...row, counts: countsBy((kind) => counts[FINDINGS.indexOf(kind)] ?? 0) };
}

/** True once rules of any node have been published: before that, nothing is judgeable. */
export async function anyRules(ctx: ReadCtx): Promise<boolean> {
  demand(ctx, 'read');
  const [row] = await ctx.db.$queryRaw<{ ruled: boolean }[]>`
    select exists (
      select from workflow_version v cross join lateral jsonb_each(v.configs) as e(key, value)
      where jsonb_typeof(e.value) = 'object' and e.value ?| array[${Prisma.join([...FINDING_RULES])}]) as ruled`;
  return row?.ruled === true;
}

/** What of a period could be judged. */
export interface Judgeable {
  /** Executions that began in it, after their node's rules were first published. */
  readonly executions: number;
  /** Nodes that have such rules, and those that have none yet. */
  readonly nodes: number;
  readonly without: number;
  /** When rules of any node were first published; null = never. */
  readonly since: Date | null;
}

/**
 * How many executions of a period could be judged. An execution counts where its first attempt ended; before the first
 * publication that said how its node fails it is not judgeable.
 */
export async function judgeable(ctx: ReadCtx, span: Span): Promise<Judgeable> {
  demand(ctx, 'read');
  const [row] = await ctx.db.$queryRaw<Judgeable[]>`
    with ruled as materialized (
      select w.source_id, w.key as workflow_id, e.key as node_id, min(v.published_at) as since
      from workflow w join workflow_version v on v.workflow_id = w.id
      cross join lateral jsonb_each(v.configs) as e(key, value)
      where jsonb_typeof(e.value) = 'object' and e.value ?| array[${Prisma.join([...FINDING_RULES])}]
      group by 1, 2, 3
    ), begun as (
      select count(*)::int as executions
      from workflow_run_step s join ruled r using (source_id, workflow_id, node_id)
      where s.attempt = 1 and s.status in ('failed', 'succeeded') and s.occurred_at >= r.since ${spanSql('s', span)}
    )
    select executions, (select min(since) from ruled) as since,
           (select count(*)::int from node n join workflow w on w.id = n.workflow_id
            where exists (select from ruled r where r.source_id = w.source_id and r.workflow_id = w.key
                          and r.node_id = n.node_id)) as nodes,
           (select count(*)::int from node n join workflow w on w.id = n.workflow_id
            where n.can_carry_policy and not exists (
              select from ruled r where r.source_id = w.source_id and r.workflow_id = w.key
              and r.node_id = n.node_id)) as without
    from begun`;
  if (!row) throw new Error('a count is always one row');
  return row;
}
