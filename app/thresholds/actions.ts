'use server';

import { revalidatePath } from 'next/cache';
import { action } from '@/app/_server/action';
import { askMeasuring } from '@/lib/history/threshold-commands';
import { measureSchema } from '@/lib/history/threshold-schema';
import { takeThresholds, undoThresholds } from '@/lib/insight/threshold-commands';
import { takeThresholdsSchema, undoThresholdsSchema } from '@/lib/insight/threshold-schema';

const runTake = action('policy.edit', takeThresholdsSchema, takeThresholds);
const runUndo = action('policy.edit', undoThresholdsSchema, undoThresholds);
const runMeasure = action('policy.edit', measureSchema, askMeasuring);

/** Puts the chosen numbers into the drafts of their nodes. */
export async function takeThresholdsAction(input: Parameters<typeof runTake>[0]) {
  const result = await runTake(input);
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}

/** Throws away the drafts that were just made, as far as nobody has touched them. */
export async function undoThresholdsAction(input: Parameters<typeof runUndo>[0]) {
  const result = await runUndo(input);
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}

/** Has all thresholds measured again. */
export async function measureThresholdsAction(input: Parameters<typeof runMeasure>[0]) {
  const result = await runMeasure(input);
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}
