import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testContext } from '@/lib/testing/context';
import { deadlyHistoryArb, RolledWorld } from './testing/rolled-history';

const ctx = testContext();
let world: RolledWorld;
beforeAll(async () => {
  world = await RolledWorld.open(ctx, ctx.url);
});
afterAll(() => world.close());

it('a worker that is killed in the middle of a batch leaves nothing behind, and nothing out', async () => {
  await fc.assert(
    fc.asyncProperty(deadlyHistoryArb, (history) => world.live(history)),
    { numRuns: 60, interruptAfterTimeLimit: 500_000, markInterruptAsFailure: false },
  );
  expect(world.killed).toBeGreaterThan(20);
}, 600_000);
