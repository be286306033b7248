'use server';

import { action } from '@/app/_server/action';
import { deleteView, overwriteView, renameView, saveView } from '@/lib/insight/view-commands';
import { overwriteViewSchema, renameViewSchema, saveViewSchema, viewIdSchema } from '@/lib/insight/view-schema';

const runSave = action('view.save', saveViewSchema, saveView);
const runRename = action('view.save', renameViewSchema, renameView);
const runOverwrite = action('view.save', overwriteViewSchema, overwriteView);
const runDelete = action('view.save', viewIdSchema, deleteView);

/** Keeps a list's filters, order and columns under a name. */
export async function saveViewAction(input: Parameters<typeof runSave>[0]) {
  return runSave(input);
}

/** Gives a view another name. */
export async function renameViewAction(input: Parameters<typeof runRename>[0]) {
  return runRename(input);
}

/** Lets a view stand for other filters, order and columns. */
export async function overwriteViewAction(input: Parameters<typeof runOverwrite>[0]) {
  return runOverwrite(input);
}

/** Removes a view. */
export async function deleteViewAction(input: Parameters<typeof runDelete>[0]) {
  return runDelete(input);
}
