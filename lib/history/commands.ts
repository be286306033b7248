import type { z } from 'zod';
import { type Ctx, demand } from '@/lib/accounts/context';
import { isUniqueViolation } from '@/lib/db/errors';
import { err, ok, type Result } from '@/lib/shared/result';
import type { BusinessCycleInput } from './cycle';
import type { businessCycleIdSchema, businessCycleUpdateSchema } from './cycle-schema';

export type CycleRefusal = { readonly reason: 'cycle_name_taken' } | { readonly reason: 'not_found' };

/** Gives a business cycle a name. Refuses a name that another one has. */
export async function createCycle(ctx: Ctx, input: BusinessCycleInput): Promise<Result<{ id: string }, CycleRefusal>> {
  demand(ctx, 'cycle.edit');
  return refusingTakenNames(async () => {
    const data = { ...columns(input), createdBy: ctx.actor.id, createdAt: ctx.now };
    const { id } = await ctx.db.businessCycle.create({ data });
    return ok({ id });
  });
}

/** Changes name and rule; links to the cycle go on to lead to it. */
export async function updateCycle(
  ctx: Ctx,
  input: z.infer<typeof businessCycleUpdateSchema>,
): Promise<Result<{ id: string }, CycleRefusal>> {
  demand(ctx, 'cycle.edit');
  const { id } = input;
  return refusingTakenNames(async () => {
    const { count } = await ctx.db.businessCycle.updateMany({ where: { id }, data: columns(input) });
    return count === 0 ? err({ reason: 'not_found' }) : ok({ id });
  });
}

/** Removes a cycle; links to it then say that it is gone and show the last 30 days. */
export async function deleteCycle(
  ctx: Ctx,
  input: z.infer<typeof businessCycleIdSchema>,
): Promise<Result<null, CycleRefusal>> {
  demand(ctx, 'cycle.edit');
  const { count } = await ctx.db.businessCycle.deleteMany({ where: { id: input.id } });
  return count === 0 ? err({ reason: 'not_found' }) : ok(null);
}

function columns({ name, firstDay, lengthDays }: BusinessCycleInput) {
  return { name, firstDay: new Date(`${firstDay}T00:00:00Z`), lengthDays };
}

async function refusingTakenNames<T>(work: () => Promise<Result<T, CycleRefusal>>): Promise<Result<T, CycleRefusal>> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) return err({ reason: 'cycle_name_taken' });
    throw error;
  }
}
