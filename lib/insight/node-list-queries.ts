import { type Ctx, demand } from '@/lib/accounts/context';
import { Prisma } from '@/lib/db/generated/client';
import { isRolledUp } from '@/lib/history/rollup-progress-queries';
import { statisticsWindow } from '@/lib/history/window';
import { type Collations, collations } from './collation-queries';
import type { CoverageCounts } from './coverage';
import { readFresh } from './fresh-queries';
import { ROWS_PER_PAGE, shownPage } from './list';
import { coverageSql, filtersSql, judgedSql } from './node-judged-queries';
import {
  MINE,
  NODE_FILTERS,
  type NodeFilter,
  type NodeListPage,
  type NodeQuery,
  type NodeSort,
  type WorkflowChoice,
  withFilter,
} from './node-list';
import { shownNodes } from './node-shown-queries';
import { searchWords } from './search';

/**
 * The asked page of the list of nodes: Postgres filters, counts, sorts and pages; figures that are only
 * shown are read for the shown nodes alone. Names are ordered as readers of `locale` expect, days are
 * those of `timeZone`. What is derived of configs is brought up to date first where it is not.
 */
export async function listNodePage(
  ctx: Ctx,
  query: NodeQuery,
  { locale, timeZone }: { locale: string; timeZone: string },
): Promise<NodeListPage> {
  demand(ctx, 'read');
  const orders = await collations(ctx.db, locale);
  const { outdated: _, ids, ...page } = await readFresh(ctx, () => selectNodes(ctx, query, orders));
  const rows = await shownNodes(ctx, ids, timeZone);
  return { rows, ...page, ...shownPage(query.page, page.matches) };
}

/** A node that matches, at its present version. */
export interface MatchingNode {
  readonly id: string;
  readonly version: number;
}

/**
 * All nodes that the list holds for a query, over all of its pages and in its order, but no more than `limit`: chosen by
 * the list's own statement, so that what is changed is what was listed.
 */
export async function listMatchingNodes(
  ctx: Ctx,
  query: NodeQuery,
  { locale, limit }: { locale: string; limit: number },
): Promise<{ readonly matches: number; readonly nodes: readonly MatchingNode[] }> {
  demand(ctx, 'read');
  const orders = await collations(ctx.db, locale);
  const { matches, nodes } = await readFresh(ctx, async () => {
    const [row] = await ctx.db.$queryRaw<{ outdated: number; matches: number; nodes: MatchingNode[] | null }[]>`
      with ${await matchingSql(ctx, query, orders)}
      select (select (count(*) filter (where outdated))::int from judged) as outdated,
             (select count(*)::int from matching) as matches,
             (select json_agg(json_build_object('id', id, 'version', version) order by place) from (
               select id, (select version from node n where n.id = matching.id) as version,
                      row_number() over (order by ${orderSql(query, orders)}) as place
               from matching order by place limit ${limit}
             ) each) as nodes`;
    if (!row) throw new Error('sums are always one row');
    return row;
  });
  return { matches, nodes: nodes ?? [] };
}

interface Selected extends Omit<NodeListPage, 'rows' | 'page' | 'pages'> {
  /** Nodes whose facts or codes are not up to date: the rest is then worth nothing. */
  readonly outdated: number;
  /** Row ids of the asked page, in order. */
  readonly ids: readonly string[];
}

interface Counted extends Record<NodeFilter, number> {
  readonly outdated: number;
  readonly total: number;
  readonly matches: number;
  readonly coverage: CoverageCounts;
  readonly ids: readonly string[];
  readonly workflows: readonly WorkflowChoice[] | null;
  readonly workflow: string | null;
  readonly group: NodeListPage['group'];
  readonly held: string | null;
  readonly standards: boolean;
}

/** Common table expressions that end in `judged`, and in `matching`: what the list holds for a query. */
async function matchingSql({ db, now, actor }: Ctx, query: NodeQuery, { folding }: Collations): Promise<Prisma.Sql> {
  const { from } = statisticsWindow(now);
  const rolledUp = await isRolledUp(db);
  const words = searchWords(query.search);
  const byRate = query.sort === 'rate';
  const groups = query.group === MINE ? actor.groups : [query.group ?? null].filter((slug) => slug !== null);
  const judging = {
    ...{ now, from, rolledUp, words, folding, byRate, lastFailed: true },
    workflow: query.workflow,
    groups,
    standard: query.standard ?? null,
  };
  return Prisma.sql`${judgedSql(judging)},
    matching as (
      select * from judged where inside and worded and ${filtersSql(query.filters)}
    )`;
}

function orderSql({ sort, order }: NodeQuery, { names }: Collations): Prisma.Sql {
  const direction = order === 'asc' ? Prisma.sql`asc` : Prisma.sql`desc`;
  return Prisma.sql`${SORT_SQL[sort](names)} ${direction} nulls last, failures desc, name ${names}, id`;
}

async function selectNodes(ctx: Ctx, query: NodeQuery, orders: Collations): Promise<Selected> {
  const { names } = orders;
  const mine = query.group === MINE;
  const { standard = null } = query;
  const [row] = await ctx.db.$queryRaw<Counted[]>`
    with ${await matchingSql(ctx, query, orders)}
    select sums.*,
           (select id::text from chosen) as workflow,
           (select json_build_object('slug', ${mine ? Prisma.sql`${MINE}::text` : Prisma.sql`min(slug)`},
                                     'name', string_agg(name, ', ' order by name ${names}))
            from told having count(*) > 0) as "group",
           (select name from held) as held,
           exists (select from group_standard where document <> '{}'::jsonb) as standards,
           (select json_agg(json_build_object('id', id, 'name', name, 'nodes', nodes) order by name ${names}, id)
            from (select workflow_id, count(*) as nodes from judged group by 1) each
            join workflow w on w.id = each.workflow_id) as workflows,
           array(select id::text from matching
                 order by ${orderSql(query, orders)}
                 limit ${ROWS_PER_PAGE}
                 offset (least(${query.page}::int, greatest(1, ceil(sums.matches / ${ROWS_PER_PAGE}::float8)::int)) - 1) * ${ROWS_PER_PAGE}
           ) as ids
    from (
      select count(*) filter (where outdated)::int as outdated, count(*)::int as total,
             ${coverageSql(Prisma.sql`inside`)} as coverage,
             count(*) filter (where inside and worded and ${filtersSql(query.filters)})::int as matches,
             ${Prisma.join(NODE_FILTERS.map((filter) => chipSql(filter, query.filters)))}
      from judged
    ) sums`;
  if (!row) throw new Error('the sums of a list are always one row');
  const { outdated, total, ids, matches, coverage, workflows, workflow, group, standards, held } = row;
  const rest = { total, ids, matches, coverage, workflow, group, standards };
  return {
    ...{ outdated, ...rest, counts: pickCounts(row), workflows: workflows ?? [] },
    standard: standard !== null && held !== null ? { ...standard, name: held } : null,
  };
}

function pickCounts(row: Counted): Record<NodeFilter, number> {
  const { failing, no_owner, nothing_classified, unclassified_codes, no_retry } = row;
  const { deviates, incomplete, configured, stale, proved } = row;
  return {
    ...{ failing, no_owner, nothing_classified, unclassified_codes, no_retry, deviates },
    ...{ incomplete, configured, stale, proved },
  };
}

/** How many nodes the list would hold with this chip on, beside all else that is chosen. */
function chipSql(chip: NodeFilter, filters: readonly NodeFilter[]): Prisma.Sql {
  const chosen = filtersSql(withFilter(filters, chip));
  return Prisma.sql`count(*) filter (where inside and worded and ${chosen})::int as ${Prisma.raw(chip)}`;
}

const SORT_SQL: Readonly<Record<NodeSort, (names: Prisma.Sql) => Prisma.Sql>> = {
  failures: () => Prisma.sql`failures`,
  rate: () => Prisma.sql`rate`,
  last: () => Prisma.sql`last_failed`,
  name: (names) => Prisma.sql`name ${names}`,
  workflow: (names) => Prisma.sql`workflow_name ${names}`,
  // As `leftToDo` counts it.
  coverage: () => Prisma.sql`
    case when lacking > 0 then lacking + 3
         else case proof when 'stale' then 3 when 'none' then 2 when 'simulated' then 1 else 0 end end`,
};
