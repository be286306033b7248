import { z } from 'zod';
import { demand, type ReadCtx } from '@/lib/accounts/context';
import { GROUP_LANGUAGES, type GroupLanguage } from './channel-kinds';

export interface OwnerGroupRow {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** IANA; what the group is told shows its times in it. */
  readonly timeZone: string;
  readonly language: GroupLanguage;
  readonly members: readonly { readonly name: string; readonly email: string }[];
  /** Nodes and workflows whose config names this group as owner or to be notified. */
  readonly uses: number;
}

/** Slug and name of every owner group, for choices and labels. */
export async function listOwnerNames(ctx: ReadCtx): Promise<{ slug: string; name: string }[]> {
  demand(ctx, 'read');
  return ctx.db.ownerGroup.findMany({ select: { slug: true, name: true }, orderBy: { name: 'asc' } });
}

/** All owner groups with members and the number of places that name them. */
export async function listOwnerGroups(ctx: ReadCtx): Promise<OwnerGroupRow[]> {
  demand(ctx, 'read');
  const [groups, uses] = await Promise.all([
    ctx.db.ownerGroup.findMany({
      orderBy: { name: 'asc' },
      include: { members: { select: { name: true, email: true }, orderBy: { name: 'asc' } } },
    }),
    countUses(ctx),
  ]);
  return groups.map((group) => toRow(group, uses.get(group.slug) ?? 0));
}

/** One owner group with its members and uses; null when there is none. */
export async function getOwnerGroup(ctx: ReadCtx, id: string): Promise<OwnerGroupRow | null> {
  demand(ctx, 'read');
  if (!z.uuid().safeParse(id).success) return null;
  const group = await ctx.db.ownerGroup.findUnique({
    where: { id },
    include: { members: { select: { name: true, email: true }, orderBy: { name: 'asc' } } },
  });
  if (!group) return null;
  return toRow(group, await usesOfGroup(ctx, group.slug));
}

/** Whether there is such a group; an id of another shape is none. */
export async function ownerGroupExists(ctx: ReadCtx, id: string): Promise<boolean> {
  demand(ctx, 'read');
  if (!z.uuid().safeParse(id).success) return false;
  return (await ctx.db.ownerGroup.count({ where: { id } })) > 0;
}

/** How many nodes and workflows name each slug (as owner, or in `onExhausted.notify`). */
async function countUses(ctx: ReadCtx): Promise<Map<string, number>> {
  const rows = await ctx.db.$queryRaw<{ slug: string; uses: number }[]>`
    select slug, count(*)::int as uses from (
      select owner as slug, id from workflow where owner is not null
      union select config->>'owner', id from node where config->>'owner' is not null
      union select config->'onExhausted'->>'notify', id from node where config->'onExhausted'->>'notify' is not null
    ) named group by slug`;
  return new Map(rows.map((row) => [row.slug, row.uses]));
}

/** Places that name a group: what would be orphaned if it went. */
export async function usesOfGroup(ctx: ReadCtx, slug: string): Promise<number> {
  return (await countUses(ctx)).get(slug) ?? 0;
}

type GroupRecord = Omit<OwnerGroupRow, 'language' | 'uses'> & { readonly language: string };

function toRow({ id, slug, name, timeZone, language, members }: GroupRecord, uses: number): OwnerGroupRow {
  const known = GROUP_LANGUAGES.find((each) => each === language) ?? 'en';
  return { id, slug, name, timeZone, language: known, members, uses };
}
