import { type Ctx, demand } from '@/lib/accounts/context';
import { mayEditStandardOf } from '@/lib/accounts/permissions';
import { record } from '@/lib/audit/record';
import type { Prisma } from '@/lib/db/generated/client';
import { transaction } from '@/lib/db/transaction';
import { readStandard } from '@/lib/policy/read-standard';
import { sameStandard, trimmedStandard } from '@/lib/policy/standard';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { JsonObject } from '@/lib/shared/json';
import { err, ok, type Result } from '@/lib/shared/result';
import { lockGroup } from './channel-store';
import type { SaveStandardInput } from './standard-input';
import { type KeptStandard, standardOf } from './standard-queries';

export type StandardRefusal =
  | { readonly reason: 'not_found' | 'not_yours' }
  | { readonly reason: 'standard_invalid'; readonly diagnostics: readonly Diagnostic[] }
  /** Somebody else changed it meanwhile: here is theirs. */
  | { readonly reason: 'standard_conflict'; readonly standard: KeptStandard };

/**
 * Keeps how a group wants its nodes to behave, against the version that the person saw; `{}` takes it back. It changes no
 * node: it is what nodes are held against. What says the same as before makes no version.
 */
export async function saveStandard(
  ctx: Ctx,
  { groupId, document, version }: SaveStandardInput,
): Promise<Result<{ readonly version: number }, StandardRefusal>> {
  demand(ctx, 'standard.edit');
  return transaction(ctx.db, async (db) => {
    const group = await lockGroup(db, groupId);
    if (!group) return err({ reason: 'not_found' });
    if (!mayEditStandardOf(ctx.actor, group.slug)) return err({ reason: 'not_yours' });
    const before = await standardOf(db, groupId);
    if (before.version !== version) return err({ reason: 'standard_conflict', standard: before });
    const after = trimmedStandard(document);
    const { standard, diagnostics } = readStandard(after);
    if (standard === null) return err({ reason: 'standard_invalid', diagnostics });
    if (sameStandard(before.document, after)) return ok({ version });
    const row = { document: column(after), version: version + 1, updatedBy: ctx.actor.name, updatedAt: ctx.now };
    await db.groupStandard.upsert({ where: { groupId }, create: { groupId, ...row }, update: row });
    const { id, name } = group;
    await record(ctx, db, {
      action: 'group.standard',
      subject: { kind: 'group', id, name },
      ...(before.version > 0 && { before: before.document }),
      after,
    });
    return ok({ version: version + 1 });
  });
}

function column(document: JsonObject): Prisma.InputJsonValue {
  const json: Prisma.InputJsonValue = JSON.parse(JSON.stringify(document));
  return json;
}
