import { type Ctx, demand } from '@/lib/accounts/context';
import { record } from '@/lib/audit/record';
import type { Tx } from '@/lib/db/client';
import { dbFailure } from '@/lib/db/errors';
import { Prisma } from '@/lib/db/generated/client';
import { wake } from '@/lib/queue/queue';
import { DAY_MS } from '@/lib/shared/clock';
import { ok, type Result } from '@/lib/shared/result';
import { OWN_SOURCE, ownSourceId } from '@/lib/workflows/own-source-store';
import { arrayLiteral } from './array-literal';
import { trialOfRun } from './drill-run-id';
import { partDrills } from './drill-steps-store';
import { type Item, merge } from './ingest-items';
import {
  type IngestInput,
  type IngestOutcome,
  keptMessage,
  type RunStep,
  readStep,
  type StepError,
} from './ingest-schema';

/** A clock that is ahead of ours is forgiven so much; beyond it, the step would count in every period to come. */
const AHEAD_MS = DAY_MS;
/** No log of a platform is older; a year that no calendar of ours or of Postgres has would refuse the whole batch. */
const EARLIEST_MS = Date.UTC(1970, 0, 1);
const ATTEMPTS = 3;

/**
 * Takes run steps as a platform reports them, in any order and as often as it likes. A step is named by source,
 * workflow, run, node, sub-index and attempt: new ones become rows; a row that was running and is reported as
 * ended is brought up to date; one that says nothing new (the same again, or "running" once more or too late) is
 * a duplicate. An end that contradicts the recorded one is an error, `differs`: what was recorded stays. Items
 * that do not hold are named by index and the others taken. The batch is written by one statement; when something
 * came in, a worker is woken to follow it. Steps of drills go to the tables of drills, by the same rules, until their
 * trial has ended.
 */
export async function ingestSteps(ctx: Ctx, { steps }: IngestInput): Promise<Result<IngestOutcome, never>> {
  demand(ctx, 'history.write');
  const read = await readItems(ctx, steps);
  const merged = merge(read.items);
  const { real, drills, closed } = await partDrills(ctx.db, merged.items);
  const items = [...real, ...drills.items];
  const [duplicates, twice] = [merged.duplicates + drills.duplicates, [...merged.differing, ...drills.differing]];
  const written = await write(ctx, { all: merged.items, real, drills: drills.items }, read.sources);
  if (real.length > 0 && written.accepted + written.updated > 0) await wake(ctx.db, 'follow');
  const known = items.length - written.accepted - written.updated;
  const differing =
    known > 0
      ? [...(await findDiffering(ctx, STEPS, real)), ...(await findDiffering(ctx, DRILL_STEPS, drills.items))]
      : [];
  const contradictions = [...twice, ...differing].map((index) => ({ index, path: '', code: 'differs' }));
  const tooLate = closed.map((index) => ({ index, path: 'runId', code: 'drill_ended' }));
  const errors = [...read.errors, ...contradictions, ...tooLate].sort((a, b) => a.index - b.index);
  const rejected = new Set(errors.map(({ index }) => index)).size;
  return ok({ ...written, duplicates: duplicates + known - differing.length, rejected, errors });
}

interface Read {
  /** Every item that holds and whose source is known. */
  readonly items: readonly Item[];
  readonly errors: readonly StepError[];
  /** The sources that are named, by key. */
  readonly sources: ReadonlyMap<string, KnownSource>;
}

async function readItems(ctx: Ctx, steps: readonly unknown[]): Promise<Read> {
  const errors: StepError[] = [];
  const latest = ctx.now.getTime() + AHEAD_MS;
  const held: { index: number; step: RunStep; at: Date }[] = [];
  for (const [index, item] of steps.entries()) {
    const reading = readStep(item, index);
    if ('errors' in reading) {
      errors.push(...reading.errors);
      continue;
    }
    const at = new Date(reading.step.occurredAt);
    if (at.getTime() > latest) errors.push({ index, path: 'occurredAt', code: 'in_future' });
    else if (at.getTime() < EARLIEST_MS) errors.push({ index, path: 'occurredAt', code: 'too_early' });
    else held.push({ index, step: reading.step, at });
  }
  const sources = await sourcesOf(ctx, new Set(held.map(({ step }) => step.source)));
  const items = held.flatMap((each) => {
    const source = sources.get(each.step.source);
    const known = source && (!source.connected || trialOfRun(each.step.runId) !== null);
    if (known) return [{ ...each, sourceId: source.id }];
    // Of a connected source, the platform's own tables are the truth: a recount would take such a step away again.
    errors.push({ index: each.index, path: 'source', code: source ? 'connected_source' : 'unknown_source' });
    return [];
  });
  return { items, errors, sources };
}

interface KnownSource {
  readonly id: string;
  /** Failpath reads it by itself. */
  readonly connected: boolean;
}

async function sourcesOf({ db, now }: Ctx, keys: ReadonlySet<string>): Promise<Map<string, KnownSource>> {
  if (keys.size === 0) return new Map();
  const rows = await db.source.findMany({
    where: { key: { in: [...keys] } },
    select: { key: true, id: true, mapping: { select: { sourceId: true } } },
  });
  const known = new Map(rows.map(({ key, id, mapping }) => [key, { id, connected: mapping !== null }]));
  const own = OWN_SOURCE.key;
  if (keys.has(own) && !known.has(own)) known.set(own, { id: await ownSourceId(db, now), connected: false });
  return known;
}

type Written = Pick<IngestOutcome, 'accepted' | 'updated'>;

/** The real history, and that of drills. */
const STEPS = Prisma.sql`workflow_run_step`;
const DRILL_STEPS = Prisma.sql`drill.workflow_run_step`;
const NOTHING: Written = { accepted: 0, updated: 0 };

async function write(
  ctx: Ctx,
  { all, real, drills }: Readonly<Record<'all' | 'real' | 'drills', readonly Item[]>>,
  sources: ReadonlyMap<string, KnownSource>,
): Promise<Written> {
  if (real.length + drills.length === 0) return NOTHING;
  for (let attempt = 1; ; attempt++) {
    try {
      return await ctx.db.$transaction(
        async (db) => {
          const [steps, ofDrills] = [await upsert(db, STEPS, real), await upsert(db, DRILL_STEPS, drills)];
          const written = { accepted: steps.accepted + ofDrills.accepted, updated: steps.updated + ofDrills.updated };
          await recordIngest(ctx, db, all, sources, written);
          return written;
        },
        { timeout: 60_000, maxWait: 30_000 },
      );
    } catch (error) {
      if (attempt >= ATTEMPTS || dbFailure(error)?.kind !== 'conflict') throw error;
    }
  }
}

/** Columns travel as arrays, one text each: the driver has nothing to convert, and Postgres reads them at once. */
async function upsert(db: Tx, table: Prisma.Sql, items: readonly Item[]): Promise<Written> {
  if (items.length === 0) return NOTHING;
  const column = (pick: (item: Item) => string | number | null | undefined) => arrayLiteral(items.map(pick));
  const [written] = await db.$queryRaw<Written[]>`
    with written as (
      insert into ${table} as s (
        source_id, workflow_id, run_id, node_id, sub_index, attempt, status, error_code, error_message, payload_hash,
        occurred_at, duration_ms)
      select * from unnest(
        ${column((each) => each.sourceId)}::uuid[], ${column(({ step }) => step.workflowId)}::text[],
        ${column(({ step }) => step.runId)}::text[], ${column(({ step }) => step.nodeId)}::text[],
        ${column(({ step }) => step.subIndex)}::text[], ${column(({ step }) => step.attempt)}::int[],
        ${column(({ step }) => step.status)}::text[], ${column(({ step }) => step.errorCode)}::text[],
        ${column(({ step }) => keptMessage(step.errorMessage))}::text[],
        ${column(({ step }) => step.payloadHash)}::text[], ${column(({ at }) => at.toISOString())}::timestamptz[],
        ${column(({ step }) => step.durationMs)}::int[])
      on conflict (source_id, workflow_id, run_id, node_id, sub_index, attempt) do update
        set status = excluded.status, error_code = excluded.error_code, error_message = excluded.error_message,
            payload_hash = coalesce(excluded.payload_hash, s.payload_hash), occurred_at = excluded.occurred_at,
            duration_ms = excluded.duration_ms
        where s.status = 'running' and excluded.status <> 'running'
      returning xmax = 0 as fresh
    )
    select (count(*) filter (where fresh))::int as accepted, (count(*) filter (where not fresh))::int as updated
    from written`;
  if (!written) throw new Error('a count is always one row');
  return written;
}

/** Steps that were recorded with another end; rows that have ended never change, so this may be asked afterwards. */
async function findDiffering({ db }: Ctx, table: Prisma.Sql, items: readonly Item[]): Promise<number[]> {
  const ended = items.filter(({ step }) => step.status !== 'running');
  if (ended.length === 0) return [];
  const column = (pick: (item: Item) => string | number | null | undefined) => arrayLiteral(ended.map(pick));
  const rows = await db.$queryRaw<{ index: number }[]>`
    select g.index from unnest(
      ${column(({ index }) => index)}::int[], ${column((each) => each.sourceId)}::uuid[],
      ${column(({ step }) => step.workflowId)}::text[], ${column(({ step }) => step.runId)}::text[],
      ${column(({ step }) => step.nodeId)}::text[], ${column(({ step }) => step.subIndex)}::text[],
      ${column(({ step }) => step.attempt)}::int[], ${column(({ step }) => step.status)}::text[],
      ${column(({ step }) => step.errorCode)}::text[], ${column(({ at }) => at.toISOString())}::timestamptz[]
    ) as g(index, source_id, workflow_id, run_id, node_id, sub_index, attempt, status, error_code, occurred_at)
    join ${table} s using (source_id, workflow_id, run_id, node_id, sub_index, attempt)
    where (s.status, s.error_code, s.occurred_at) is distinct from (g.status, g.error_code, g.occurred_at)`;
  return rows.map(({ index }) => index);
}

/** One entry per batch and source, with numbers: what came in stands in the history itself. */
async function recordIngest(
  ctx: Ctx,
  db: Tx,
  items: readonly Item[],
  sources: ReadonlyMap<string, KnownSource>,
  written: Written,
): Promise<void> {
  if (written.accepted + written.updated === 0) return;
  for (const [key, { id }] of sources) {
    const steps = items.filter(({ sourceId }) => sourceId === id).length;
    const after = sources.size === 1 ? { steps, ...written } : { steps };
    await record(ctx, db, { action: 'history.ingest', subject: { kind: 'source', id, name: key }, after });
  }
}
