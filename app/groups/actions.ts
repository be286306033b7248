'use server';

import { revalidatePath } from 'next/cache';
import { action } from '@/app/_server/action';
import { createOwnerGroup, deleteOwnerGroup, updateOwnerGroup } from '@/lib/owners/commands';
import { ownerGroupIdSchema, ownerGroupSchema, ownerGroupUpdateSchema } from '@/lib/owners/schema';

const runCreate = action('group.edit', ownerGroupSchema, createOwnerGroup);
const runUpdate = action('group.edit', ownerGroupUpdateSchema, updateOwnerGroup);
const runDelete = action('group.edit', ownerGroupIdSchema, deleteOwnerGroup);

/** Makes an owner group. */
export async function createAction(input: Parameters<typeof runCreate>[0]) {
  const result = await runCreate(input);
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}

/** Saves an owner group. */
export async function updateAction(input: Parameters<typeof runUpdate>[0]) {
  const result = await runUpdate(input);
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}

/** Deletes an owner group that nothing names. */
export async function deleteAction(input: Parameters<typeof runDelete>[0]) {
  const result = await runDelete(input);
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}
