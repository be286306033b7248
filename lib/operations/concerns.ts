import { MINUTE_MS } from '@/lib/shared/clock';
import type { OperationsStatus } from './status';

/** Something that an operator should look at. */
export type Concern =
  | { readonly kind: 'no_worker' | 'hidden_writer' }
  | { readonly kind: 'versions'; readonly versions: string }
  | { readonly kind: 'gone'; readonly count: number }
  | { readonly kind: 'messages_late' | 'drills_late' | 'held_up'; readonly since: Date };

/** A message that is due goes out within seconds; one that waits so long has nobody who sends it. */
const MESSAGE_LATE_MS = 2 * MINUTE_MS;
const DRILL_LATE_MS = MINUTE_MS;
/** A transaction that writes for so long delays every alert of the server. */
const WRITER_LATE_MS = MINUTE_MS;

/** What is not as it should be, the worst first; `docs/scale.md` has the same as alerts on the metrics. */
export function concernsOf(status: OperationsStatus): Concern[] {
  const { at, processes, oldestDueAt, drills, oldestWriter, hiddenWriter } = status;
  const alive = processes.filter(({ state }) => state !== 'gone');
  const gone = processes.length - alive.length;
  const versions = [...new Set(alive.map(({ version }) => version))].toSorted();
  const late = (since: Date | null, ms: number): since is Date => since !== null && at.getTime() - since.getTime() > ms;
  return [
    ...(alive.some(({ works }) => works) ? [] : [{ kind: 'no_worker' } as const]),
    ...(oldestWriter !== null && oldestWriter.ageMs > WRITER_LATE_MS
      ? [{ kind: 'held_up', since: oldestWriter.since } as const]
      : []),
    ...(hiddenWriter ? [{ kind: 'hidden_writer' } as const] : []),
    ...(late(oldestDueAt, MESSAGE_LATE_MS) ? [{ kind: 'messages_late', since: oldestDueAt } as const] : []),
    ...(late(drills.oldestQueuedAt, DRILL_LATE_MS)
      ? [{ kind: 'drills_late', since: drills.oldestQueuedAt } as const]
      : []),
    ...(gone > 0 ? [{ kind: 'gone', count: gone } as const] : []),
    ...(versions.length > 1 ? [{ kind: 'versions', versions: versions.join(', ') } as const] : []),
  ];
}
