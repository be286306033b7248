'use server';

import { getLocale } from 'next-intl/server';
import { z } from 'zod';
import { action } from '@/app/_server/action';
import { NODE_FILTERS, NODE_SORTS } from '@/lib/insight/node-list';
import { listMatchingNodes } from '@/lib/insight/node-list-queries';
import { ok } from '@/lib/shared/result';
import { MAX_BULK_NODES } from '@/lib/workflows/bulk-vocabulary';

const querySchema = z.object({
  search: z.string().max(1_000),
  workflow: z.string().max(100).nullable(),
  group: z.string().max(100).nullable(),
  filters: z.array(z.enum(NODE_FILTERS)),
  sort: z.enum(NODE_SORTS),
  order: z.enum(['asc', 'desc']),
});

const runChooseAll = action('policy.edit', querySchema, async (ctx, query) => {
  const locale = await getLocale();
  return ok(await listMatchingNodes(ctx, { ...query, page: 1 }, { locale, limit: MAX_BULK_NODES }));
});

/** All nodes that the list holds, over all of its pages, with the versions that they have. */
export async function chooseAllAction(input: Parameters<typeof runChooseAll>[0]) {
  return runChooseAll(input);
}
