import { type Ctx, demand } from '@/lib/accounts/context';
import { transaction } from '@/lib/db/transaction';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { err, ok, type Result } from '@/lib/shared/result';
import { checkBulkChanges, type OpenBulkInput } from './bulk-schema';
import { insertBulk } from './bulk-store';

/** Bulk changes older than this go when the next one begins; what they published stays. */
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

export type OpenBulkRefusal =
  /** The changes do not hold, whatever node they are put on; each diagnostic names its place. */
  | { readonly reason: 'policy_invalid'; readonly diagnostics: readonly Diagnostic[] }
  /** None of the nodes is there any more. */
  | { readonly reason: 'nothing_there' };

/**
 * Keeps a bulk change to be looked at: nothing is changed yet. Nodes that are not there any more are left out. Not
 * audited, since nothing holds for anybody before it is begun.
 */
export async function openBulk(
  ctx: Ctx,
  { changes, nodes }: OpenBulkInput,
): Promise<Result<{ readonly id: string }, OpenBulkRefusal>> {
  demand(ctx, 'policy.edit');
  const wrong = [...checkBulkChanges(changes), ...(await unknownOwner(ctx, changes))];
  if (wrong.length > 0) return err({ reason: 'policy_invalid', diagnostics: wrong });
  const id = await transaction(ctx.db, async (db) => {
    await db.bulkChange.deleteMany({ where: { createdAt: { lt: new Date(ctx.now.getTime() - KEPT_DAYS * DAY_MS) } } });
    return insertBulk(db, { createdBy: ctx.actor.name, createdAt: ctx.now, changes, nodes });
  });
  return id === null ? err({ reason: 'nothing_there' }) : ok({ id });
}

/** A group that nobody made tells nobody. */
async function unknownOwner(ctx: Ctx, changes: OpenBulkInput['changes']): Promise<readonly Diagnostic[]> {
  const owners = changes.flatMap((change) => (change.kind === 'owner' && change.owner !== null ? [change.owner] : []));
  const known = await ctx.db.ownerGroup.findMany({ where: { slug: { in: owners } }, select: { slug: true } });
  return owners
    .filter((slug) => !known.some((group) => group.slug === slug))
    .map((slug) => ({ code: 'owner_unknown', severity: 'error', path: ['owner'], values: { slug } }));
}
