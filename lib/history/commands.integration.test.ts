import { beforeEach, describe, expect, it } from 'vitest';
import { type Ctx, ForbiddenError } from '@/lib/accounts/context';
import { testContext } from '@/lib/testing/context';
import { createCycle, deleteCycle, updateCycle } from './commands';
import { listCycles } from './cycle-queries';

const CLOSE = { name: 'Month-end close', firstDay: '2026-01-25', lengthDays: null };
const SPRINT = { name: 'Sprint', firstDay: '2026-11-16', lengthDays: 14 };
const GONE = '00000000-0000-4000-8000-000000000000';

const ctx = testContext();
beforeEach(() => ctx.db.businessCycle.deleteMany());

async function made(input: typeof CLOSE | typeof SPRINT): Promise<string> {
  const result = await createCycle(ctx, input);
  if (!result.ok) throw new Error(result.error.reason);
  return result.value.id;
}

describe('business cycles', () => {
  it('are kept with name, first day and length, and listed by name', async () => {
    const [sprint, close] = [await made(SPRINT), await made(CLOSE)];
    expect(await listCycles(ctx)).toEqual([
      { id: close, ...CLOSE },
      { id: sprint, ...SPRINT },
    ]);
    expect(await ctx.db.businessCycle.findFirst({ where: { id: close } })).toMatchObject({
      createdBy: 'ann',
      createdAt: ctx.now,
    });
  });

  it('have a name of their own', async () => {
    await made(CLOSE);
    const sprint = await made(SPRINT);
    const taken = { ok: false, error: { reason: 'cycle_name_taken' } };
    expect(await createCycle(ctx, { ...SPRINT, name: CLOSE.name })).toEqual(taken);
    expect(await updateCycle(ctx, { ...SPRINT, id: sprint, name: CLOSE.name })).toEqual(taken);
    expect(await listCycles(ctx)).toHaveLength(2);
  });

  it('are changed and deleted; one that is gone says so', async () => {
    const id = await made(CLOSE);
    expect(await updateCycle(ctx, { ...SPRINT, id })).toEqual({ ok: true, value: { id } });
    expect(await listCycles(ctx)).toEqual([{ id, ...SPRINT }]);
    expect(await deleteCycle(ctx, { id })).toEqual({ ok: true, value: null });
    const gone = { ok: false, error: { reason: 'not_found' } };
    expect(await deleteCycle(ctx, { id })).toEqual(gone);
    expect(await updateCycle(ctx, { ...SPRINT, id: GONE })).toEqual(gone);
  });

  it('are not for people who may only read', async () => {
    const viewer: Ctx = { ...ctx, actor: { ...ctx.actor, role: 'viewer' } };
    await expect(createCycle(viewer, CLOSE)).rejects.toThrow(ForbiddenError);
    await expect(updateCycle(viewer, { ...CLOSE, id: GONE })).rejects.toThrow(ForbiddenError);
    await expect(deleteCycle(viewer, { id: GONE })).rejects.toThrow(ForbiddenError);
  });
});
