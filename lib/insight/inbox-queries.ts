import { demand, type ReadCtx } from '@/lib/accounts/context';
import { mayWorkOn } from '@/lib/accounts/permissions';
import { type ToldOnChannel, toldOf } from '@/lib/alerts/told';
import { UNSETTLED } from '@/lib/alerts/unsettled-queries';
import { Prisma } from '@/lib/db/generated/client';
import type { EpochMs } from '@/lib/shared/clock';
import { groupBy } from '@/lib/shared/group-by';
import { isStorable } from '@/lib/shared/storable';
import { type Collations, collations, foldedSql, wordsIn } from './collation-queries';
import {
  INBOX_PERIODS,
  type InboxCounts,
  type InboxPage,
  type InboxQuery,
  type InboxRow,
  type InboxSort,
  MINE,
  NO_OWNER,
} from './inbox-list';
import { ROWS_PER_PAGE, shownPage } from './list';
import { searchWords } from './search';

/**
 * The asked page of the hand-offs, grouped by what they are about (source, workflow, node, error code). Postgres
 * groups, filters, sorts and pages; as long as only those are asked for that wait for a person, it reads the index
 * of those alone (`hand_off_unsettled`), however long the history is. Names are ordered as readers of `locale` expect.
 */
export async function listInbox(ctx: ReadCtx, query: InboxQuery, locale: string): Promise<InboxPage> {
  demand(ctx, 'read');
  const orders = await collations(ctx.db, locale);
  const [found] = await ctx.db.$queryRaw<Found[]>(listSql(ctx, query, orders));
  if (!found) throw new Error('the sums of a list are always one row');
  const { rows, matches, open, acknowledged, workflows } = found;
  return {
    rows: await withEvidence(ctx, rows ?? []),
    ...shownPage(query.page, matches),
    matches,
    counts: { open, acknowledged },
    workflows: workflows ?? [],
  };
}

/** How many keys the list of what is open holds: all, those of `MINE`, and those of `NO_OWNER`. */
export async function countOpenKeys(
  ctx: ReadCtx,
): Promise<{ readonly all: number; readonly mine: number; readonly nobodys: number }> {
  demand(ctx, 'read');
  const [row] = await ctx.db.$queryRaw<{ all: number; mine: number; nobodys: number }[]>`
    select count(*)::int as all, count(*) filter (where ${ownerSql(ctx.actor, MINE)})::int as mine,
           count(*) filter (where ${ownerSql(ctx.actor, NO_OWNER)})::int as nobodys
    from (
      select fingerprint,
             (array_agg(assignee_id order by decided_at desc) filter (where assignee_id is not null))[1] as assignee_id
      from hand_off where ${UNSETTLED} group by fingerprint having bool_or(state = 'open')
    ) k
    cross join lateral (${newestSql(UNSETTLED)}) n`;
  return row ?? { all: 0, mine: 0, nobodys: 0 };
}

/** Whether any source alerts, and whether anything was ever handed off: why an inbox may be empty. */
export async function inboxStanding(ctx: ReadCtx): Promise<{ readonly connected: boolean; readonly used: boolean }> {
  demand(ctx, 'read');
  const rows = await ctx.db.$queryRaw<{ connected: boolean; used: boolean }[]>`
    select exists (select from source where alerts_from is not null) as connected,
           exists (select from hand_off) as used`;
  return rows[0] ?? { connected: false, used: false };
}

/** A row as Postgres finds it, before what only the shown ones need. */
interface FoundRow
  extends Omit<InboxRow, 'failureClass' | 'unclassified' | 'total' | 'seenUntil' | 'owner' | 'told' | 'mayWork'> {
  readonly because: { readonly class?: unknown; readonly unknown?: unknown };
  readonly seenUntil: EpochMs;
  readonly recipient: string | null;
  readonly ownerName: string | null;
  readonly silentBecause: string | null;
}

interface Found extends InboxCounts {
  readonly rows: readonly FoundRow[] | null;
  readonly matches: number;
  readonly workflows: readonly { readonly id: string; readonly name: string }[] | null;
}

/** More of a message nobody reads in a list. */
const MESSAGE = 240;

/** One row: the sums, the workflows to choose from, and the rows of the page. Exported for its plan. */
export function listSql(ctx: ReadCtx, query: InboxQuery, { names, folding }: Collations): Prisma.Sql {
  const waiting = query.state === 'open' || query.state === 'acknowledged';
  const considered = waiting ? UNSETTLED : Prisma.sql`true`;
  const ms = (time: string) => Prisma.sql`(extract(epoch from ${Prisma.raw(time)}) * 1000)::float8`;
  const inState = query.state === null ? Prisma.sql`true` : Prisma.sql`state = ${query.state}`;
  const direction = query.order === 'asc' ? Prisma.sql`asc` : Prisma.sql`desc`;
  return Prisma.sql`
    with keys as materialized (
      select fingerprint, count(*) filter (where ${UNSETTLED})::int as waiting,
             count(*) filter (where state = 'acknowledged')::int as acknowledged,
             count(*) filter (where state = 'open')::int as open, min(decided_at) as first_at,
             min(decided_at) filter (where ${UNSETTLED}) as waiting_since, max(decided_at) as last_at,
             max(created_at) as seen_until,
             (array_agg(assignee_id order by decided_at desc) filter (where assignee_id is not null))[1] as assignee_id
      from hand_off where ${considered} group by fingerprint
    ), listed as materialized (
      select k.fingerprint, k.waiting, k.acknowledged, coalesce(k.waiting_since, k.first_at) as first_at, k.last_at,
             k.seen_until, k.assignee_id, n.id, n.node_id, n.error_code, n.because, n.trigger, n."limit",
             n.stopped_early, n.attempt, n.error_message, n.recipient, n.silent_because, w.id as workflow_id,
             coalesce(w.name, n.workflow_id) as workflow, coalesce(nd.name, n.node_id) as node, g.name as owner_name,
             case when k.open > 0 then 'open' when k.acknowledged > 0 then 'acknowledged' else n.state end as state,
             ${insideSql(ctx, query, folding)} as inside
      from keys k
      cross join lateral (${newestSql(considered)}) n
      left join workflow w on w.source_id = n.source_id and w.key = n.workflow_id
      left join node nd on nd.workflow_id = w.id and nd.node_id = n.node_id
      left join owner_group g on g.slug = n.recipient
    ), matching as materialized (select * from listed where inside and ${inState})
    select count(*) filter (where inside and state = 'open')::int as open,
           count(*) filter (where inside and state = 'acknowledged')::int as acknowledged,
           (select count(*)::int from matching) as matches,
           (select json_agg(json_build_object('id', id, 'name', workflow) order by workflow ${names}, id)
            from (select distinct workflow_id as id, workflow from listed where workflow_id is not null) each
           ) as workflows,
           (select json_agg(row_to_json(page) order by page.place) from (
              select row_number() over (${orderSql(query.sort, direction)}) as place,
                     m.id, fingerprint, state, workflow, node, node_id as "nodeId", error_code as code, because, trigger,
                     "limit", stopped_early as "stoppedEarly", attempt, left(error_message, ${MESSAGE}) as message,
                     waiting, acknowledged, ${ms('first_at')} as "firstAt", ${ms('last_at')} as "lastAt",
                     ${ms('seen_until')} as "seenUntil", recipient, owner_name as "ownerName", u.name as assignee,
                     silent_because as "silentBecause"
              from matching m left join user_account u on u.id = m.assignee_id
              order by place limit ${ROWS_PER_PAGE}
              offset (least(${query.page}::int,
                greatest(1, ceil((select count(*) from matching) / ${ROWS_PER_PAGE}::float8)::int)) - 1) * ${ROWS_PER_PAGE}
            ) page) as rows
    from listed`;
}

/** Of a key `k`, the record that its row is about. */
function newestSql(considered: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    select h.* from hand_off h where h.fingerprint = k.fingerprint and ${considered}
    order by h.decided_at desc, h.id desc limit 1`;
}

function orderSql(sort: InboxSort, direction: Prisma.Sql): Prisma.Sql {
  const column = { last: 'last_at', first: 'first_at', count: 'waiting' }[sort];
  return Prisma.sql`order by ${Prisma.raw(column)} ${direction}, last_at desc, fingerprint`;
}

/** Whether a key is within all filters but that of the state. */
function insideSql({ actor, now }: ReadCtx, query: InboxQuery, folding: Prisma.Sql): Prisma.Sql {
  const { workflow, owner, trigger, period, nodeId, code } = query;
  const words = searchWords(query.search);
  const texts = [workflow, owner, nodeId, code, ...words];
  if (!texts.every((text) => isStorable(text ?? ''))) return Prisma.sql`false`;
  const parts = [
    ...(workflow === null ? [] : [Prisma.sql`w.id::text = ${workflow}`]),
    ...(owner === null ? [] : [ownerSql(actor, owner)]),
    ...(trigger === null ? [] : [Prisma.sql`n.trigger = ${trigger}`]),
    ...(period === null ? [] : [Prisma.sql`k.last_at >= ${new Date(now.getTime() - INBOX_PERIODS[period])}`]),
    ...(nodeId === null ? [] : [Prisma.sql`n.node_id = ${nodeId}`]),
    ...(code === undefined ? [] : [Prisma.sql`n.error_code is not distinct from ${code}`]),
    ...(words.length === 0 ? [] : [wordsIn(foldedSql(SEARCHED, folding), words)]),
  ];
  return parts.length === 0 ? Prisma.sql`true` : Prisma.join(parts, ' and ');
}

const SEARCHED = Prisma.sql`concat_ws(e'\n', n.node_id, nd.name, n.workflow_id, w.name, n.error_code, n.error_message,
  n.recipient, g.name, n.run_id)`;

function ownerSql(actor: ReadCtx['actor'], owner: string): Prisma.Sql {
  if (owner === NO_OWNER) return Prisma.sql`n.recipient is null`;
  if (owner !== MINE) return Prisma.sql`n.recipient = ${owner}`;
  return Prisma.sql`(n.recipient = any(${[...actor.groups]}::text[]) or k.assignee_id::text = ${actor.id})`;
}

/** What only the shown rows need: how many there ever were, and whether somebody was told. */
async function withEvidence(ctx: ReadCtx, rows: readonly FoundRow[]): Promise<InboxRow[]> {
  if (rows.length === 0) return [];
  const [totals, channels] = await Promise.all([
    ctx.db.$queryRaw<{ fingerprint: string; total: number }[]>`
      select fingerprint, count(*)::int as total from hand_off
      where fingerprint = any(${rows.map(({ fingerprint }) => fingerprint)}::text[]) group by fingerprint`,
    toldChannels(
      ctx,
      rows.map(({ id }) => id),
    ),
  ]);
  const totalOf = new Map(totals.map(({ fingerprint, total }) => [fingerprint, total]));
  return rows.map(({ because, recipient, ownerName, silentBecause, seenUntil, ...row }) => ({
    ...row,
    failureClass: because.class === 'transient' ? 'transient' : 'terminal',
    unclassified: because.unknown === true,
    total: totalOf.get(row.fingerprint) ?? row.waiting,
    seenUntil: new Date(seenUntil).toISOString(),
    owner: recipient === null ? null : { slug: recipient, name: ownerName ?? recipient },
    told: toldOf({ recipient, silentBecause, channels: channels.get(row.id) ?? [] }),
    mayWork: mayWorkOn(ctx.actor, recipient),
  }));
}

/** What became of hand-offs on their channels, by id. */
export async function toldChannels(ctx: ReadCtx, ids: readonly string[]): Promise<Map<string, ToldOnChannel[]>> {
  const rows = await ctx.db.$queryRaw<(ToldOnChannel & { handOffId: string })[]>`
    select d.hand_off_id as "handOffId", d.outcome, n.state, (
             select f.state from delivery f where f.hand_off_id = n.hand_off_id and f.fallback_for = n.id limit 1
           ) as "standIn"
    from alert_decision d
    join hand_off h on h.id = d.hand_off_id
    left join delivery n on n.channel_id = d.channel_id and n.fingerprint = h.fingerprint and n.seq = d.seq
      and n.kind = 'notification'
    where d.hand_off_id = any(${[...ids]}::uuid[])
    order by d.channel_id`;
  return groupBy(rows, ({ handOffId }) => handOffId);
}
