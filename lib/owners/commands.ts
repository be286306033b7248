import type { z } from 'zod';
import { type Ctx, demand } from '@/lib/accounts/context';
import type { AuditSubject } from '@/lib/audit/actions';
import { record } from '@/lib/audit/record';
import type { Tx } from '@/lib/db/client';
import { isUniqueViolation } from '@/lib/db/errors';
import { transaction } from '@/lib/db/transaction';
import type { JsonObject } from '@/lib/shared/json';
import { err, ok, type Result } from '@/lib/shared/result';
import { usesOfGroup } from './queries';
import type { OwnerGroupInput, ownerGroupIdSchema, ownerGroupUpdateSchema } from './schema';

export type OwnerGroupRefusal =
  | { readonly reason: 'slug_taken' }
  | { readonly reason: 'not_found' }
  | { readonly reason: 'duplicate_member' }
  | { readonly reason: 'slug_in_use'; readonly uses: number };

/** So many messages would go with the group, and nobody would be told of what they are about. */
export type WaitingRefusal = { readonly reason: 'messages_waiting'; readonly messages: number };

/** Makes an owner group with its members. Refuses a slug that exists or a member listed twice. */
export async function createOwnerGroup(
  ctx: Ctx,
  input: OwnerGroupInput,
): Promise<Result<{ id: string }, OwnerGroupRefusal>> {
  demand(ctx, 'group.edit');
  if (hasDuplicateMember(input)) return err({ reason: 'duplicate_member' });
  try {
    const { slug, name, members, timeZone, language } = input;
    return await transaction(ctx.db, async (db) => {
      const { id } = await db.ownerGroup.create({
        data: { slug, name, timeZone, language, members: { create: members } },
      });
      await record(ctx, db, { action: 'group.create', subject: subjectOf({ id, name }), after: content(input) });
      return ok({ id });
    });
  } catch (error) {
    if (isUniqueViolation(error)) return err({ reason: 'slug_taken' });
    throw error;
  }
}

/** Replaces name, members, time zone and language. The slug stands in YAML: it changes only while nothing names it. */
export async function updateOwnerGroup(
  ctx: Ctx,
  input: z.infer<typeof ownerGroupUpdateSchema>,
): Promise<Result<{ id: string }, OwnerGroupRefusal>> {
  demand(ctx, 'group.edit');
  if (hasDuplicateMember(input)) return err({ reason: 'duplicate_member' });
  const { id, slug, name, members, timeZone, language } = input;
  try {
    return await transaction(ctx.db, async (db) => {
      const before = await lockGroup(db, id);
      if (!before) return err({ reason: 'not_found' });
      if (before.slug !== slug) {
        const uses = await usesOfGroup({ ...ctx, db }, before.slug);
        if (uses > 0) return err({ reason: 'slug_in_use', uses });
      }
      await db.ownerGroup.update({
        where: { id },
        data: { slug, name, timeZone, language, members: { deleteMany: {}, create: members } },
      });
      const subject = subjectOf({ id, name });
      await record(ctx, db, {
        action: 'group.update',
        subject,
        before: content(before),
        after: content({ ...before, ...input }),
      });
      return ok({ id });
    });
  } catch (error) {
    if (isUniqueViolation(error)) return err({ reason: 'slug_taken' });
    throw error;
  }
}

/** Removes a group with its channels, once nothing names it and no message is on its way to it: none vanishes silently. */
export async function deleteOwnerGroup(
  ctx: Ctx,
  input: z.infer<typeof ownerGroupIdSchema>,
): Promise<Result<null, OwnerGroupRefusal | WaitingRefusal>> {
  demand(ctx, 'group.edit');
  return transaction(ctx.db, async (db) => {
    const group = await lockGroup(db, input.id);
    if (!group) return err({ reason: 'not_found' });
    const uses = await usesOfGroup({ ...ctx, db }, group.slug);
    if (uses > 0) return err({ reason: 'slug_in_use', uses });
    const messages = await db.delivery.count({
      where: { channel: { groupId: group.id }, kind: 'notification', state: { in: ['pending', 'sending', 'retry'] } },
    });
    if (messages > 0) return err({ reason: 'messages_waiting', messages });
    const channels = await db.channel.findMany({
      where: { groupId: group.id, removedAt: null },
      select: { kind: true, name: true },
    });
    const before = { ...content(group), ...(channels.length > 0 && { channels }) };
    await db.ownerGroup.delete({ where: { id: input.id } });
    await record(ctx, db, { action: 'group.delete', subject: subjectOf(group), before });
    return ok(null);
  });
}

/** A group as it is, which nobody changes until the transaction ends; null when there is none. */
async function lockGroup(db: Tx, id: string) {
  await db.$queryRaw`select id from owner_group where id = ${id}::uuid for update`;
  return db.ownerGroup.findUnique({ where: { id }, include: { members: { orderBy: { name: 'asc' } } } });
}

function subjectOf({ id, name }: { readonly id: string; readonly name: string }): AuditSubject {
  return { kind: 'group', id, name };
}

/** A group as its row or its form has it. */
interface GroupContent extends Omit<OwnerGroupInput, 'language'> {
  readonly language?: string | undefined;
}

/** A group as the audit tells of it. */
function content({ slug, name, members, timeZone, language }: GroupContent): JsonObject {
  return {
    slug,
    name,
    members: members.map((member) => ({ name: member.name, email: member.email })),
    timeZone,
    language,
  };
}

function hasDuplicateMember({ members }: { members: readonly { email: string }[] }): boolean {
  return new Set(members.map((m) => m.email.toLowerCase())).size < members.length;
}
