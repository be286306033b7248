import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testContext } from '@/lib/testing/context';
import { historyArb, RolledWorld } from './testing/rolled-history';

const ctx = testContext();
let world: RolledWorld;
beforeAll(async () => {
  world = await RolledWorld.open(ctx, ctx.url);
});
afterAll(() => world.close());

it('what is rolled up and what changed since say together what the steps say, at each moment', async () => {
  await fc.assert(
    fc.asyncProperty(historyArb, (history) => world.live(history)),
    { numRuns: 300, interruptAfterTimeLimit: 25_000, markInterruptAsFailure: false },
  );
  // A busy machine lives through fewer histories, each with some twenty answers.
  expect(world.answers).toBeGreaterThan(300);
}, 120_000);
