import type { z } from 'zod';
import { type Ctx, demand } from '@/lib/accounts/context';
import { nodeRowIdSchema } from '@/lib/model/ids';
import { standardOf } from '@/lib/owners/standard-queries';
import { err, ok, type Result } from '@/lib/shared/result';
import { type OpenBulkRefusal, openBulk } from '@/lib/workflows/bulk-commands';
import { bulkChangesSchema } from '@/lib/workflows/bulk-schema';
import { MAX_BULK_NODES } from '@/lib/workflows/bulk-vocabulary';
import { standardChanges } from '@/lib/workflows/standard-changes';
import type { bringInLineSchema } from './standard-input';
import { deviatingNodes } from './standard-overview-queries';

export type InLineRefusal = OpenBulkRefusal | { readonly reason: 'not_found' | 'nothing_deviates' };

/**
 * Opens a bulk change of the nodes that deviate from a group's standard: to be looked at, nothing is changed yet. `part`
 * null = all that it says, for the nodes of which nothing is excused. The first 10,000 nodes at once.
 */
export async function bringInLine(
  ctx: Ctx,
  { groupId, part }: z.output<typeof bringInLineSchema>,
): Promise<Result<{ readonly id: string }, InLineRefusal>> {
  demand(ctx, 'policy.edit');
  const group = await ctx.db.ownerGroup.findUnique({ where: { id: groupId }, select: { slug: true } });
  if (!group) return err({ reason: 'not_found' });
  const { document } = await standardOf(ctx.db, groupId);
  const changes = bulkChangesSchema.safeParse(standardChanges(document, part === null ? undefined : [part]));
  const nodes = changes.success ? await deviatingNodes(ctx, group.slug, part) : [];
  if (!changes.success || nodes.length === 0) return err({ reason: 'nothing_deviates' });
  const opened = await openBulk(ctx, {
    changes: changes.data,
    nodes: nodes.slice(0, MAX_BULK_NODES).map(({ id, version }) => ({ nodeRowId: nodeRowIdSchema.parse(id), version })),
  });
  return opened.ok ? ok({ id: opened.value.id }) : opened;
}
