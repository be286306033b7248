import { setTimeout as sleep } from 'node:timers/promises';
import { dbFailure } from '@/lib/db/errors';
import { currentKeyring } from '@/lib/secrets/keyring-store';
import { systemClock } from '@/lib/shared/clock';
import { claimReading } from '@/lib/sources/reading-store';
import type { Bell } from './bell';
import { newSourceMemory, SOURCE_LIMITS, type SourceLimits, type SourceShop } from './source-shop';
import { readTurn } from './source-turn';

/** Sources that one worker reads at once: one whose server hangs is in nobody's way. */
const MOST_TURNS = 4;

export type SourceReading = Pick<SourceShop, 'db' | 'log'> &
  Partial<Pick<SourceShop, 'now' | 'keyring' | 'stopping' | 'onSteps'>> & { readonly limits?: Partial<SourceLimits> };

/** What reading sources needs, with what is usual for what is not given. */
export function sourceShop({ db, log, limits, ...more }: SourceReading): SourceShop {
  return {
    ...{ db, log, now: more.now ?? systemClock, keyring: more.keyring ?? currentKeyring },
    stopping: more.stopping ?? new AbortController().signal,
    onSteps: more.onSteps ?? (() => undefined),
    memory: newSourceMemory(),
    limits: { ...SOURCE_LIMITS, ...limits },
  };
}

/**
 * Begins to read every source that is due, without waiting for the turns to end. Any number of workers may do so at once:
 * a source belongs to one of them at a time, by a lease in the database.
 */
export async function readDue(shop: SourceShop, turns: Set<Promise<void>>, bell: Bell): Promise<void> {
  while (!shop.stopping.aborted) {
    if (turns.size >= MOST_TURNS) {
      await Promise.race(turns);
      continue;
    }
    const hold = await claimReading(shop.db, shop.now(), shop.limits.leaseMs);
    if (hold === null) return;
    const turn: Promise<void> = readTurn(shop, hold)
      .catch((error: unknown) => {
        if (dbFailure(error)?.kind === 'connection_lost') return;
        shop.log.error({ err: error, source: hold.sourceId }, 'a source could not be read');
      })
      .finally(() => {
        turns.delete(turn);
        bell.ring();
      });
    turns.add(turn);
  }
}

/** Reads every source that is due, turn by turn, until none is. Throws what a turn threw. */
export async function readAll(shop: SourceShop): Promise<void> {
  while (!shop.stopping.aborted) {
    const hold = await claimReading(shop.db, shop.now(), shop.limits.leaseMs);
    if (hold === null) return;
    await readTurn(shop, hold);
    // A clock that stands still would have it due again and again.
    await sleep(0);
  }
}
