/**
 * Figures from rollups against the same figures from the steps: `npm run bench -- rollups`. 500 nodes, 60 days,
 * `FAILPATH_BENCH_STEPS` steps (default 1,000,000) in the order of time, about one in twenty failed, most of those tried
 * again. Prints how long the brief's query with the executions of each node takes by rollups and by steps, what upkeep
 * costs beside inserting the steps, the memory of the first count, and sizes. `FAILPATH_BENCH_URL` names an empty database to
 * use instead of a throwaway one.
 */
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';
import { createDb, type Db } from '@/lib/db/client';
import { connectionConfig } from '@/lib/db/connection';
import { migrate } from '@/lib/db/migrate';
import { failureRows, nodeTotals } from '@/lib/history/queries';
import { DAY_MS } from '@/lib/shared/clock';
import { rollAll } from '@/lib/worker/rollup';
import { withBenchDatabase } from './bench-database';
import { demandOk, percentile, report } from './report';

const STEPS = Number(process.env.FAILPATH_BENCH_STEPS ?? 1_000_000);
const DAYS = 60;
const NODES = 500;
const WRITE = 50_000;
/** Upkeep is measured over so many steps; the others come in bulk. */
const UPKEEP = 500_000;
const FILL = 500_000;
/** The last steps are not rolled up when the figures are read, as they would not be yet. */
const TAIL = 5_000;
const ROUNDS = 15;

const given = process.env.FAILPATH_BENCH_URL;
await (given === undefined ? withBenchDatabase(measure) : migrate(given).then(() => measure(given)));

async function measure(url: string): Promise<void> {
  const db = createDb(url);
  const client = new pg.Client(connectionConfig(url));
  await client.connect();
  const now = new Date();
  const begun = new Date(now.getTime() - DAYS * DAY_MS);
  const sourceId = await makeSource(db);
  const kept = await keepUp(db, client, sourceId, begun);
  await fill(client, sourceId, begun, kept.steps);
  await client.query('vacuum analyze');
  await countAgain(db, client, STEPS - TAIL);
  await weigh(client);
  await writeSingly(client, sourceId, begun, kept.rolledMsPerStep);
  await read(db, client, now);
  await client.end();
  await db.$disconnect();
}

/** The rest of the history, as fast as it goes: without its indexes, which are made again afterwards. */
async function fill(client: pg.Client, sourceId: string, begun: Date, from: number): Promise<void> {
  const { rows } = await client.query<{ name: string; text: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text
     from pg_index where indrelid = 'workflow_run_step'::regclass and not indisprimary`,
  );
  if (from >= STEPS - TAIL) return;
  for (const { name } of rows) await client.query(`drop index ${name}`);
  for (let steps = from; steps < STEPS - TAIL; steps += FILL) {
    await write(client, sourceId, begun, steps, Math.min(FILL, STEPS - TAIL - steps));
    console.error(`${steps} steps`);
  }
  await client.query("set maintenance_work_mem = '1GB'");
  for (const { text } of rows) await client.query(text);
}

interface KeptUp {
  readonly steps: number;
  readonly rolledMsPerStep: number;
}

/** Writes the first steps in batches, and rolls each of them up: what that costs beside writing them. */
async function keepUp(db: Db, client: pg.Client, sourceId: string, begun: Date): Promise<KeptUp> {
  const written: number[] = [];
  const rolled: number[] = [];
  let steps = 0;
  const most = Math.min(STEPS - TAIL, UPKEEP);
  for (; steps < most; steps += WRITE) {
    written.push(await timed(() => write(client, sourceId, begun, steps, Math.min(WRITE, most - steps))));
    rolled.push(await timed(() => rollAll({ db, now: () => new Date(), all: true })));
    if (steps === 0) await client.query('vacuum analyze');
  }
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  report('rollups', 'upkeep, ms', sum(rolled), {
    baseline: { name: 'inserting the same steps, 50,000 by one statement', value: sum(written) },
    ...{ steps: STEPS, median: percentile(rolled, 0.5), last: rolled.at(-1) },
  });
  const kept = Math.min(steps, most);
  return { steps: kept, rolledMsPerStep: sum(rolled) / kept };
}

/** The last steps, as an engine writes them: each by a prepared statement of its own, committed before the next. */
async function writeSingly(client: pg.Client, sourceId: string, begun: Date, rolledMsPerStep: number): Promise<void> {
  const took = await timed(async () => {
    for (let step = STEPS - TAIL; step < STEPS; step++) await write(client, sourceId, begun, step, 1);
  });
  report('rollups', 'upkeep, ms per thousand steps', rolledMsPerStep * 1_000, {
    baseline: { name: 'inserting a thousand steps, each committed by itself', value: took / (TAIL / 1_000) },
    ...{ steps: STEPS },
  });
}

/** The first count of a history that is there already, and the most memory that its connection takes. */
async function countAgain(db: Db, client: pg.Client, steps: number): Promise<void> {
  await client.query('delete from rolled_source');
  await client.query('truncate history_day, history_span, history_orphan, history_gone');
  const before = process.memoryUsage.rss();
  let most = before;
  let server = 0;
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
    void serverMemory(client).then((bytes) => {
      server = Math.max(server, bytes);
    });
  }, 200);
  const took = await timed(() => rollAll({ db, now: () => new Date(), all: true }));
  clearInterval(watching);
  report('rollups', 'first count, ms', took, {
    baseline: { name: 'ms for a thousand steps', value: steps / 1_000 },
    ...{ steps, processMemoryGrownMb: Math.round((most - before) / 1e6), serverProcessMb: Math.round(server / 1e6) },
  });
}

/** The most that a connection's process has of its own, where it runs on this machine; else 0. */
async function serverMemory(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  const own = rows.map(async ({ pid }) => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
  });
  return Math.max(0, ...(await Promise.all(own)));
}

/** How large the tables are, with and without their indexes. */
async function weigh(client: pg.Client): Promise<void> {
  const sizes = (tables: string) => `
    select sum(pg_table_size(t))::float8 / 1e6 as tables, sum(pg_indexes_size(t))::float8 / 1e6 as indexes
    from unnest(array[${tables}]::regclass[]) as t`;
  interface Sizes {
    readonly tables: number;
    readonly indexes: number;
  }
  const { rows: steps } = await client.query<Sizes>(sizes("'workflow_run_step'"));
  const { rows: rollups } = await client.query<Sizes>(
    sizes("'history_series', 'history_day', 'history_span', 'history_orphan', 'history_gone'"),
  );
  const sum = ([row]: readonly Sizes[]) => (row?.tables ?? 0) + (row?.indexes ?? 0);
  report('rollups', 'size of the rollups, MB', sum(rollups), {
    baseline: { name: 'size of the steps, MB', value: sum(steps) },
    ...{ steps: STEPS, ofSteps: steps[0], ofRollups: rollups[0] },
  });
}

async function read(db: Db, client: pg.Client, now: Date): Promise<void> {
  const ctx = { db, actor: LOCAL_OWNER, now };
  const from = new Date(now.getTime() - 30 * DAY_MS);
  const own: number[] = [];
  let failures = 0;
  let executions = 0;
  for (let round = 0; round < ROUNDS + 2; round++) {
    const took = await timed(async () => {
      const [codes, nodes] = [await failureRows(ctx), await nodeTotals(ctx)];
      failures = codes.reduce((sum, row) => sum + row.failures, 0);
      executions = nodes.reduce((sum, row) => sum + row.executions, 0);
    });
    if (round > 1) own.push(took);
  }
  const plain: number[] = [];
  for (let round = 0; round < 3; round++) {
    const took = await timed(async () => {
      const codes = await client.query(
        `select node_id, error_code, count(*), min(occurred_at), max(occurred_at) from workflow_run_step
         where status = 'failed' and occurred_at >= $1 group by node_id, error_code`,
        [from],
      );
      const nodes = await client.query(
        `select node_id, count(distinct (run_id, node_id)) from workflow_run_step
         where status in ('failed', 'succeeded') and occurred_at >= $1 group by node_id`,
        [from],
      );
      const sum = (rows: readonly { count: string }[]) => rows.reduce((total, { count }) => total + Number(count), 0);
      demandOk(sum(codes.rows) === failures && sum(nodes.rows) === executions, 'the figures are not the same');
    });
    if (round > 0) plain.push(took);
  }
  report('rollups', 'failures and executions of 30 days, ms', percentile(own, 0.5), {
    baseline: { name: 'the same from the steps', value: percentile(plain, 0.5) },
    ...{
      steps: STEPS,
      p95: percentile(own, 0.95),
      plain: percentile(plain, 0.5),
      load: (await readFile('/proc/loadavg', 'utf8').catch(() => '')).slice(0, 14),
    },
  });
}

/** Steps in the order of time: of 33 executions one has a second attempt, after five to eighty seconds. */
async function write(client: pg.Client, sourceId: string, begun: Date, from: number, count: number): Promise<void> {
  const everyMs = (DAYS * DAY_MS) / STEPS;
  await client.query({
    name: 'write steps',
    text: `insert into workflow_run_step (source_id, workflow_id, run_id, node_id, attempt, status, error_code,
       error_message, payload_hash, occurred_at, duration_ms)
     select $1, 'flow-' || node % 20, 'run-' || e, 'node-' || node, attempt,
       case when failed then 'failed' else 'succeeded' end,
       case when failed then (array['timeout', 'http_503', 'http_401', 'card_declined', 'ECONNRESET'])[1 + (hashtext('code ' || e) & 2147483647) % 5] end,
       case when failed then 'it did not work' end, md5(e::text),
       $2::timestamptz + (n * $3::float8 + case when attempt = 2 then 5000 + e % 75000 else 0 end) * interval '1 millisecond',
       100
     from (
       select n, n / 33 * 32 + least(n % 33, 31) as e, 1 + (n % 33 = 32)::int as attempt,
              n % 33 = 31 or (n % 33 = 7 and n % 2 = 0) as failed,
              (hashtext('node ' || n / 33 * 32 + least(n % 33, 31)) & 2147483647) % ${NODES} as node
       from generate_series($4::bigint, $5::bigint) as n
     ) step`,
    values: [sourceId, begun, everyMs, from, from + count - 1],
  });
}

async function makeSource(db: Db): Promise<string> {
  const { id } = await db.source.create({ data: { key: 'bench', name: 'Bench', kind: 'failpath' } });
  return id;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
