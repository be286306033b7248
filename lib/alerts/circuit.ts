import { MINUTE_MS, SECOND_MS } from '@/lib/shared/clock';
import type { SendResult } from './send-result';

/** How a channel has been, as all workers see it. */
export interface Circuit {
  readonly failuresInRow: number;
  /** Open until then; afterwards one delivery probes. */
  readonly openUntil: Date | null;
  readonly probeUntil: Date | null;
}

export const FAILURES_TO_OPEN = 5;
export const FIRST_REST_MS = MINUTE_MS;
export const LONGEST_REST_MS = 30 * MINUTE_MS;
/** How soon those look again that wait for the probe. */
const PROBE_CHECK_MS = 5 * SECOND_MS;

export type Passage =
  | { readonly passes: true; readonly circuit: Circuit }
  | { readonly passes: false; readonly waitMs: number };

/**
 * Whether a delivery may go out now. After a rest the first one probes, for at most `leaseMs`; the others wait for
 * it. A test that somebody asked for goes through a circuit that failures have opened: they have mended something.
 */
export function pass(circuit: Circuit, { now, leaseMs, test }: { now: Date; leaseMs: number; test: boolean }): Passage {
  const { openUntil, probeUntil, failuresInRow } = circuit;
  if (openUntil === null) return { passes: true, circuit };
  const restMs = openUntil.getTime() - now.getTime();
  if (restMs > 0 && !(test && failuresInRow >= FAILURES_TO_OPEN)) return { passes: false, waitMs: restMs };
  if (!test && probeUntil !== null && probeUntil.getTime() > now.getTime())
    return { passes: false, waitMs: PROBE_CHECK_MS };
  return { passes: true, circuit: { ...circuit, probeUntil: new Date(now.getTime() + leaseMs) } };
}

/**
 * The circuit after a try. Whatever the provider said about the message itself closes it (a refusal goes to the
 * fallback at once, it need not wait); five failures in a row to reach it open it for a minute, and each failed
 * probe for twice as long, up to 30. Failures of tries that were under way when it opened do not add to that.
 */
export function afterTry(circuit: Circuit, result: SendResult, now: Date): Circuit {
  const { failuresInRow, openUntil } = circuit;
  switch (result.outcome) {
    case 'ok':
      return { failuresInRow: 0, openUntil: null, probeUntil: null };
    case 'permanent':
      return { failuresInRow: failuresInRow + 1, openUntil: null, probeUntil: null };
    case 'retry':
    case 'unknown': {
      const asked = result.outcome === 'retry' ? (result.channelRestsMs ?? 0) : 0;
      const open = openUntil !== null && openUntil.getTime() > now.getTime();
      const failures = open ? failuresInRow : failuresInRow + 1;
      const rest = open ? 0 : restMs(failures);
      const until = Math.max(now.getTime() + Math.max(asked, rest), openUntil?.getTime() ?? 0);
      if (until <= now.getTime()) return { failuresInRow: failures, openUntil: null, probeUntil: null };
      return { failuresInRow: failures, openUntil: new Date(until), probeUntil: null };
    }
  }
}

function restMs(failures: number): number {
  if (failures < FAILURES_TO_OPEN) return 0;
  return Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (failures - FAILURES_TO_OPEN));
}
