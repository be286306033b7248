'use server';

import { revalidatePath } from 'next/cache';
import { action } from '@/app/_server/action';
import { cancelBatch, replaceUnopposed } from '@/lib/workflows/batch-import';
import { batchIdSchema, replaceBatchSchema } from '@/lib/workflows/batch-schema';

const runCancel = action('workflow.import', batchIdSchema, cancelBatch);
const runReplace = action('workflow.import', replaceBatchSchema, replaceUnopposed);

/** Stops an import of many files. */
export async function cancelBatchAction(input: Parameters<typeof runCancel>[0]) {
  const result = await runCancel(input);
  if (result.ok) revalidatePath(`/import/batches/${input.id}`);
  return result;
}

/** Confirms replacing all workflows that nothing speaks against. */
export async function replaceAllAction(input: Parameters<typeof runReplace>[0]) {
  const result = await runReplace(input);
  if (result.ok || result.error.reason === 'changed_meanwhile') revalidatePath(`/import/batches/${input.id}`);
  return result;
}
