import type { Queryable } from '@/lib/db/client';
import { groupBy } from '@/lib/shared/group-by';

export type SilentGroup = 'group_missing' | 'no_channel';

/** The channels of a group that are told, or why there are none. */
export type Route = { readonly channelIds: readonly string[] } | { readonly silentBecause: SilentGroup };

/**
 * Whom groups (by slug) are told through: their channels that are enabled and not fallbacks; a group that has
 * only fallbacks is told through those. One query, whatever the number.
 */
export async function routesOf(db: Queryable, slugs: readonly string[]): Promise<(slug: string) => Route> {
  const rows = await db.$queryRaw<{ slug: string; channelId: string | null; fallback: boolean | null }[]>`
    select g.slug, c.id as "channelId", c.fallback
    from owner_group g left join channel c on c.group_id = g.id and c.enabled and c.removed_at is null
    where g.slug = any(${[...new Set(slugs)]}::text[])
    order by c.created_at, c.id`;
  const groups = groupBy(rows, ({ slug }) => slug);
  return (slug) => {
    const group = groups.get(slug);
    if (group === undefined) return { silentBecause: 'group_missing' };
    const channels = group.flatMap(({ channelId, fallback }) => (channelId === null ? [] : [{ channelId, fallback }]));
    const first = channels.filter(({ fallback }) => fallback === false);
    const told = first.length > 0 ? first : channels;
    if (told.length === 0) return { silentBecause: 'no_channel' };
    return { channelIds: told.map(({ channelId }) => channelId) };
  };
}
