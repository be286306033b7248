import { storeAttempts } from '@/lib/history/attempt-store';
import { MINUTE_MS } from '@/lib/shared/clock';
import { ok, type Result } from '@/lib/shared/result';
import type { SourceFault } from '@/lib/sources/fault';
import { withSource } from '@/lib/sources/read';
import { advance, type Reading, reachEnd, whileHeld } from '@/lib/sources/reading-store';
import { firstAttemptStatement } from '@/lib/sources/statements';
import { takeSeenNodes } from './source-definitions';
import { DONE, endOf, MORE, type Turn, type TurnEnd } from './source-shop';
import { takeSlice } from './source-slice';

/** Goes on with the first count of a source, slice by slice, until it has reached its end or the turn is over. */
export async function countFirst(turn: Turn, { readTo, countFrom, countTo }: Reading): Promise<TurnEnd> {
  const to = countTo ?? turn.shop.now();
  let from = readTo;
  if (from === null) {
    const begin = await beginning(turn, countFrom ?? to, to);
    if (!begin.ok) return endOf(begin.error, turn);
    from = begin.value;
  }
  while (from < to) {
    const end = await readOn(turn, { from, to, readTo: from, rows: true });
    if (end.kind !== 'read') return end;
    from = end.readTo;
    if (from < to && turn.isOver()) return MORE;
  }
  await whileHeld(turn.shop.db, turn.hold, (tx) => reachEnd(tx, turn.hold, to));
  return DONE;
}

/**
 * Reads what has come since, and again what the platform may have written or changed within the look-back. What was
 * reached stays when the turn is over in the middle, but never before something new was reached.
 */
export async function follow(turn: Turn, { readTo, countTo }: Reading): Promise<TurnEnd> {
  const to = turn.shop.now();
  const reached = readTo ?? countTo ?? to;
  const { leftAt } = turn.shop.memory;
  const left = leftAt.get(turn.hold.sourceId);
  const goesOn = left?.readTo === reached.getTime() && performance.now() - left.at < MINUTE_MS;
  const lookBackMs = goesOn ? 0 : turn.mapping.lookBackMinutes * MINUTE_MS;
  leftAt.delete(turn.hold.sourceId);
  let from = new Date(Math.min(reached.getTime(), to.getTime()) - lookBackMs);
  let until = reached;
  while (from < to) {
    const end = await readOn(turn, { from, to, readTo: until, rows: false });
    if (end.kind !== 'read') return end;
    from = end.slice;
    until = end.readTo;
    if (from < to && until > reached && turn.isOver()) {
      leftAt.set(turn.hold.sourceId, { readTo: until.getTime(), at: performance.now() });
      return MORE;
    }
  }
  await whileHeld(turn.shop.db, turn.hold, (tx) => reachEnd(tx, turn.hold, to));
  return DONE;
}

interface ReadOn {
  readonly from: Date;
  readonly to: Date;
  /** Up to here, everything was read before. */
  readonly readTo: Date;
  /** Its rows count as those of the first count. */
  readonly rows: boolean;
}

type ReadEnd = TurnEnd | { readonly kind: 'read'; readonly slice: Date; readonly readTo: Date };

async function readOn(turn: Turn, { from, to, readTo, rows }: ReadOn): Promise<ReadEnd> {
  const { shop, hold } = turn;
  const taken = await takeSlice(turn, {
    ...{ from, to, freshFrom: readTo },
    store: async (tx, attempts) => {
      const { added, changed } = await storeAttempts(tx, hold.sourceId, attempts);
      if (added + changed > 0) shop.onSteps();
    },
  });
  if (!taken.ok) return endOf(taken.error, turn);
  const { slice, unknowns, nodes } = taken.value;
  await takeSeenNodes(turn, nodes);
  const reached = slice.to > readTo ? slice.to : readTo;
  await whileHeld(shop.db, hold, (tx) =>
    advance(tx, hold, { readTo: reached, rows: rows ? taken.value.rows : 0, unknowns }),
  );
  return { kind: 'read', slice: slice.to, readTo: reached };
}

/** Where the first count begins: with the platform's first attempt, if that is later. */
async function beginning(turn: Turn, from: Date, to: Date): Promise<Result<Date, SourceFault>> {
  const first = await firstAttempt(turn);
  if (!first.ok) return first;
  if (first.value === 'unknown') return ok(from);
  if (first.value === null || first.value > to) return ok(to);
  return ok(first.value > from ? first.value : from);
}

/** The platform's first attempt; null: it has none. `unknown`: without an index, asking takes too long. */
export async function firstAttempt(turn: Turn): Promise<Result<Date | 'unknown' | null, SourceFault>> {
  const { place, mapping, shop } = turn;
  const { limits, stopping: signal } = shop;
  const found = await withSource(
    place,
    (reader) => reader.all<{ first: Date | null }>(firstAttemptStatement(mapping), 1),
    { statementMs: limits.statementMs, signal },
  );
  if (found.ok) return ok(found.value[0]?.first ?? null);
  return found.error.code === 'timeout' && !signal.aborted ? ok('unknown') : found;
}
