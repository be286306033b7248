'use server';

import { revalidatePath } from 'next/cache';
import { action } from '@/app/_server/action';
import { createCycle, deleteCycle, updateCycle } from '@/lib/history/commands';
import { businessCycleIdSchema, businessCycleSchema, businessCycleUpdateSchema } from '@/lib/history/cycle-schema';

const runCreate = action('cycle.edit', businessCycleSchema, createCycle);
const runUpdate = action('cycle.edit', businessCycleUpdateSchema, updateCycle);
const runDelete = action('cycle.edit', businessCycleIdSchema, deleteCycle);

/** Gives a business cycle a name. */
export async function createCycleAction(input: Parameters<typeof runCreate>[0]) {
  const result = await runCreate(input);
  if (result.ok) revalidatePath('/failures');
  return result;
}

/** Changes a business cycle. */
export async function updateCycleAction(input: Parameters<typeof runUpdate>[0]) {
  const result = await runUpdate(input);
  if (result.ok) revalidatePath('/failures');
  return result;
}

/** Removes a business cycle. */
export async function deleteCycleAction(input: Parameters<typeof runDelete>[0]) {
  const result = await runDelete(input);
  if (result.ok) revalidatePath('/failures');
  return result;
}
