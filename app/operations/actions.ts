'use server';

import { revalidatePath } from 'next/cache';
import { action } from '@/app/_server/action';
import { pauseRollup, recountHistory } from '@/lib/history/rollup-commands';
import { recountSchema, rollupPauseSchema } from '@/lib/history/rollup-schema';

const runPause = action('source.edit', rollupPauseSchema, pauseRollup);
const runRecount = action('source.edit', recountSchema, recountHistory);

/** Holds the counting of a source, or lets it go on. */
export async function pauseRollupAction(input: Parameters<typeof runPause>[0]) {
  const result = await runPause(input);
  if (result.ok) revalidatePath('/operations');
  return result;
}

/** Counts some nodes of a source again, and says where to go on. */
export async function recountHistoryAction(input: Parameters<typeof runRecount>[0]) {
  return runRecount(input);
}
