/**
 * The log against the policy in force: `npm run bench -- conformance`. Writes a history of attempts (one execution in
 * ten failed at first) in blocks and judges each block as it comes, in the batches of a worker: cost per new step,
 * next to the plain read of the same steps with all their columns, and next to the first block, so that growth shows.
 * `FAILPATH_BENCH_STEPS` (default 1,000,000) says how many.
 */
import pg from 'pg';
import { createDb, type Db } from '@/lib/db/client';
import { connectionConfig } from '@/lib/db/connection';
import { JUDGE_BATCH, judgeBatch } from '@/lib/history/conformance-store';
import { withBenchDatabase } from './bench-database';
import { demandOk, percentile, report } from './report';

const STEPS = Number(process.env.FAILPATH_BENCH_STEPS ?? 1_000_000);
const BLOCK = Math.min(100_000, STEPS);
const WRITE = 10_000;
const NODES = 100;
/** Blocks that are read plainly too: one of so many. */
const READ_EVERY = 10;
const START = Date.UTC(2026, 0, 1);
/** One execution begins that often. */
const EVERY_MS = 1_000;
const RETRY = { maxAttempts: 3, backoff: 'exponential', initialInterval: '5s', maxInterval: '1m' };

await withBenchDatabase(async (url) => {
  const db = createDb(url);
  const client = new pg.Client(connectionConfig(url));
  await client.connect();
  const sourceId = await makeWorld(db);
  const judged: number[] = [];
  const read: number[] = [];
  let executions = 0;
  let written = 0;
  while (written < STEPS) {
    written += await writeBlock(client, sourceId, written);
    const before = await placeOf(db, sourceId);
    const begun = performance.now();
    let passed = 0;
    while (passed < BLOCK) {
      const batch = await judgeBatch(db, sourceId, new Date(START + written * EVERY_MS + 3_600_000));
      demandOk(batch.steps > 0, 'a block was not judged to its end');
      passed += batch.steps;
      executions += batch.executions;
    }
    judged.push((performance.now() - begun) / passed);
    if (judged.length % READ_EVERY === 1) read.push(await readPlainly(db, sourceId, before));
    console.error(`${written} steps: ${((judged.at(-1) ?? 0) * 1_000).toFixed(1)} µs per step`);
  }
  const findings = await db.conformanceFinding.count();
  // Of every thousand executions one was tried again although terminal.
  demandOk(findings > 0, 'nothing was found');
  const [first = Number.NaN] = judged;
  const last = judged.at(-1) ?? Number.NaN;
  const about = { steps: written, executions, findings };
  report('conformance', 'ms per new step, judged (median block)', percentile(judged, 0.5), {
    baseline: { name: 'plain read of the same steps', value: percentile(read, 0.5) },
    ...about,
  });
  report('conformance', 'ms per new step at the end of the history', last, {
    baseline: { name: 'the same at its beginning', value: first },
    ...about,
  });
  await client.end();
  await db.$disconnect();
});

/** How far the judge is: the next block begins behind it. */
async function placeOf(db: Db, sourceId: string): Promise<{ change: string; id: string }> {
  const row = await db.judgedSource.findUnique({ where: { sourceId } });
  return { change: `${row?.afterChange ?? 0}`, id: `${row?.afterId ?? 0}` };
}

/** The same steps in the same batches and order, with nothing made of them: ms per step. */
async function readPlainly(db: Db, sourceId: string, place: { change: string; id: string }): Promise<number> {
  const begun = performance.now();
  let count = 0;
  while (count < BLOCK) {
    const rows = await db.$queryRaw<{ change: string; id: string }[]>`
      select change_id::text as change, id::text as id, source_id, workflow_id, run_id, node_id, sub_index, attempt,
             status, error_code, error_message, payload_hash, occurred_at, duration_ms
      from workflow_run_step
      where source_id = ${sourceId}::uuid and (change_id, id) > (${place.change}::bigint, ${place.id}::bigint)
      order by change_id, id limit ${JUDGE_BATCH}`;
    const last = rows.at(-1);
    if (!last) break;
    Object.assign(place, { change: last.change, id: last.id });
    count += rows.length;
  }
  return (performance.now() - begun) / count;
}

/** Executions in the order of their numbers; one in ten fails at first, one in a thousand as it must not go on. */
async function writeBlock(client: pg.Client, sourceId: string, from: number): Promise<number> {
  for (let done = 0; done < BLOCK; done += WRITE)
    await client.query(
      `insert into workflow_run_step (source_id, workflow_id, run_id, node_id, attempt, status, error_code,
         error_message, payload_hash, occurred_at, duration_ms)
       select $1, 'orders', 'run-' || e, 'node-' || e % ${NODES}, a,
         case when again and a = 1 then 'failed' else 'succeeded' end,
         case when again and a = 1 then case when e % 1000 = 9 then 'http_401' else 'timeout' end end,
         case when again and a = 1 then 'it did not work' end, md5(e::text),
         to_timestamp(${START / 1_000} + e * ${EVERY_MS / 1_000} + (a - 1) * 5.1), 100
       from (
         select n / 11 * 10 + least(n % 11, 9) as e, 1 + (n % 11 = 10)::int as a, n % 11 >= 9 as again
         from generate_series($2::int, $3::int) as n
       ) step`,
      [sourceId, from + done, from + done + WRITE - 1],
    );
  await client.query('analyze workflow_run_step');
  return BLOCK;
}

async function makeWorld(db: Db): Promise<string> {
  const { id } = await db.source.create({ data: { key: 'bench', name: 'Bench', kind: 'failpath' } });
  const workflow = await db.workflow.create({
    data: { sourceId: id, key: 'orders', name: 'Orders', dialect: 'failpath', fileName: 'orders.yaml', text: '' },
  });
  const configs = Object.fromEntries(Array.from({ length: NODES }, (_, n) => [`node-${n}`, { retry: RETRY }]));
  await db.workflowVersion.create({
    data: {
      ...{ workflowId: workflow.id, version: 1, text: '', changed: [], publishedBy: 'Bench' },
      ...{ configs, publishedAt: new Date(START - 86_400_000) },
    },
  });
  return id;
}
