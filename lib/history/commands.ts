import type { z } from 'zod';
import { type Ctx, demand } from '@/lib/accounts/context';
import { record } from '@/lib/audit/record';
import type { Tx } from '@/lib/db/client';
import { isUniqueViolation } from '@/lib/db/errors';
import { transaction } from '@/lib/db/transaction';
import type { JsonObject } from '@/lib/shared/json';
import { err, ok, type Result } from '@/lib/shared/result';
import type { BusinessCycle, BusinessCycleInput } from './cycle';
import type { businessCycleIdSchema, businessCycleUpdateSchema } from './cycle-schema';

export type CycleRefusal = { readonly reason: 'cycle_name_taken' } | { readonly reason: 'not_found' };

/** Gives a business cycle a name. Refuses a name that another one has. */
export async function createCycle(ctx: Ctx, input: BusinessCycleInput): Promise<Result<{ id: string }, CycleRefusal>> {
  demand(ctx, 'cycle.edit');
  return refusingTakenNames(() =>
    transaction(ctx.db, async (db) => {
      const data = { ...columns(input), createdBy: ctx.actor.id, createdAt: ctx.now };
      const { id } = await db.businessCycle.create({ data });
      const subject = { kind: 'cycle', id, name: input.name } as const;
      await record(ctx, db, { action: 'cycle.create', subject, after: content(input) });
      return ok({ id });
    }),
  );
}

/** Changes name and rule; links to the cycle go on to lead to it. */
export async function updateCycle(
  ctx: Ctx,
  input: z.infer<typeof businessCycleUpdateSchema>,
): Promise<Result<{ id: string }, CycleRefusal>> {
  demand(ctx, 'cycle.edit');
  const { id } = input;
  return refusingTakenNames(() =>
    transaction(ctx.db, async (db) => {
      const before = await lockCycle(db, id);
      if (!before) return err({ reason: 'not_found' });
      await db.businessCycle.update({ where: { id }, data: columns(input) });
      const subject = { kind: 'cycle', id, name: input.name } as const;
      await record(ctx, db, { action: 'cycle.update', subject, before: content(before), after: content(input) });
      return ok({ id });
    }),
  );
}

/** Removes a cycle; links to it then say that it is gone and show the last 30 days. */
export async function deleteCycle(
  ctx: Ctx,
  input: z.infer<typeof businessCycleIdSchema>,
): Promise<Result<null, CycleRefusal>> {
  demand(ctx, 'cycle.edit');
  return transaction(ctx.db, async (db) => {
    const before = await lockCycle(db, input.id);
    if (!before) return err({ reason: 'not_found' });
    await db.businessCycle.delete({ where: { id: before.id } });
    const subject = { kind: 'cycle', id: before.id, name: before.name } as const;
    await record(ctx, db, { action: 'cycle.delete', subject, before: content(before) });
    return ok(null);
  });
}

/** A cycle as it is, which nobody changes until the transaction ends; null when there is none. */
async function lockCycle(db: Tx, id: string): Promise<BusinessCycle | null> {
  const [cycle] = await db.$queryRaw<BusinessCycle[]>`
    select id, name, first_day::text as "firstDay", length_days as "lengthDays"
    from business_cycle where id = ${id}::uuid for update`;
  return cycle ?? null;
}

/** A cycle as the audit tells of it. */
function content({ name, firstDay, lengthDays }: BusinessCycleInput): JsonObject {
  return { name, firstDay, lengthDays };
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
