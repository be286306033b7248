import type { Ctx } from '@/lib/accounts/context';
import { Prisma } from '@/lib/db/generated/client';
import { ROUTES_SQL } from '@/lib/drills/route-store';
import { isRolledUp } from '@/lib/history/rollup-progress-queries';
import { codeFiguresSql, nodeFiguresSql, seenSql } from '@/lib/history/rollup-read-queries';
import { statisticsWindow } from '@/lib/history/window';
import { isStorable } from '@/lib/shared/storable';
import { foldedNamesSql, foldedSql, wordsIn } from './collation-queries';
import type { CoverageCounts } from './coverage';
import { FACTS_VERSION } from './node-facts';
import { OUTDATED_SQL } from './node-facts-store';
import type { NodeFilter } from './node-list';
import { countedSql, totalsSql } from './node-totals-queries';
import { proofOutdatedSql, RECIPIENT_SQL } from './proof-state-store';
import type { StandardChoice } from './standard-choice';
import { ASKED_SQL, JOIN_STANDARD, JOIN_STATE, STANDARD_OUTDATED_SQL, standingSql } from './standard-state-store';

/** What nodes are judged by, and which of them count as inside. */
export interface Judging {
  readonly now: Date;
  /** Where the window of the statistics begins. */
  readonly from: Date;
  readonly rolledUp: boolean;
  /** Folded words of a search, and how this database folds. */
  readonly words: readonly string[];
  readonly folding: Prisma.Sql;
  /** Row id of a workflow; null, or one that is not here = all. */
  readonly workflow: string | null;
  /** Slugs of groups, one of which owns a node or is told of it; none that is here = all nodes. */
  readonly groups: readonly string[];
  /** Whether the rate has to be known, which costs the executions of all nodes. */
  readonly byRate: boolean;
  /** Whether `last_failed` has to be known, which costs a look into the index per node and code. */
  readonly lastFailed: boolean;
  /** How they stand to the standard of a group; null, or of a group that has none = however. */
  readonly standard: StandardChoice | null;
}

/** What all nodes of these groups (none = all nodes) are judged by where nothing else narrows them and only counts matter. */
export async function wholeJudging(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { groups, folding }: Pick<Judging, 'groups' | 'folding'>,
): Promise<Judging> {
  const { from } = statisticsWindow(now);
  const unnarrowed = { words: [], workflow: null, standard: null, byRate: false, lastFailed: false };
  return { now, from, rolledUp: await isRolledUp(db), folding, groups, ...unnarrowed };
}

/**
 * Common table expressions (without `with`) that end in `judged`: every node with what the filters ask of it, and whether
 * it is `inside` and `worded`. Before it stand `chosen` (the workflow), `told` (the groups) and `held` (the group
 * whose standard is asked for), as far as they exist.
 * Where a row is `outdated`, what is counted is worth nothing: `refreshFacts`, and ask again.
 */
export function judgedSql(judging: Judging): Prisma.Sql {
  const { now, from, rolledUp, words, folding, workflow, groups, byRate, lastFailed, standard } = judging;
  return Prisma.sql`
    failed as materialized (${failedSql(from, rolledUp, lastFailed)}
    ), judgement as materialized (
      select w.source_id, w.key as workflow_id, n.node_id, c.code_key, c.standing, n.id as node_row_id
      from node_code c join node n on n.id = c.node_row_id join workflow w on w.id = n.workflow_id
    ), seen as materialized (
      select source_id, workflow_id, node_id, sum(failures)::int as failures, max(last_failed) as last_failed,
             bool_or(standing is not distinct from 'unclassified') as unclassified,
             bool_or(standing is null) as unjudged, ${codesSql(words, folding)} as codes
      from failed left join judgement using (source_id, workflow_id, node_id, code_key)
      group by source_id, workflow_id, node_id
    ), ${words.length > 0 ? Prisma.sql`${foldedNamesSql(folding)},` : Prisma.empty} chosen as materialized (
      select w.id from workflow w
      where w.id::text = ${isStorable(workflow ?? '') ? workflow : null}
        and exists (select from node n where n.workflow_id = w.id)
    ), told as materialized (
      select slug, name from owner_group where slug = any(${groups.filter(isStorable)}::text[])
    ), held as materialized (
      select slug, name from owner_group g join group_standard gs on gs.group_id = g.id and gs.document <> '{}'::jsonb
      where slug = ${standard !== null && isStorable(standard.group) ? standard.group : null}
    ), route as materialized (${ROUTES_SQL}
    ), listed as (
      select n.id, n.workflow_id, n.name, w.name as workflow_name, coalesce(s.failures, 0) as failures, s.last_failed,
             ${OUTDATED_SQL} or ${proofOutdatedSql(now)} or ${STANDARD_OUTDATED_SQL}
               or (f.facts_version = ${FACTS_VERSION} and coalesce(s.unjudged, false)) as outdated,
             coalesce(f.nothing_can_fail and s.node_id is null, false) as idle,
             g.id is null as unowned, coalesce(s.unclassified, false) as unclassified, f.lacks,
             f.proof,
             case when ${ASKED_SQL} then ns.deviates end as deviates, case when ${ASKED_SQL} then ns.excused end as excused,
             (not exists (select from chosen) or n.workflow_id = (select id from chosen))
               and (not exists (select from told)
                    or (select array_agg(slug) from told) && array[coalesce(f.owner, w.owner), ${RECIPIENT_SQL}]) as inside,
             coalesce(f.owner, w.owner) as owner, ${RECIPIENT_SQL} as recipient,
             ${wordedSql(words)} as worded,
             ${byRate ? Prisma.sql`t.failed_executions::float8 / nullif(t.executions, 0)` : Prisma.sql`null::float8`} as rate
      from node n
      join workflow w on w.id = n.workflow_id
      left join node_facts f on f.node_row_id = n.id
      left join owner_group g on g.slug = coalesce(f.owner, w.owner)
      ${JOIN_STANDARD} ${JOIN_STATE}
      left join route r on r.slug = ${RECIPIENT_SQL}
      left join seen s on s.source_id = w.source_id and s.workflow_id = w.key and s.node_id = n.node_id
      ${byRate ? joinTotals(from, rolledUp) : Prisma.empty}
      ${words.length > 0 ? JOIN_TEXTS : Prisma.empty}
    ), judged as materialized (
      select id, workflow_id, name, workflow_name, failures, last_failed, rate, outdated, worded, owner, recipient,
             inside and ${heldSql(standard)} as inside,
             not idle and unowned as no_owner,
             not idle and 'classification' = any(lacks) as nothing_classified,
             not idle and unclassified as unclassified_codes,
             not idle and 'retry' = any(lacks) as no_retry,
             case when idle then 0 else cardinality(lacks) + unowned::int + unclassified::int end as lacking,
             idle, case when idle then null else proof end as proof,
             case when idle then null else deviates end as deviates, case when idle then null else excused end as excused
      from listed
    )`;
}

/** Under the standard of the group that is asked for, and standing to it as asked; where nothing in it can fail, nothing is asked. */
function heldSql(standard: StandardChoice | null): Prisma.Sql {
  if (standard === null) return Prisma.sql`true`;
  return Prisma.sql`(not exists (select from held)
    or (not idle and owner = (select slug from held) and ${standingSql(standard.part, standard.standing)}))`;
}
/**
 * The codes that were seen on nodes inside and act as terminal only because nobody decided, a row per node and code:
 * `node_row_id`, `code_key`, `error_code` (raw), `failures`, the steps' `source_id`, `workflow_id` and `node_id`, and the
 * node's `workflow_row_id`, `name`, `workflow_name` and `owner`. Stands after `judgedSql`.
 */
export const UNCLASSIFIED_SQL = Prisma.sql`
  select g.node_row_id, f.source_id, f.workflow_id, f.node_id, f.code_key, f.error_code, f.failures,
         j.workflow_id as workflow_row_id, j.name, j.workflow_name, j.owner
  from failed f join judgement g using (source_id, workflow_id, node_id, code_key) join judged j on j.id = g.node_row_id
  where g.standing = 'unclassified' and j.inside`;

/** What a filter asks of a row of `judged`; all of several. */
export function filtersSql(filters: readonly NodeFilter[]): Prisma.Sql {
  return filters.length === 0
    ? Prisma.sql`true`
    : Prisma.join(
        filters.map((filter) => FILTER_SQL[filter]),
        ' and ',
      );
}

/** `CoverageCounts` of the rows of `judged` for which `which` holds, as one JSON object. */
export function coverageSql(which: Prisma.Sql): Prisma.Sql {
  const counts = Object.entries(COUNTED_SQL).map(
    ([name, each]) => Prisma.sql`${name}::text, count(*) filter (where ${which} and ${each})`,
  );
  return Prisma.sql`json_build_object(${Prisma.join(counts)})`;
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
  deviates: standingSql(null, 'deviates'),
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
function failedSql(from: Date, rolledUp: boolean, lastFailed: boolean): Prisma.Sql {
  if (!rolledUp)
    return Prisma.sql`
      select source_id, workflow_id, node_id, coalesce('=' || error_code, '') as code_key, error_code,
             count(*) as failures, max(occurred_at) as last_failed
      from workflow_run_step where status = 'failed' and occurred_at >= ${from}
      group by source_id, workflow_id, node_id, error_code`;
  const span = { from, to: null };
  return Prisma.sql`
    select source_id, workflow_id, node_id, code_key, error_code, failures,
           ${lastFailed ? seenSql(span, 'last') : Prisma.sql`null::timestamptz`} as last_failed
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
