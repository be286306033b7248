import { claimDelivery, type Delivering, sendClaimed } from '@/lib/alerts/deliver';
import type { Bell } from './bell';

export interface Sends {
  readonly delivering: Delivering;
  readonly stopping: AbortSignal;
  /** Rung when a send has ended: it may have made room on its channel, or work for another one. */
  readonly bell: Bell;
  /** Those under way. */
  readonly sends: Set<Promise<void>>;
}

/** Sends under way at once. */
const MOST_SENDS = 16;

/** Begins to send all that may go out now, without waiting for the answers; one that hangs is in nobody's way. */
export async function sendDue({ delivering, stopping, bell, sends }: Sends): Promise<void> {
  const { log } = delivering;
  while (!stopping.aborted) {
    if (sends.size >= MOST_SENDS) {
      await Promise.race(sends);
      continue;
    }
    const claim = await claimDelivery(delivering);
    if (claim === null) return;
    const send: Promise<void> = sendClaimed(delivering, claim)
      .catch((error: unknown) => log.error({ err: error, delivery: claim.id }, 'what was sent is not written down'))
      .finally(() => {
        sends.delete(send);
        bell.ring();
      });
    sends.add(send);
  }
}
