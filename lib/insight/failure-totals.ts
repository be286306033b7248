import type { MixedFailures } from '@/lib/history/stats';
import type { FailureEntry } from './failure-entries';

/** The figures of a whole list. Executions are counted once each, however many rows they stand in. */
export interface FailureTotals {
  /** Failed attempts. */
  readonly failures: number;
  /** Executions with at least one of them. */
  readonly failedExecutions: number;
  /** Those whose last attempt is one of them… */
  readonly final: number;
  /** …those whose last attempt succeeded… */
  readonly recovered: number;
  /** …and the rest: cancelled, still running, or ended with a code that is not in the list. */
  readonly neither: number;
}

/**
 * Adds up a list. An execution that failed with several of its codes stands in several rows; `mixed` says
 * how many there are, so that they count once.
 */
export function failureTotals(entries: readonly FailureEntry[], mixed: readonly MixedFailures[]): FailureTotals {
  const total = { failures: 0, failedExecutions: 0, final: 0, recovered: 0 };
  const listed = new Set<string>();
  for (const { nodeId, errorCode, parts } of entries)
    for (const part of parts) {
      listed.add(keyOf(part.sourceId, part.workflowKey, nodeId, errorCode));
      total.failures += part.failures;
      total.failedExecutions += part.failedExecutions;
      total.final += part.finalFailures;
      total.recovered += part.recovered;
    }
  for (const { sourceId, workflowKey, nodeId, codes, failedExecutions, recovered } of mixed) {
    const rows = codes.filter((code) => listed.has(keyOf(sourceId, workflowKey, nodeId, code))).length;
    const again = Math.max(0, rows - 1);
    total.failedExecutions -= again * failedExecutions;
    total.recovered -= again * recovered;
  }
  return { ...total, neither: total.failedExecutions - total.final - total.recovered };
}

function keyOf(...parts: readonly (string | null)[]): string {
  return JSON.stringify(parts);
}
