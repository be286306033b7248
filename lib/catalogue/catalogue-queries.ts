import { demand, type ReadCtx } from '@/lib/accounts/context';
import type { Queryable } from '@/lib/db/client';
import type { CatalogueExtra } from '@/lib/policy/catalogue';
import type { FailureClass } from '@/lib/policy/vocabulary';
import type { EpochMs } from '@/lib/shared/clock';
import { type CatalogueEntry, type EntryRevision, extraByTime, extraOf } from './entry';

interface EntryRow {
  readonly id: string;
  readonly revision: number;
  readonly code: string;
  readonly class: FailureClass | null;
  readonly means: string | null;
  readonly source: string;
  readonly writtenBy: string;
  readonly since: Date;
}

/** What people added to the catalogue, as it holds now; drills see it too. */
export async function catalogueExtra(db: Queryable): Promise<CatalogueExtra> {
  return extraOf(await currentEntries(db));
}

/** What people had added at a moment. */
export async function catalogueExtraAt(db: Queryable, at: Date): Promise<CatalogueExtra> {
  return (await catalogueByTime(db))(at.getTime());
}

/** What people had added at any moment, by one query: each change since the beginning is kept. */
export async function catalogueByTime(db: Queryable): Promise<(at: EpochMs) => CatalogueExtra> {
  return extraByTime(
    await db.$queryRaw<EntryRevision[]>`
      select code, class, means, source, since, until from catalogue_entry order by code, id, revision`,
  );
}

/** What holds now, and the number that every change of it raises: both of one moment. */
export async function numberedCatalogue(
  db: Queryable,
): Promise<{ readonly version: number; readonly extra: CatalogueExtra }> {
  const rows = await db.$queryRaw<({ readonly version: number } & { [K in keyof EntryRow]: EntryRow[K] | null })[]>`
    select s.version, e.code, e.class, e.means, e.source
    from catalogue_state s left join catalogue_entry e on e.until is null
    order by e.code, e.id`;
  const entries = rows.flatMap(({ code, source, class: failureClass, means }) =>
    code === null || source === null ? [] : [{ code, class: failureClass, means, source }],
  );
  return { version: rows[0]?.version ?? 0, extra: extraOf(entries) };
}

/** All entries that hold, by their codes. */
export async function listEntries(ctx: ReadCtx): Promise<CatalogueEntry[]> {
  demand(ctx, 'read');
  return currentEntries(ctx.db);
}

/** One entry that holds; null when there is none. */
export async function getEntry(ctx: ReadCtx, id: string): Promise<CatalogueEntry | null> {
  demand(ctx, 'read');
  const entries = await currentEntries(ctx.db);
  return entries.find((entry) => entry.id === id) ?? null;
}

/** Whether there is, or was, such an entry that holds. */
export async function entryExists(ctx: ReadCtx, id: string): Promise<boolean> {
  return (await getEntry(ctx, id)) !== null;
}

/** The entries that hold; at most `MAX_ENTRIES`. */
export function currentEntries(db: Queryable): Promise<CatalogueEntry[]> {
  return db.$queryRaw<CatalogueEntry[]>`
    select id, revision, code, class, means, source, written_by as "writtenBy", since
    from catalogue_entry where until is null order by lower(code), code, id`;
}
