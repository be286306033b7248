'use server';

import { revalidatePath } from 'next/cache';
import { action } from '@/app/_server/action';
import { repeatDrills, startDrills, stopAllDrills, stopDrills } from '@/lib/drills/commands';
import { drillRunIdSchema, startDrillsSchema, stopAllSchema } from '@/lib/drills/schema';

const runStart = action('drill.run', startDrillsSchema, startDrills);
const runAgain = action('drill.run', drillRunIdSchema, repeatDrills);
const runStop = action('drill.run', drillRunIdSchema, stopDrills);
const runStopAll = action('drill.run', stopAllSchema, stopAllDrills);

/** Starts drills of a node. */
export async function startAction(input: Parameters<typeof runStart>[0]) {
  return shown(await runStart(input));
}

/** Does a run again on the node as it is now. */
export async function againAction(input: Parameters<typeof runAgain>[0]) {
  return shown(await runAgain(input));
}

/** Stops a run. */
export async function stopAction(input: Parameters<typeof runStop>[0]) {
  return shown(await runStop(input));
}

/** Stops all runs. */
export async function stopAllAction(input: Parameters<typeof runStopAll>[0]) {
  return shown(await runStopAll(input));
}

function shown<R extends { readonly ok: boolean }>(result: R): R {
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}
