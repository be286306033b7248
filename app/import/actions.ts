'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { action } from '@/app/_server/action';
import { lookedAt } from '@/lib/workflows/batch-store';
import { discardRejectedImport, importWorkflow } from '@/lib/workflows/import';
import { importSchema, rejectedImportSchema } from '@/lib/workflows/schema';
import { previewInWords } from './merge-words';

const runPreview = action('workflow.import', importSchema, previewInWords);
/** `item`: the file of an import of many that this settles. */
const importOneSchema = importSchema.extend({ item: z.uuid().optional() });
const runImport = action('workflow.import', importOneSchema, (ctx, { item, ...input }) =>
  importWorkflow(ctx, input, item === undefined ? undefined : lookedAt(item)),
);
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
