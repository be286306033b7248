'use server';

import { revalidatePath } from 'next/cache';
import { action } from '@/app/_server/action';
import { ok } from '@/lib/shared/result';
import { cancelBulk, openBulk, startBulk, undoBulk } from '@/lib/workflows/bulk-commands';
import { bulkItemIdSchema, previewBulkItem } from '@/lib/workflows/bulk-item-queries';
import { bulkIdSchema, openBulkSchema, startBulkSchema } from '@/lib/workflows/bulk-schema';

const runOpen = action('policy.edit', openBulkSchema, openBulk);
const runStart = action('policy.edit', startBulkSchema, startBulk);
const runCancel = action('policy.edit', bulkIdSchema, cancelBulk);
const runUndo = action('policy.edit', bulkIdSchema, undoBulk);
const runPreview = action('policy.edit', bulkItemIdSchema, async (ctx, input) => ok(await previewBulkItem(ctx, input)));

/** Keeps the changes for the chosen nodes, to be looked at; nothing is changed yet. */
export async function openBulkAction(input: Parameters<typeof runOpen>[0]) {
  return runOpen(input);
}

/** Begins to publish the changes, or to keep them as drafts. */
export async function startBulkAction(input: Parameters<typeof runStart>[0]) {
  const result = await runStart(input);
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}

/** Stops it: what is done stays. */
export async function cancelBulkAction(input: Parameters<typeof runCancel>[0]) {
  const result = await runCancel(input);
  if (result.ok) revalidatePath(`/bulk/${input.id}`);
  return result;
}

/** Begins to put the policies back as they were. */
export async function undoBulkAction(input: Parameters<typeof runUndo>[0]) {
  const result = await runUndo(input);
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}

/** One node in full sentences and in lines. */
export async function previewBulkItemAction(input: Parameters<typeof runPreview>[0]) {
  return runPreview(input);
}
