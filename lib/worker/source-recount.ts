import { dropMissing, mendAttempts, noteMissing } from '@/lib/history/attempt-store';
import { DAY_MS } from '@/lib/shared/clock';
import { type Reading, whileHeld } from '@/lib/sources/reading-store';
import {
  advanceRecount,
  beginRecount,
  dueRecount,
  endRecount,
  type RunningRecount,
  runningRecount,
  tellDifferences,
} from '@/lib/sources/recount-store';
import { factsOf } from '@/lib/sources/statements';
import { firstAttempt } from './source-count';
import { takeSeenNodes } from './source-definitions';
import { DONE, endOf, MORE, type Turn, type TurnEnd } from './source-shop';
import { takeSlice } from './source-slice';

/** Steps that are taken away in one transaction. */
const DROP_BATCH = 2_000;

/**
 * Goes on with the recount of a source that is due, if one is: each slice of what was read so far is read again, what
 * differs is mended and told, and what is not there any more is taken away at the end. Comes after a reading that has
 * reached its end: `catchUp` does so once more before anything is taken away, since a step may have moved in time.
 */
export async function recount(turn: Turn, reading: Reading, catchUp: () => Promise<TurnEnd>): Promise<TurnEnd> {
  const { shop, hold, mapping } = turn;
  const due = await whileHeld(shop.db, hold, (tx) =>
    dueRecount(tx, hold.sourceId, {
      countTo: reading.countTo,
      recountHours: mapping.recountHours,
      now: shop.now(),
    }),
  );
  if (due === null) return DONE;
  if (due.state === 'asked') {
    const begun = await begin(turn, due.id, reading);
    if (begun.kind !== 'done') return begun;
  }
  const running = await runningRecount(shop.db, due.id);
  if (running === null) return DONE;
  let from = running.readTo;
  while (from < running.countTo) {
    const next = await recountSlice(turn, running, from);
    if ('kind' in next) return next;
    from = next;
    // After one slice at least, however long the reading before it took.
    if (from < running.countTo && turn.isOver()) return MORE;
  }
  const caughtUp = await catchUp();
  if (caughtUp.kind !== 'done') return caughtUp;
  return finish(turn, running);
}

async function begin(turn: Turn, id: string, { countFrom, readTo }: Reading): Promise<TurnEnd> {
  const { shop, hold } = turn;
  const now = shop.now();
  const first = await firstAttempt(turn);
  if (!first.ok) return endOf(first.error, turn);
  const countTo = readTo ?? now;
  const { retentionDays } = factsOf(turn.mapping);
  const boundaries = [
    ...(retentionDays === null ? [] : [now.getTime() - retentionDays * DAY_MS]),
    // Before its first row the platform has deleted everything, whatever is known of its retention.
    ...(first.value === 'unknown' ? [] : [(first.value ?? countTo).getTime()]),
  ];
  const keepBefore = boundaries.length === 0 ? null : new Date(Math.max(...boundaries));
  await whileHeld(shop.db, hold, (tx) =>
    beginRecount(tx, hold, { id, countFrom: countFrom ?? countTo, countTo, keepBefore }),
  );
  return DONE;
}

async function recountSlice(
  turn: Turn,
  { id, countTo, keepBefore }: RunningRecount,
  from: Date,
): Promise<TurnEnd | Date> {
  const { shop, hold } = turn;
  const { sourceId } = hold;
  const taken = await takeSlice(turn, {
    ...{ from, to: countTo, freshFrom: from },
    store: async (tx, attempts) => {
      const differences = await mendAttempts(tx, { sourceId, recountId: id }, attempts);
      await tellDifferences(tx, id, differences);
      if (differences.length > 0) shop.onSteps();
    },
  });
  if (!taken.ok) return endOf(taken.error, turn);
  const { slice, rows, unknowns, nodes } = taken.value;
  await takeSeenNodes(turn, nodes);
  await whileHeld(shop.db, hold, async (tx) => {
    const kept = await noteMissing(tx, { sourceId, recountId: id }, { ...slice, keepBefore });
    await advanceRecount(tx, hold, id, { readTo: slice.to, rows, kept, unknowns });
  });
  return slice.to;
}

async function finish(turn: Turn, { id }: RunningRecount): Promise<TurnEnd> {
  const { shop, hold } = turn;
  for (;;) {
    const looked = await whileHeld(shop.db, hold, async (tx) => {
      const dropped = await dropMissing(tx, id, DROP_BATCH);
      await tellDifferences(tx, id, dropped.gone);
      if (dropped.looked === 0) await endRecount(tx, hold, id, shop.now());
      return dropped.looked;
    });
    if (looked === 0) return DONE;
    if (shop.stopping.aborted) return MORE;
  }
}
