'use server';

import { revalidatePath } from 'next/cache';
import { action } from '@/app/_server/action';
import {
  askRecount,
  cancelCount,
  cancelRecount,
  pauseSource,
  removeSource,
  resumeCount,
  resumeSource,
} from '@/lib/sources/source-commands';
import { recountIdSchema, sourceIdSchema } from '@/lib/sources/source-schema';
import { giveMeaning, meaningSchema } from './meaning';

const runCancelCount = action('source.edit', sourceIdSchema, cancelCount);
const runResumeCount = action('source.edit', sourceIdSchema, resumeCount);
const runPause = action('source.edit', sourceIdSchema, pauseSource);
const runResume = action('source.edit', sourceIdSchema, resumeSource);
const runAskRecount = action('source.edit', sourceIdSchema, askRecount);
const runCancelRecount = action('source.edit', recountIdSchema, cancelRecount);
const runRemove = action('source.edit', sourceIdSchema, removeSource);
const runMeaning = action('source.edit', meaningSchema, giveMeaning);

/** Stops a first count. */
export async function cancelCountAction(input: Parameters<typeof runCancelCount>[0]) {
  return shown(await runCancelCount(input));
}

/** Goes on with it. */
export async function resumeCountAction(input: Parameters<typeof runResumeCount>[0]) {
  return shown(await runResumeCount(input));
}

/** Stops reading a source. */
export async function pauseAction(input: Parameters<typeof runPause>[0]) {
  return shown(await runPause(input));
}

/** Reads it again. */
export async function resumeAction(input: Parameters<typeof runResume>[0]) {
  return shown(await runResume(input));
}

/** Asks for a recount. */
export async function askRecountAction(input: Parameters<typeof runAskRecount>[0]) {
  return shown(await runAskRecount(input));
}

/** Stops it. */
export async function cancelRecountAction(input: Parameters<typeof runCancelRecount>[0]) {
  return shown(await runCancelRecount(input));
}

/** Takes a source away. */
export async function removeAction(input: Parameters<typeof runRemove>[0]) {
  return shown(await runRemove(input));
}

/** Gives a status value that was not understood a meaning. */
export async function meaningAction(input: Parameters<typeof runMeaning>[0]) {
  return shown(await runMeaning(input));
}

function shown<R extends { readonly ok: boolean }>(result: R): R {
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}
