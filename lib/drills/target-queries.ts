import { demand, type ReadCtx } from '@/lib/accounts/context';
import { can } from '@/lib/accounts/permissions';

/** A declared target as its page shows it. */
export interface DrillTargetRow {
  readonly id: string;
  readonly name: string;
  readonly environment: string;
  /** Host that is asked; null: a person does it. */
  readonly host: string | null;
  /** The whole address, for whom may change it; null for everybody else. */
  readonly url: string | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly runs: number;
  readonly lastRunAt: Date | null;
}

/** The targets that are declared now, by name. */
export async function listDrillTargets(ctx: ReadCtx): Promise<DrillTargetRow[]> {
  demand(ctx, 'read');
  const mayEdit = can(ctx.actor, 'drill_target.edit');
  const targets = await ctx.db.drillTarget.findMany({
    where: { removedAt: null },
    orderBy: { name: 'asc' },
    select: { id: true, name: true, environment: true, url: true, createdBy: true, createdAt: true },
  });
  const used = await ctx.db.drillRun.groupBy({
    by: ['targetId'],
    where: { targetId: { in: targets.map(({ id }) => id) } },
    _count: true,
    _max: { createdAt: true },
  });
  const usedBy = new Map(used.map(({ targetId, ...rest }) => [targetId, rest]));
  return targets.map(({ url, ...row }) => {
    const runs = usedBy.get(row.id);
    return {
      ...row,
      host: url === null ? null : new URL(url).host,
      url: mayEdit ? url : null,
      runs: runs?._count ?? 0,
      lastRunAt: runs?._max.createdAt ?? null,
    };
  });
}
