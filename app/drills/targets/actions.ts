'use server';

import { revalidatePath } from 'next/cache';
import { action } from '@/app/_server/action';
import { addTarget, changeTarget, removeTarget, rotateTargetSecret } from '@/lib/drills/target-commands';
import { targetChangeSchema, targetFieldsSchema, targetIdSchema } from '@/lib/drills/target-schema';

const runAdd = action('drill_target.edit', targetFieldsSchema, addTarget);
const runChange = action('drill_target.edit', targetChangeSchema, changeTarget);
const runRotate = action('drill_target.edit', targetIdSchema, rotateTargetSecret);
const runRemove = action('drill_target.edit', targetIdSchema, removeTarget);

/** Declares a target; its signing secret is answered this once. */
export async function addTargetAction(input: Parameters<typeof runAdd>[0]) {
  return shown(await runAdd(input));
}

/** Changes a target. */
export async function changeTargetAction(input: Parameters<typeof runChange>[0]) {
  return shown(await runChange(input));
}

/** Gives a target a new signing secret, answered this once. */
export async function rotateTargetAction(input: Parameters<typeof runRotate>[0]) {
  return shown(await runRotate(input));
}

/** Takes a target away. */
export async function removeTargetAction(input: Parameters<typeof runRemove>[0]) {
  return shown(await runRemove(input));
}

function shown<R extends { readonly ok: boolean }>(result: R): R {
  if (result.ok) revalidatePath('/drills', 'layout');
  return result;
}
