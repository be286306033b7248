import { demand, type ReadCtx } from '@/lib/accounts/context';
import type { Queryable } from '@/lib/db/client';
import type { CatalogueExtra } from '@/lib/policy/catalogue';
import type { EpochMs } from '@/lib/shared/clock';
import { type CatalogueEntry, type EntryRevision, extraByTime, extraOf } from './entry';

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
