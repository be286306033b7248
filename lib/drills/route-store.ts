import type { Queryable } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';

/**
 * Columns `slug` and `hash` of each group that is told through anything: what a certificate was given for. Told are
 * the channels that are on and no fallbacks, or the fallbacks where there is nothing else, as when it is real. Any
 * change of one of them (a new secret included, which shows in `updated_at` alone) makes another hash.
 */
export const ROUTES_SQL = Prisma.sql`
  select g.slug, md5(coalesce(string_agg(c.told, e'\n' order by c.id) filter (where not c.fallback),
                              string_agg(c.told, e'\n' order by c.id))) as hash
  from owner_group g
  join (select id, group_id, fallback, concat_ws(' ', id, kind, extract(epoch from updated_at), settings) as told
        from channel where enabled and removed_at is null) c on c.group_id = g.id
  group by g.slug`;

/** Names the channels through which a group (slug) is told now; empty for no group, and for one told through none. */
export async function routeHashOf(db: Queryable, slug: string | null): Promise<string> {
  if (slug === null) return '';
  const hashes = await routeHashes(db, [slug]);
  return hashes(slug);
}

/** The same for any number of groups, in one query. */
export async function routeHashes(db: Queryable, slugs: readonly string[]): Promise<(slug: string | null) => string> {
  const rows = await db.$queryRaw<{ slug: string; hash: string }[]>`
    select slug, hash from (${ROUTES_SQL}) routes where slug = any(${[...new Set(slugs)]}::text[])`;
  const hashes = new Map(rows.map(({ slug, hash }) => [slug, hash]));
  return (slug) => (slug === null ? '' : (hashes.get(slug) ?? ''));
}
