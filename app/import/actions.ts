'use server';

import { revalidatePath } from 'next/cache';
import { action } from '@/app/_server/action';
import { discardRejectedImport, importWorkflow, previewImport } from '@/lib/workflows/import';
import { importSchema, rejectedImportSchema } from '@/lib/workflows/schema';

const runPreview = action('workflow.import', importSchema, previewImport);
const runImport = action('workflow.import', importSchema, importWorkflow);
const runDiscard = action('workflow.import', rejectedImportSchema, discardRejectedImport);

/** Reads a file and says what importing it would change. */
export async function previewAction(input: Parameters<typeof runPreview>[0]) {
  const result = await runPreview(input);
  if (!result.ok && result.error.reason === 'unreadable') revalidatePath('/import');
  return result;
}

/** Imports a file, or replaces the version that was previewed. */
export async function importAction(input: Parameters<typeof runImport>[0]) {
  const result = await runImport(input);
  if (result.ok) revalidatePath('/', 'layout');
  else if (result.error.reason === 'unreadable') revalidatePath('/import');
  return result;
}

/** Throws a kept file away. */
export async function discardAction(input: Parameters<typeof runDiscard>[0]) {
  const result = await runDiscard(input);
  if (result.ok) revalidatePath('/import');
  return result;
}
