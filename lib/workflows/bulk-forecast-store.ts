import type { Actor } from '@/lib/accounts/permissions';
import type { Db, Queryable } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import type { BulkChange } from './bulk-change';
import { type BulkNode, forecastNodes } from './bulk-forecast-queries';
import { parseChanges } from './bulk-schema';

/** Raise it when the rules of forecasts change: those of older rules are made again. */
const RULES = 1;
const AT_ONCE = 500;

/**
 * What a forecast was worked out from: node, workflow, draft and groups as they are now. `i`, `n`, `w`, `d`: the item, its
 * node, workflow and draft.
 */
const STATE_SQL = Prisma.sql`concat_ws('.', ${RULES}::int, n.version, w.version, w.owner, w.engine_version,
  (d.node_row_id is not null)::text, (select md5(string_agg(slug, ' ' order by slug)) from owner_group))`;

const FROM_SQL = Prisma.sql`
  bulk_item i join node n on n.id = i.node_row_id join workflow w on w.id = n.workflow_id
  left join node_draft d on d.node_row_id = n.id`;

/** What is expected of a waiting item, as far as this person publishes it; null = not looked at yet. `i`: the item. */
export function expectedSql(actor: Actor): Prisma.Sql {
  const mayAll = actor.role === 'administrator';
  return Prisma.sql`
    case when i.node_row_id is null then 'gone'
         when i.forecast = 'changes' and not (${mayAll} or i.owners <@ ${[...actor.groups]}::text[]) then 'refused'
         else i.forecast end`;
}

/** How many waiting items of a bulk change have no forecast, or one of another time. */
export async function countUnforecast(db: Queryable, id: string): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from ${FROM_SQL}
    where i.bulk_id = ${id}::uuid and i.outcome is null and i.forecast_for is distinct from ${STATE_SQL}`;
  return row?.count ?? 0;
}

/**
 * Works out forecasts that are missing or of another time, in portions, until there are none left or the time (ms) is up;
 * says how many are left. Derived: doing it twice, or at once in two processes, changes nothing.
 */
export async function refreshForecasts(db: Db, id: string, within: number): Promise<number> {
  const bulk = await db.bulkChange.findUnique({ where: { id }, select: { changes: true } });
  if (!bulk) return 0;
  const changes = parseChanges(bulk.changes);
  const groups = new Set((await db.ownerGroup.findMany({ select: { slug: true } })).map(({ slug }) => slug));
  const until = performance.now() + within;
  for (;;) {
    const done = await forecastPortion(db, id, changes, groups);
    if (done < AT_ONCE) return 0;
    if (performance.now() >= until) return countUnforecast(db, id);
  }
}

type ForecastRow = BulkNode & { readonly id: string; readonly state: string };

async function forecastPortion(
  db: Db,
  id: string,
  changes: readonly BulkChange[],
  groups: ReadonlySet<string>,
): Promise<number> {
  const rows = await db.$queryRaw<ForecastRow[]>`
    select i.id, ${STATE_SQL} as state, ${NODE_SQL} from ${FROM_SQL}
    where i.bulk_id = ${id}::uuid and i.outcome is null and i.forecast_for is distinct from ${STATE_SQL}
    order by i.position limit ${AT_ONCE}`;
  if (rows.length === 0) return 0;
  const forecasts = await forecastNodes(db, rows, changes, groups);
  const values = rows.flatMap((row, index) => {
    const forecast = forecasts[index];
    if (!forecast) return [];
    const { losses, beside, owners } = forecast;
    return [
      {
        ...{ id: row.id, forecast: forecast.forecast, state: row.state, owners },
        ...{ loses: losses.length > 0, shares: beside.length > 0 },
      },
    ];
  });
  await db.$executeRaw`
    update bulk_item i set forecast = v.forecast, forecast_for = v.state, loses = v.loses, shares = v.shares,
                           owners = array(select jsonb_array_elements_text(v.owners))
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      as v (id uuid, forecast text, state text, owners jsonb, loses boolean, shares boolean)
    where i.id = v.id`;
  return rows.length;
}

const NODE_SQL = Prisma.sql`
  n.id as "nodeRowId", n.node_id as "nodeId", n.name, n.type, n.config, n.engine_retry as "engineRetry",
  n.can_carry_policy as "canCarryPolicy", d.node_row_id is not null as "hasDraft", n.version, i.version as seen,
  n.workflow_id as "workflowId", w.owner as "workflowOwner", w.dialect, w.engine_version as "engineVersion"`;

/** Nodes of these items as they stand now, by item; those that are gone have none. */
export async function bulkNodes(db: Queryable, itemIds: readonly string[]): Promise<ReadonlyMap<string, BulkNode>> {
  const rows = await db.$queryRaw<(BulkNode & { readonly id: string })[]>`
    select i.id, ${NODE_SQL} from ${FROM_SQL} where i.id = any(${[...itemIds]}::uuid[])`;
  return new Map(rows.map(({ id, ...node }) => [id, node]));
}
