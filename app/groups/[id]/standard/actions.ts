'use server';

import { revalidatePath } from 'next/cache';
import { action } from '@/app/_server/action';
import { bringInLine } from '@/lib/insight/standard-commands';
import { bringInLineSchema } from '@/lib/insight/standard-input';
import { saveStandard } from '@/lib/owners/standard-commands';
import { saveStandardSchema } from '@/lib/owners/standard-input';

const runSave = action('standard.edit', saveStandardSchema, saveStandard);
const runBringInLine = action('policy.edit', bringInLineSchema, bringInLine);

/** Keeps the standard of a group, against the version that the form saw. */
export async function saveStandardAction(input: Parameters<typeof runSave>[0]) {
  const result = await runSave(input);
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}

/** Opens a change of the nodes that deviate from it; answers its id. */
export async function bringInLineAction(input: Parameters<typeof runBringInLine>[0]) {
  return runBringInLine(input);
}
