import { z } from 'zod';
import { demand, type ReadCtx } from '@/lib/accounts/context';
import type { Queryable } from '@/lib/db/client';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';

/** The standard of a group as it is kept. */
export interface KeptStandard {
  /** Parts of a policy as they stand in a node's config; `{}` = it says nothing. */
  readonly document: JsonObject;
  /** Goes up with each change; 0 = it was never written. */
  readonly version: number;
  readonly updatedBy: string | null;
  readonly updatedAt: Date | null;
}

/** A group that has one. */
export interface GroupWithStandard {
  readonly slug: string;
  readonly name: string;
  readonly document: JsonObject;
}

/** The standard of a group (id); of one that has none, or is none, an empty one of version 0. */
export async function getStandard(ctx: ReadCtx, groupId: string): Promise<KeptStandard> {
  demand(ctx, 'read');
  return z.uuid().safeParse(groupId).success ? standardOf(ctx.db, groupId) : NONE;
}

/** Every group whose standard says something, by name. */
export async function listStandards(ctx: ReadCtx): Promise<GroupWithStandard[]> {
  demand(ctx, 'read');
  return ctx.db.$queryRaw<GroupWithStandard[]>`
    select g.slug, g.name, s.document from group_standard s join owner_group g on g.id = s.group_id
    where s.document <> '{}'::jsonb order by g.name, g.slug`;
}

/** The same as `getStandard`, within a transaction. */
export async function standardOf(db: Queryable, groupId: string): Promise<KeptStandard> {
  const row = await db.groupStandard.findUnique({ where: { groupId } });
  if (!row) return NONE;
  const { document, version, updatedBy, updatedAt } = row;
  return { document: isJsonObject(document) ? document : {}, version, updatedBy, updatedAt };
}

const NONE: KeptStandard = { document: {}, version: 0, updatedBy: null, updatedAt: null };
