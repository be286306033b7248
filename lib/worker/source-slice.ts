import type { Tx } from '@/lib/db/client';
import { err, ok, type Result } from '@/lib/shared/result';
import type { Attempt, NotUnderstood, RawAttempt } from '@/lib/sources/attempt';
import type { SourceFault } from '@/lib/sources/fault';
import type { Slice } from '@/lib/sources/preset';
import { withSource } from '@/lib/sources/read';
import { whileHeld } from '@/lib/sources/reading-store';
import { FIRST_SLICE_MS, nextSliceMs, shorterSliceMs } from '@/lib/sources/slice-size';
import { attemptsStatement } from '@/lib/sources/statements';
import { understand } from '@/lib/sources/understand';
import { newUnknowns, type Unknowns } from '@/lib/sources/unknowns';
import type { Turn } from './source-shop';

/** What a slice came to. */
export interface Taken {
  readonly slice: Slice;
  readonly rows: number;
  readonly unknowns: Unknowns;
  /** Nodes that its attempts name, by workflow. */
  readonly nodes: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface Taking {
  readonly from: Date;
  /** A slice never goes beyond. */
  readonly to: Date;
  /** Rows from here on were not read before. */
  readonly freshFrom: Date;
  /** Each batch, in a transaction that is only kept while the source is held. */
  readonly store: (tx: Tx, attempts: readonly Attempt[]) => Promise<void>;
}

/**
 * Reads the next slice from `from` on, as long as its predecessors have shown to be good, and stores it batch by batch.
 * One that takes too long for the platform is tried again shorter, down to a second.
 */
export async function takeSlice(turn: Turn, taking: Taking): Promise<Result<Taken, SourceFault>> {
  const { memory, limits } = turn.shop;
  const { sourceId } = turn.hold;
  for (;;) {
    const sliceMs = memory.sliceMs.get(sourceId) ?? limits.firstSliceMs ?? FIRST_SLICE_MS;
    const to = new Date(Math.min(taking.to.getTime(), taking.from.getTime() + sliceMs));
    const slice = { from: taking.from, to };
    // Several that take too long in a row must not outlast the lease.
    await whileHeld(turn.shop.db, turn.hold, async () => undefined);
    const begun = performance.now();
    const taken = await readSlice(turn, slice, taking);
    if (taken.ok) {
      const lengthMs = to.getTime() - slice.from.getTime();
      const tookMs = performance.now() - begun;
      const next = nextSliceMs(lengthMs, { rows: taken.value.rows, tookMs }, limits.sliceRows);
      // What a slice that was cut short came to says nothing of a whole one, unless it was too much.
      const isCut = to.getTime() >= taking.to.getTime();
      memory.sliceMs.set(sourceId, isCut && next >= lengthMs ? sliceMs : next);
      return taken;
    }
    const shorter = taken.error.code === 'timeout' ? shorterSliceMs(sliceMs) : null;
    if (shorter === null || turn.shop.stopping.aborted) return taken;
    memory.sliceMs.set(sourceId, Math.min(shorter, to.getTime() - slice.from.getTime()));
  }
}

async function readSlice(turn: Turn, slice: Slice, { freshFrom, store }: Taking): Promise<Result<Taken, SourceFault>> {
  const { shop, hold, place, mapping, statuses } = turn;
  const { db, limits, stopping: signal } = shop;
  const unknowns = newUnknowns(slice, freshFrom);
  const nodes = new Map<string, Set<string>>();
  let rows = 0;
  const read = await withSource(
    place,
    async (reader) => {
      const batches = reader.rows<RawAttempt & Record<string, unknown>>(
        attemptsStatement(mapping, slice),
        limits.batch,
      );
      for await (const raws of oneAhead(batches)) {
        rows += raws.length;
        const attempts = understoodOf(raws, statuses, unknowns.add);
        for (const { workflowId, nodeId } of attempts) nodesOf(nodes, workflowId).add(nodeId);
        await whileHeld(db, hold, (tx) => store(tx, attempts));
      }
    },
    { statementMs: limits.statementMs, signal },
  );
  return read.ok ? ok({ slice, rows, unknowns: unknowns.found, nodes }) : err(read.error);
}

/** The attempts among the rows; what was not understood of the others is noted. */
function understoodOf(
  raws: readonly RawAttempt[],
  statuses: Turn['statuses'],
  note: (raw: RawAttempt, reason: NotUnderstood) => void,
): Attempt[] {
  const attempts: Attempt[] = [];
  for (const raw of raws) {
    const understood = understand(raw, statuses);
    if (understood.kind === 'attempt') attempts.push(understood.attempt);
    else if (understood.kind === 'not_understood') for (const reason of understood.reasons) note(raw, reason);
  }
  return attempts;
}

function nodesOf(nodes: Map<string, Set<string>>, workflowId: string): Set<string> {
  const known = nodes.get(workflowId);
  if (known) return known;
  const fresh = new Set<string>();
  nodes.set(workflowId, fresh);
  return fresh;
}

/** The platform makes the next batch while this one is stored: the two wait for each other no more than they must. */
async function* oneAhead<T>(batches: AsyncIterable<T>): AsyncGenerator<T> {
  const source = batches[Symbol.asyncIterator]();
  let next = source.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = source.next();
      // Awaited in its turn; until then, nobody else may call it unhandled.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await next.catch(() => undefined);
    await source.return?.();
  }
}
