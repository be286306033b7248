import { demand, type ReadCtx } from '@/lib/accounts/context';
import type { BusinessCycle } from './cycle';

/** All business cycles by name. */
export async function listCycles(ctx: ReadCtx): Promise<BusinessCycle[]> {
  demand(ctx, 'read');
  const cycles = await ctx.db.businessCycle.findMany({ orderBy: { name: 'asc' } });
  return cycles.map(({ id, name, firstDay, lengthDays }) => ({
    ...{ id, name, lengthDays },
    firstDay: firstDay.toISOString().slice(0, 10),
  }));
}
