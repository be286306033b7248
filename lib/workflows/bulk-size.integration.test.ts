import { expect, it } from 'vitest';
import { testContext } from '@/lib/testing/context';
import { publishesMany } from './testing/bulk-publication';

const ctx = testContext();

it('1,000 nodes are previewed and published with progress, one changed in between; bulk.long.test.ts does 5,000', async () => {
  const { steps } = await publishesMany(ctx, 20, 50);
  expect(steps.length).toBeGreaterThan(1);
  expect(steps.at(-1)).toBe(1_000);
});
