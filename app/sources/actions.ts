'use server';

import { revalidatePath } from 'next/cache';
import { action } from '@/app/_server/action';
import { setThresholdSample } from '@/lib/history/threshold-commands';
import { thresholdSettingSchema } from '@/lib/history/threshold-schema';
import { changeTyped, connectTyped, lookAt, previewOf, sampleAt } from './looking';
import { changeTypedSchema, connectTypedSchema, lookSchema, previewSchema, sampleSchema } from './looking-schema';

const runLook = action('source.edit', lookSchema, lookAt);
const runSample = action('source.edit', sampleSchema, sampleAt);
const runPreview = action('source.edit', previewSchema, previewOf);
const runConnect = action('source.edit', connectTypedSchema, connectTyped);
const runChange = action('source.edit', changeTypedSchema, changeTyped);
const runThresholds = action('source.edit', thresholdSettingSchema, setThresholdSample);

/** Tries a place: what stands there, and what the role may do. */
export async function lookAction(input: Parameters<typeof runLook>[0]) {
  return runLook(input);
}

/** Columns and some rows of a table. */
export async function sampleAction(input: Parameters<typeof runSample>[0]) {
  return runSample(input);
}

/** What comes out of a mapping on the newest rows. */
export async function previewAction(input: Parameters<typeof runPreview>[0]) {
  return runPreview(input);
}

/** Connects a source. */
export async function connectAction(input: Parameters<typeof runConnect>[0]) {
  return shown(await runConnect(input));
}

/** Changes one. */
export async function changeAction(input: Parameters<typeof runChange>[0]) {
  return shown(await runChange(input));
}

/** Sets what the thresholds of a source rest on. */
export async function setThresholdsAction(input: Parameters<typeof runThresholds>[0]) {
  return shown(await runThresholds(input));
}

function shown<R extends { readonly ok: boolean }>(result: R): R {
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}
