import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkerLog } from '@/lib/alerts/deliver';
import { dbFailure } from '@/lib/db/errors';
import { SECOND_MS } from '@/lib/shared/clock';
import type { Bell } from './bell';

export interface Repeating {
  /** What the log calls it. */
  readonly name: string;
  readonly log: WorkerLog;
  readonly stopping: AbortSignal;
  readonly bell: Bell;
  readonly pauseMs: number;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10 * SECOND_MS;

/** Again and again until it is to stop, with pauses; longer ones while it fails, of which the log hears once. */
export async function repeat(
  { name, log, stopping, bell, pauseMs }: Repeating,
  work: () => Promise<void>,
): Promise<void> {
  let failures = 0;
  while (!stopping.aborted) {
    try {
      await work();
      if (failures > 0) log.warn({ failures }, `${name} works again`);
      failures = 0;
    } catch (error) {
      if (stopping.aborted) return;
      failures++;
      if (failures === 1) tell(log, error, name);
    }
    if (stopping.aborted) return;
    if (failures === 0) await bell.wait(pauseMs);
    else await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)), stopping);
  }
}

function tell(log: WorkerLog, error: unknown, name: string): void {
  if (dbFailure(error)?.kind === 'connection_lost') log.warn({}, `${name} waits for the database`);
  else log.error({ err: error }, `${name} fails, and is tried again`);
}

/** Waits so long, or until it is to stop. */
export async function pause(ms: number, stopping: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stopping }).catch(() => undefined);
}
