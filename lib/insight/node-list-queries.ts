import { type Ctx, demand } from '@/lib/accounts/context';
import { Prisma } from '@/lib/db/generated/client';
import { ROUTES_SQL } from '@/lib/drills/route-store';
import { isRolledUp } from '@/lib/history/rollup-progress-queries';
import { codeFiguresSql, nodeFiguresSql, seenSql } from '@/lib/history/rollup-read-queries';
import { statisticsWindow } from '@/lib/history/window';
import { isStorable } from '@/lib/shared/storable';
import { type Collations, collations, foldedNamesSql, foldedSql, wordsIn } from './collation-queries';
import type { CoverageCounts } from './coverage';
import { ROWS_PER_PAGE, shownPage } from './list';
import { FACTS_VERSION } from './node-facts';
import { OUTDATED_SQL, refreshFacts } from './node-facts-store';
import {
  NODE_FILTERS,
  type NodeFilter,
  type NodeListPage,
  type NodeQuery,
  type NodeSort,
  type WorkflowChoice,
  withFilter,
} from './node-list';
import { shownNodes } from './node-shown-queries';
import { countedSql, totalsSql } from './node-totals-queries';
import { proofOutdatedSql, RECIPIENT_SQL } from './proof-state-store';
import { searchWords } from './search';

/** More in a row, and somebody is writing faster than we read. */
const ATTEMPTS = 5;

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
  for (let attempt = 1; ; attempt++) {
    const { outdated, ids, ...page } = await selectNodes(ctx, query, orders);
    if (outdated === 0) {
      const rows = await shownNodes(ctx, ids, timeZone);
      return { rows, ...page, ...shownPage(query.page, page.matches) };
    }
    if (attempt === ATTEMPTS) throw new Error(`${outdated} nodes were still changing after ${ATTEMPTS} readings`);
    await refreshFacts(ctx);
  }
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
}

async function selectNodes({ db, now }: Ctx, query: NodeQuery, { names, folding }: Collations): Promise<Selected> {
  const { from } = statisticsWindow(now);
  const rolledUp = await isRolledUp(db);
  const words = searchWords(query.search);
  const byRate = query.sort === 'rate';
  const direction = query.order === 'asc' ? Prisma.sql`asc` : Prisma.sql`desc`;
  const [row] = await db.$queryRaw<Counted[]>`
    with failed as materialized (${failedSql(from, rolledUp)}
    ), judgement as materialized (
      select w.source_id, w.key as workflow_id, n.node_id, c.code_key, c.standing
      from node_code c join node n on n.id = c.node_row_id join workflow w on w.id = n.workflow_id
    ), seen as materialized (
      select source_id, workflow_id, node_id, sum(failures)::int as failures, max(last_failed) as last_failed,
             bool_or(standing is not distinct from 'unclassified') as unclassified,
             bool_or(standing is null) as unjudged, ${codesSql(words, folding)} as codes
      from failed left join judgement using (source_id, workflow_id, node_id, code_key)
      group by source_id, workflow_id, node_id
    ), ${words.length > 0 ? Prisma.sql`${foldedNamesSql(folding)},` : Prisma.empty} chosen as materialized (
      select w.id from workflow w
      where w.id::text = ${isStorable(query.workflow ?? '') ? query.workflow : null}
        and exists (select from node n where n.workflow_id = w.id)
    ), told as materialized (
      select slug, name from owner_group where slug = ${isStorable(query.group ?? '') ? (query.group ?? null) : null}
    ), route as materialized (${ROUTES_SQL}
    ), listed as (
      select n.id, n.workflow_id, n.name, w.name as workflow_name, coalesce(s.failures, 0) as failures, s.last_failed,
             ${OUTDATED_SQL} or ${proofOutdatedSql(now)}
               or (f.facts_version = ${FACTS_VERSION} and coalesce(s.unjudged, false)) as outdated,
             coalesce(f.nothing_can_fail and s.node_id is null, false) as idle,
             g.id is null as unowned, coalesce(s.unclassified, false) as unclassified, f.lacks,
             f.proof,
             (not exists (select from chosen) or n.workflow_id = (select id from chosen))
               and (not exists (select from told)
                    or (select slug from told) in (coalesce(f.owner, w.owner), ${RECIPIENT_SQL})) as inside,
             ${wordedSql(words)} as worded,
             ${byRate ? Prisma.sql`t.failed_executions::float8 / nullif(t.executions, 0)` : Prisma.sql`null::float8`} as rate
      from node n
      join workflow w on w.id = n.workflow_id
      left join node_facts f on f.node_row_id = n.id
      left join owner_group g on g.slug = coalesce(f.owner, w.owner)
      left join route r on r.slug = ${RECIPIENT_SQL}
      left join seen s on s.source_id = w.source_id and s.workflow_id = w.key and s.node_id = n.node_id
      ${byRate ? joinTotals(from, rolledUp) : Prisma.empty}
      ${words.length > 0 ? JOIN_TEXTS : Prisma.empty}
    ), judged as materialized (
      select id, workflow_id, name, workflow_name, failures, last_failed, rate, outdated, inside, worded,
             not idle and unowned as no_owner,
             not idle and 'classification' = any(lacks) as nothing_classified,
             not idle and unclassified as unclassified_codes,
             not idle and 'retry' = any(lacks) as no_retry,
             case when idle then 0 else cardinality(lacks) + unowned::int + unclassified::int end as lacking,
             idle, case when idle then null else proof end as proof
      from listed
    ), matching as (
      select * from judged where inside and worded and ${filtersSql(query.filters)}
    )
    select sums.*,
           (select id::text from chosen) as workflow,
           (select json_build_object('slug', slug, 'name', name) from told) as "group",
           (select json_agg(json_build_object('id', id, 'name', name, 'nodes', nodes) order by name ${names}, id)
            from (select workflow_id, count(*) as nodes from judged group by 1) each
            join workflow w on w.id = each.workflow_id) as workflows,
           array(select id::text from matching
                 order by ${SORT_SQL[query.sort](names)} ${direction} nulls last, failures desc, name ${names}, id
                 limit ${ROWS_PER_PAGE}
                 offset (least(${query.page}::int, greatest(1, ceil(sums.matches / ${ROWS_PER_PAGE}::float8)::int)) - 1) * ${ROWS_PER_PAGE}
           ) as ids
    from (
      select count(*) filter (where outdated)::int as outdated, count(*)::int as total,
             ${coverageSql()} as coverage,
             count(*) filter (where inside and worded and ${filtersSql(query.filters)})::int as matches,
             ${Prisma.join(NODE_FILTERS.map((filter) => chipSql(filter, query.filters)))}
      from judged
    ) sums`;
  if (!row) throw new Error('the sums of a list are always one row');
  const { outdated, total, ids, matches, coverage, workflows, workflow, group } = row;
  const rest = { total, ids, matches, coverage, workflow, group };
  return { outdated, ...rest, counts: pickCounts(row), workflows: workflows ?? [] };
}

function pickCounts(row: Counted): Record<NodeFilter, number> {
  const { failing, no_owner, nothing_classified, unclassified_codes, no_retry } = row;
  const { incomplete, configured, stale, proved } = row;
  return { failing, no_owner, nothing_classified, unclassified_codes, no_retry, incomplete, configured, stale, proved };
}

const JOIN_TEXTS = Prisma.sql`
  join workflow_text wt on wt.id = w.id
  left join group_text gt on gt.id = g.id`;

/** Every word stands in the node's name, id, targets, workflow, owner or codes; see `lib/insight/search.ts`. */
function wordedSql(words: readonly string[]): Prisma.Sql {
  if (words.length === 0) return Prisma.sql`true`;
  if (!words.every(isStorable)) return Prisma.sql`false`;
  return wordsIn(Prisma.sql`concat_ws(e'\n', f.search, wt.folded, gt.folded, s.codes)`, words);
}

function codesSql(words: readonly string[], folding: Prisma.Sql): Prisma.Sql {
  if (words.length === 0) return Prisma.sql`null`;
  return Prisma.sql`string_agg(${foldedSql(Prisma.sql`error_code`, folding)}, e'\n')`;
}

/** Failures per node and code since then, and the last of each. */
function failedSql(from: Date, rolledUp: boolean): Prisma.Sql {
  if (!rolledUp)
    return Prisma.sql`
      select source_id, workflow_id, node_id, coalesce('=' || error_code, '') as code_key, error_code,
             count(*) as failures, max(occurred_at) as last_failed
      from workflow_run_step where status = 'failed' and occurred_at >= ${from}
      group by source_id, workflow_id, node_id, error_code`;
  const span = { from, to: null };
  return Prisma.sql`
    select source_id, workflow_id, node_id, code_key, error_code, failures, ${seenSql(span, 'last')} as last_failed
    from (${codeFiguresSql(span)}) f`;
}

/** To order by the rate, the executions of all nodes have to be known. */
function joinTotals(from: Date, rolledUp: boolean): Prisma.Sql {
  const totals = rolledUp
    ? nodeFiguresSql({ from, to: null })
    : Prisma.sql`
        select source_id, workflow_id, node_id, ${totalsSql(from)} from workflow_run_step s
        where ${countedSql(from)} group by source_id, workflow_id, node_id`;
  return Prisma.sql`left join (${totals}) t on t.source_id = w.source_id and t.workflow_id = w.key and t.node_id = n.node_id`;
}

const FILTER_SQL: Readonly<Record<NodeFilter, Prisma.Sql>> = {
  failing: Prisma.sql`failures > 0`,
  no_owner: Prisma.sql`no_owner`,
  nothing_classified: Prisma.sql`nothing_classified`,
  unclassified_codes: Prisma.sql`unclassified_codes`,
  no_retry: Prisma.sql`no_retry`,
  incomplete: Prisma.sql`lacking > 0`,
  configured: Prisma.sql`(lacking = 0 and proof = 'none')`,
  stale: Prisma.sql`(lacking = 0 and proof = 'stale')`,
  proved: Prisma.sql`(lacking = 0 and proof in ('simulated', 'platform'))`,
};

/** As `countCoverage` counts them. */
const COUNTED_SQL: Readonly<Record<keyof CoverageCounts, Prisma.Sql>> = {
  nodes: Prisma.sql`true`,
  idle: Prisma.sql`idle`,
  incomplete: Prisma.sql`lacking > 0`,
  configured: Prisma.sql`lacking = 0 and proof = 'none'`,
  stale: Prisma.sql`lacking = 0 and proof = 'stale'`,
  simulated: Prisma.sql`lacking = 0 and proof = 'simulated'`,
  proven: Prisma.sql`lacking = 0 and proof = 'platform'`,
};

function coverageSql(): Prisma.Sql {
  const counts = Object.entries(COUNTED_SQL).map(
    ([name, which]) => Prisma.sql`${name}::text, count(*) filter (where inside and ${which})`,
  );
  return Prisma.sql`json_build_object(${Prisma.join(counts)})`;
}

function filtersSql(filters: readonly NodeFilter[]): Prisma.Sql {
  return filters.length === 0
    ? Prisma.sql`true`
    : Prisma.join(
        filters.map((filter) => FILTER_SQL[filter]),
        ' and ',
      );
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
