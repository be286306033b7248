import { demand, type ReadCtx } from '@/lib/accounts/context';
import { Prisma } from '@/lib/db/generated/client';
import { nodeRowIdSchema } from '@/lib/model/ids';
import { isStorable } from '@/lib/shared/storable';
import { collations } from './collation-queries';
import type { HomeScope } from './home';
import { ROWS_PER_PAGE, type SortOrder, shownPage } from './list';
import {
  MY_GROUPS,
  NO_GROUP,
  THRESHOLD_SHOWS,
  type ThresholdList,
  type ThresholdListRow,
  type ThresholdQuery,
  type ThresholdShow,
  type ThresholdSort,
} from './threshold-list';

/** As long as a download may be. */
const MOST_ROWS = 100_000;

/**
 * The page of a list of thresholds, how many match, and how many each view has. Only what was measured for a node as it is
 * now: of one that was changed since, nothing is known until a worker comes to it. Names are ordered as readers of `locale`
 * expect.
 */
export async function thresholdList(ctx: ReadCtx, query: ThresholdQuery, locale: string): Promise<ThresholdList> {
  demand(ctx, 'read');
  const counts = await countShows(ctx, query);
  const matches = counts[query.show];
  const { page, pages } = shownPage(query.page, matches);
  const rows = await select(ctx, query, locale, { limit: ROWS_PER_PAGE, offset: (page - 1) * ROWS_PER_PAGE });
  return { rows, page, pages, matches, counts };
}

/** The same as a whole, for a download. */
export function allThresholds(ctx: ReadCtx, query: ThresholdQuery, locale: string): Promise<ThresholdListRow[]> {
  demand(ctx, 'read');
  return select(ctx, query, locale, { limit: MOST_ROWS, offset: 0 });
}

/** How many thresholds wait for a decision: just what the list shows at first. */
export async function countOpenThresholds(ctx: ReadCtx, scope: HomeScope): Promise<number> {
  demand(ctx, 'read');
  const group = scope === 'mine' ? MY_GROUPS : null;
  return (await countShows(ctx, { group, workflow: null, search: '' })).open;
}

type Narrowing = Pick<ThresholdQuery, 'group' | 'workflow' | 'search'>;

async function countShows(ctx: ReadCtx, narrowing: Narrowing): Promise<ThresholdList['counts']> {
  const counts = THRESHOLD_SHOWS.map((show) => Prisma.sql`${show}::text, count(*) filter (where ${SHOWN[show]})`);
  const [row] = await ctx.db.$queryRaw<{ counts: ThresholdList['counts'] }[]>`
    with ${listedSql(ctx, narrowing)} select json_build_object(${Prisma.join(counts)}) as counts from listed`;
  if (!row) throw new Error('a count is always one row');
  return row.counts;
}

type FoundRow = Omit<ThresholdListRow, 'since' | 'measuredAt'> & { readonly since: Date; readonly measuredAt: Date };

async function select(
  ctx: ReadCtx,
  query: ThresholdQuery,
  locale: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ThresholdListRow[]> {
  const { names } = await collations(ctx.db, locale);
  const rows = await ctx.db.$queryRaw<FoundRow[]>`
    with ${listedSql(ctx, query)}
    select id as "nodeRowId", name as "nodeName", workflow_id as "workflowId", workflow_name as "workflowName",
           owner_name as "ownerName", code, state, since, written, written_source as "writtenSource", suggested,
           sample_size as "sampleSize", failure_count as "failureCount", rate_low as "rateLow", rate_high as "rateHigh",
           window_days as "windowDays", measured_at as "measuredAt", drafted, draft_by as "draftBy",
           draft_held as "draftHeld"
    from listed where ${SHOWN[query.show]}
    order by ${orderSql(query.sort, query.order, names)} limit ${limit} offset ${offset}`;
  return rows.map(({ since, measuredAt, ...row }) => ({
    ...row,
    nodeRowId: nodeRowIdSchema.parse(row.nodeRowId),
    since: since.getTime(),
    measuredAt: measuredAt.getTime(),
  }));
}

const SHOWN: Readonly<Record<ThresholdShow, Prisma.Sql>> = {
  open: Prisma.sql`(state in ('drifted', 'ripe') and not drafted)`,
  drifted: Prisma.sql`(state = 'drifted' and not drafted)`,
  ripe: Prisma.sql`(state = 'ripe' and not drafted)`,
  drafted: Prisma.sql`(state in ('drifted', 'ripe') and drafted)`,
  short: Prisma.sql`state = 'short'`,
};

const text = (path: Prisma.Sql) => Prisma.sql`nullif(${path}, '')`;
const OWNER = Prisma.sql`coalesce(${text(Prisma.sql`n.config->>'owner'`)}, w.owner)`;
const TOLD = Prisma.sql`coalesce(${text(Prisma.sql`n.config->'onExhausted'->>'notify'`)},
  ${text(Prisma.sql`n.config->'retry'->'onExhausted'->>'notify'`)}, ${OWNER})`;

/** What stands in a draft when it has taken the suggestion: `measuredRow`. */
const TAKEN = Prisma.sql`jsonb_build_object('alert', jsonb_build_object('thresholds', jsonb_build_array(
  jsonb_build_object('code', t.code, 'failures', t.suggested, 'threshold_source', 'measured'))))`;

function listedSql({ actor }: ReadCtx, { group, workflow, search }: Narrowing): Prisma.Sql {
  return Prisma.sql`listed as materialized (
    select n.id, n.name, w.id as workflow_id, w.name as workflow_name, g.name as owner_name, t.code, t.state, t.since,
           t.written, t.written_source, t.suggested, t.sample_size, t.failure_count, t.rate_low, t.rate_high,
           t.window_days, m.measured_at, d.updated_by as draft_by, coalesce(d.document @> ${TAKEN}, false) as drafted,
           coalesce(d.updated_by <> ${actor.name} or d.text is not null, false) as draft_held
    from threshold_state t
    join measured_node m on m.node_row_id = t.node_row_id
    join node n on n.id = t.node_row_id and n.version = m.node_version
    join workflow w on w.id = n.workflow_id
    left join owner_group g on g.slug = ${OWNER}
    left join node_draft d on d.node_row_id = n.id
    where t.state in ('drifted', 'ripe', 'short') and n.can_carry_policy
      and ${groupSql(group, actor.groups)} and ${workflowSql(workflow)} and ${searchSql(search)}
  )`;
}

/** A group owns a node, or is told of it. */
function groupSql(group: string | null, mine: readonly string[]): Prisma.Sql {
  if (group === null) return Prisma.sql`true`;
  if (group === NO_GROUP) return Prisma.sql`g.id is null`;
  const slugs = (group === MY_GROUPS ? mine : [group]).filter(isStorable);
  return Prisma.sql`(${OWNER} = any(${slugs}::text[]) or ${TOLD} = any(${slugs}::text[]))`;
}

function workflowSql(workflow: string | null): Prisma.Sql {
  if (workflow === null) return Prisma.sql`true`;
  return isStorable(workflow) ? Prisma.sql`w.id::text = ${workflow}` : Prisma.sql`false`;
}

/** Every word stands in the node, its workflow or the code. */
function searchSql(search: string): Prisma.Sql {
  const words = search.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return Prisma.sql`true`;
  if (!words.every(isStorable)) return Prisma.sql`false`;
  const each = words.map(
    (word) => Prisma.sql`position(lower(${word}) in lower(concat_ws(e'\\n', n.name, n.node_id, w.name, t.code))) > 0`,
  );
  return Prisma.join(each, ' and ');
}

function orderSql(sort: ThresholdSort, order: SortOrder, names: Prisma.Sql): Prisma.Sql {
  const way = order === 'desc' ? Prisma.sql`desc` : Prisma.sql`asc`;
  const last = Prisma.sql`name ${names}, workflow_name ${names}, id, code collate "C"`;
  switch (sort) {
    case 'failures':
      return Prisma.sql`failure_count ${way}, ${last}`;
    case 'since':
      return Prisma.sql`since ${way}, ${last}`;
    case 'node':
      return Prisma.sql`name ${names} ${way}, ${last}`;
    case 'workflow':
      return Prisma.sql`workflow_name ${names} ${way}, ${last}`;
  }
}
