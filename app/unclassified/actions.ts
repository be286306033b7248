'use server';

import { action } from '@/app/_server/action';
import { openBulk } from '@/lib/workflows/bulk-commands';
import { openBulkSchema } from '@/lib/workflows/bulk-schema';

const runOpen = action('policy.edit', openBulkSchema, openBulk);

/** Keeps the classification of a code for chosen nodes to be looked at; nothing is changed yet. */
export async function classifyCodeAction(input: Parameters<typeof runOpen>[0]) {
  return runOpen(input);
}
