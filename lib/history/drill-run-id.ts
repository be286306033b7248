/** Begins the run id of every step of a drill; the trial's id follows, and more behind a hyphen. */
export const DRILL_RUN_PREFIX = 'failpath-drill-';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=-|$)/i;

/**
 * Id of the trial that a run id names, however a platform spells it; null for any other run. The trigger of the history
 * reads it the same way.
 */
export function trialOfRun(runId: string): string | null {
  if (runId.slice(0, DRILL_RUN_PREFIX.length).toLowerCase() !== DRILL_RUN_PREFIX) return null;
  return UUID.exec(runId.slice(DRILL_RUN_PREFIX.length))?.[0]?.toLowerCase() ?? null;
}
