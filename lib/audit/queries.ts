import { demand, type ReadCtx } from '@/lib/accounts/context';
import { Prisma } from '@/lib/db/generated/client';
import type { Cursor } from '@/lib/shared/keyset';
import type { AuditEntry, AuditFilter, AuditPerson } from './entry';

/** Characters of before and after together that an entry brings into a list. */
const MAX_LISTED = 40_000;
/** Entries that are read at once for a download: one of any length needs no more memory. */
const BATCH = 500;

/**
 * Who did what, newest first: at most `limit`, from the cursor on; `after` gives those just newer than it,
 * still newest first.
 */
export async function auditEntries(
  ctx: ReadCtx,
  filter: AuditFilter,
  cursor: Cursor | null,
  limit: number,
): Promise<AuditEntry[]> {
  demand(ctx, 'audit.read');
  const size = Prisma.sql`coalesce(length(e.before::text), 0) + coalesce(length(e.after::text), 0)`;
  return ctx.db.$queryRaw<AuditEntry[]>`
    select ${COLUMNS}, listed.fits is false as "leftOut",
           case when listed.fits then e.before end as before, case when listed.fits then e.after end as after
    from (${page(filter, cursor, limit)}) page
    join audit_entry e using (id)
    cross join lateral (select ${size} <= ${MAX_LISTED} as fits) listed
    order by e.at desc, e.id desc`;
}

/** One entry, whole; null when there is none. */
export async function auditEntry(ctx: ReadCtx, id: string): Promise<AuditEntry | null> {
  demand(ctx, 'audit.read');
  if (!/^\d{1,18}$/.test(id)) return null;
  const rows = await ctx.db.$queryRaw<AuditEntry[]>`
    select ${COLUMNS}, false as "leftOut", e.before, e.after from audit_entry e where e.id = ${id}::bigint`;
  return rows[0] ?? null;
}

/** All entries that the filter leaves, whole, newest first, batch by batch. */
export async function* allAuditEntries(ctx: ReadCtx, filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
  demand(ctx, 'audit.read');
  let cursor: Cursor | null = null;
  do {
    const rows: AuditEntry[] = await ctx.db.$queryRaw<AuditEntry[]>`
      select ${COLUMNS}, false as "leftOut", e.before, e.after
      from (${page(filter, cursor, BATCH)}) page join audit_entry e using (id)
      order by e.at desc, e.id desc`;
    yield rows;
    const last = rows.length === BATCH ? rows.at(-1) : undefined;
    cursor = last ? { side: 'before', at: last.at, id: last.id } : null;
  } while (cursor !== null);
}

/** Everybody who stands in the audit, by name; one index entry is read for each, however long the list is. */
export async function auditPeople(ctx: ReadCtx): Promise<AuditPerson[]> {
  demand(ctx, 'audit.read');
  return ctx.db.$queryRaw<AuditPerson[]>`
    with recursive person as (
      (select actor_id, actor_name from audit_entry order by actor_id, at desc limit 1)
      union all
      select next.actor_id, next.actor_name from person cross join lateral (
        select actor_id, actor_name from audit_entry where actor_id > person.actor_id
        order by actor_id, at desc limit 1
      ) next
    )
    select actor_id as id, actor_name as name from person order by lower(actor_name), actor_id`;
}

/** The subject's own row says whether it stands; kinds without a page of their own have none. */
const COLUMNS = Prisma.sql`
  e.id::text as id, e.at, e.actor_id as "actorId", e.actor_name as "actorName", e.actor_role as "actorRole", e.via,
  e.ip, e.user_agent as "userAgent", e.action, e.subject_kind as "subjectKind", e.subject_id as "subjectId",
  e.subject_name as "subjectName",
  case e.subject_kind
    when 'workflow' then exists (select from workflow where id = e.subject_id::uuid)
    when 'node' then exists (select from node where id = e.subject_id::uuid)
    when 'group' then exists (select from owner_group where id = e.subject_id::uuid)
    when 'hand_off' then exists (select from hand_off where id = e.subject_id::uuid)
    when 'drill' then exists (select from drill_run where id = e.subject_id::uuid)
    when 'drill_target' then
      exists (select from drill_target where id = e.subject_id::uuid and removed_at is null)
    when 'source' then exists (select from source_mapping where source_id = e.subject_id::uuid and removed_at is null)
    when 'cycle' then exists (select from business_cycle where id = e.subject_id::uuid)
    when 'catalogue_entry' then
      exists (select from catalogue_entry where id = e.subject_id::uuid and until is null)
    else false
  end as "subjectStands"`;

function page(filter: AuditFilter, cursor: Cursor | null, limit: number): Prisma.Sql {
  const order = cursor?.side === 'after' ? Prisma.sql`at, id` : Prisma.sql`at desc, id desc`;
  return Prisma.sql`
    select id from audit_entry where true ${narrowed(filter)} ${beyond(cursor)} order by ${order} limit ${limit}`;
}

function narrowed({ actorId, action, subjectKind, subjectId, words, from, to }: AuditFilter): Prisma.Sql {
  const parts = [
    ...(actorId === null ? [] : [Prisma.sql`and actor_id = ${actorId}`]),
    ...(action === null ? [] : [Prisma.sql`and action = ${action}`]),
    ...(subjectKind === null ? [] : [Prisma.sql`and subject_kind = ${subjectKind}`]),
    ...(subjectId === null ? [] : [Prisma.sql`and subject_id = ${subjectId}`]),
    ...(from === null ? [] : [Prisma.sql`and at >= ${from}`]),
    ...(to === null ? [] : [Prisma.sql`and at < ${to}`]),
    ...words.split(/\s+/).flatMap((word) => (word === '' ? [] : [saying(word)])),
  ];
  return parts.length === 0 ? Prisma.empty : Prisma.join(parts, ' ');
}

/** A word, as it is, in any of the texts of an entry. */
function saying(word: string): Prisma.Sql {
  return Prisma.sql`and strpos(lower(concat_ws(' ', actor_name, action, subject_name, before::text, after::text)),
    lower(${word})) > 0`;
}

function beyond(cursor: Cursor | null): Prisma.Sql {
  if (!cursor) return Prisma.empty;
  const place = Prisma.sql`(${cursor.at}::timestamptz, ${cursor.id}::bigint)`;
  return cursor.side === 'after' ? Prisma.sql`and (at, id) > ${place}` : Prisma.sql`and (at, id) < ${place}`;
}
