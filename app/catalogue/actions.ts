'use server';

import { revalidatePath } from 'next/cache';
import { action } from '@/app/_server/action';
import { addCatalogueEntry, changeCatalogueEntry, removeCatalogueEntry } from '@/lib/catalogue/catalogue-commands';
import { effectSchema, entryChangeSchema, entryRemovalSchema, entrySchema } from '@/lib/catalogue/entry-schema';
import { effectOfEntry } from '@/lib/insight/catalogue-effect-queries';
import { ok } from '@/lib/shared/result';

const runAdd = action('catalogue.edit', entrySchema, addCatalogueEntry);
const runChange = action('catalogue.edit', entryChangeSchema, changeCatalogueEntry);
const runRemove = action('catalogue.edit', entryRemovalSchema, removeCatalogueEntry);
const runEffect = action('catalogue.edit', effectSchema, async (ctx, question) =>
  ok(await effectOfEntry(ctx, question)),
);

/** Says what a code means wherever a node does not. */
export async function addAction(input: Parameters<typeof runAdd>[0]) {
  const result = await runAdd(input);
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}

/** Says something else of it, from now on. */
export async function changeAction(input: Parameters<typeof runChange>[0]) {
  const result = await runChange(input);
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}

/** Says nothing of it any more. */
export async function removeAction(input: Parameters<typeof runRemove>[0]) {
  const result = await runRemove(input);
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}

/** What a change would come to; nothing is kept. */
export async function effectAction(input: Parameters<typeof runEffect>[0]) {
  return runEffect(input);
}
