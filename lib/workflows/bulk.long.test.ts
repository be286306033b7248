import { expect, it } from 'vitest';
import { testContext } from '@/lib/testing/context';
import { publishesMany } from './testing/bulk-publication';

const ctx = testContext();

it('5,000 nodes of 50 workflows are previewed and published with progress, one changed in between', async () => {
  const { took, steps } = await publishesMany(ctx, 50, 100);
  process.stdout.write(`5,000 nodes in ms: ${JSON.stringify(took)}\n`);
  expect(steps.length).toBeGreaterThan(2);
});
