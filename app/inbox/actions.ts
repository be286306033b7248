'use server';

import { revalidatePath } from 'next/cache';
import { action } from '@/app/_server/action';
import { acknowledgeHandOffs, assignHandOffs, reopenHandOffs, resolveHandOffs } from '@/lib/alerts/inbox-commands';
import { inboxAssignSchema, inboxKeysSchema, inboxResolveSchema } from '@/lib/alerts/inbox-schema';

const runAcknowledge = action('hand_off.work', inboxKeysSchema, acknowledgeHandOffs);
const runAssign = action('hand_off.work', inboxAssignSchema, assignHandOffs);
const runResolve = action('hand_off.work', inboxResolveSchema, resolveHandOffs);
const runReopen = action('hand_off.work', inboxKeysSchema, reopenHandOffs);

/** Says that somebody is at it. */
export async function acknowledgeAction(input: Parameters<typeof runAcknowledge>[0]) {
  return shown(await runAcknowledge(input));
}

/** Gives hand-offs to a person, or to nobody. */
export async function assignAction(input: Parameters<typeof runAssign>[0]) {
  return shown(await runAssign(input));
}

/** Settles hand-offs with a note. */
export async function resolveAction(input: Parameters<typeof runResolve>[0]) {
  return shown(await runResolve(input));
}

/** Takes the last resolution back. */
export async function reopenAction(input: Parameters<typeof runReopen>[0]) {
  return shown(await runReopen(input));
}

/** The frame of every page counts what is open. */
function shown<R extends { readonly ok: boolean }>(result: R): R {
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}
