import type { z } from 'zod';
import { type Ctx, demand } from '@/lib/accounts/context';
import { record } from '@/lib/audit/record';
import type { Tx } from '@/lib/db/client';
import { transaction } from '@/lib/db/transaction';
import { SECOND_MS } from '@/lib/shared/clock';
import { err, ok, type Result } from '@/lib/shared/result';
import { prepareWatermark } from './change-store';
import { type CountedNode, nodesToRecount, type RecountDifference, recountNode } from './recount-store';
import type { recountSchema, rollupPauseSchema } from './rollup-schema';
import { ROLLED } from './rollup-store';

export type RollupRefusal = { readonly reason: 'not_found' } | { readonly reason: 'busy' };

/** Holds the rolling up of a source, or lets it go on where it was. Nothing that was counted is lost. */
export async function pauseRollup(
  ctx: Ctx,
  { sourceId, paused }: z.infer<typeof rollupPauseSchema>,
): Promise<Result<null, RollupRefusal>> {
  demand(ctx, 'source.edit');
  const known = await ctx.db.source.findUnique({ where: { id: sourceId }, select: { key: true } });
  if (!known) return err({ reason: 'not_found' });
  await prepareWatermark(ctx.db, ROLLED, sourceId);
  return transaction(ctx.db, async (db) => {
    const changed = await db.rolledSource.updateMany({ where: { sourceId, paused: !paused }, data: { paused } });
    if (changed.count > 0) await tell(ctx, db, paused ? 'history.pause' : 'history.resume', sourceId, known.key);
    return ok(null);
  });
}

export interface Recount {
  /** Where what was kept was not what counting again gave. It is put right. */
  readonly differences: readonly RecountDifference[];
  readonly nodes: number;
  /** The last node that was counted, to go on from; null when all were. */
  readonly next: CountedNode | null;
}

/** As long as one call counts; whoever asked goes on from `next`, or does not. */
const LONGEST_MS = 20 * SECOND_MS;

/**
 * Counts the history of a source again from its steps, node by node, and reports and mends every difference to what was
 * kept. Ends after a while, with the node to go on from: stopping is not to go on. Refuses a source that a worker holds.
 */
export async function recountHistory(
  ctx: Ctx,
  { sourceId, after }: z.infer<typeof recountSchema>,
): Promise<Result<Recount, RollupRefusal>> {
  demand(ctx, 'source.edit');
  const known = await ctx.db.source.findUnique({ where: { id: sourceId }, select: { key: true } });
  if (!known) return err({ reason: 'not_found' });
  await prepareWatermark(ctx.db, ROLLED, sourceId);
  const nodes = await nodesToRecount(ctx.db, sourceId, after);
  const begun = performance.now();
  const differences: RecountDifference[] = [];
  let done = 0;
  for (const node of nodes) {
    const found = await recountNode(ctx.db, sourceId, node, ctx.now);
    if (found === null) break;
    differences.push(...found);
    done++;
    if (performance.now() - begun > LONGEST_MS) break;
  }
  if (done === 0 && nodes.length > 0) return err({ reason: 'busy' });
  const next = done < nodes.length ? (nodes[done - 1] ?? null) : null;
  await transaction(ctx.db, (db) =>
    tell(ctx, db, 'history.recount', sourceId, known.key, { nodes: done, differences: differences.length }),
  );
  return ok({ differences, nodes: done, next });
}

function tell(
  ctx: Ctx,
  db: Tx,
  action: 'history.pause' | 'history.resume' | 'history.recount',
  id: string,
  name: string,
  after?: { readonly nodes: number; readonly differences: number },
): Promise<void> {
  return record(ctx, db, { action, subject: { kind: 'source', id, name }, ...(after && { after: { ...after } }) });
}
