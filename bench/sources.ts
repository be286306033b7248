/**
 * The first count of a connected source: `npm run bench -- sources`. Rows per second from the platform's tables into ours,
 * next to plain `COPY` out of the same tables and into the same one, in the same run on the same server; a recount of all
 * of it; and the memory that is held through it. `FAILPATH_BENCH_ROWS=10000000` for as many rows; the default is 1,000,000.
 */
import { chmod, rm } from 'node:fs/promises';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';
import { createDb, type Db } from '@/lib/db/client';
import { parseKeyring } from '@/lib/secrets/keyring';
import { DAY_MS } from '@/lib/shared/clock';
import { claimReading } from '@/lib/sources/reading-store';
import { sourceMappingSchema } from '@/lib/sources/schema';
import { askRecount, connectSource } from '@/lib/sources/source-commands';
import { makeTemporaryFolder, runOn } from '@/lib/testing/server';
import { readTurn } from '@/lib/worker/source-turn';
import { sourceShop } from '@/lib/worker/sources';
import { addRuns, loadPlatform } from '@/lib/worker/testing/source-world';
import { withBenchDatabase } from './bench-database';
import { demandOk, report } from './report';

const ROWS = Number(process.env.FAILPATH_BENCH_ROWS ?? 1_000_000);
const NOW = new Date('2026-11-20T08:00:00Z');
/** Of what COPY takes. */
const AIM = 0.2;
/** Memory that may be held beyond that after the first turns, whatever the number of rows. */
const MORE_MB = 50;
const MEGABYTE = 1024 * 1024;
const KEYS = `t1:${Buffer.alloc(32).toString('base64')}`;

process.env.FAILPATH_SECRET_KEYS = KEYS;
setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

const folder = await makeTemporaryFolder();
try {
  await withBenchDatabase(measure);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(url: string): Promise<void> {
  await loadPlatform(url);
  await addRuns(url, ROWS, new Date(NOW.getTime() - 60 * DAY_MS), new Date(NOW.getTime() - DAY_MS));
  await runOn(url, 'analyze vm0.agent_runs');
  const db = createDb(url);
  const ctx = { db, actor: LOCAL_OWNER, now: NOW };
  const copyMs = await copyRows(url);
  const preset = { kind: 'preset', platform: 'vm0', schema: 'vm0', firstDays: 90, recountHours: null };
  const mapping = sourceMappingSchema.parse(preset);
  const connected = await connectSource(ctx, { name: 'VM0', place: { kind: 'own' }, mapping });
  if (!connected.ok) throw new Error(connected.error.reason);
  const { id } = connected.value;
  const count = await readWhole(db);
  demandOk((await held(db, id)) === ROWS, 'not every row is there');
  const baseline = { name: 'COPY out of the tables and into the table', value: (ROWS * 1_000) / copyMs };
  const speed = (figure: string, ms: number) => {
    const value = (ROWS * 1_000) / ms;
    report('sources', figure, value, { baseline, atLeast: AIM, within: value / baseline.value >= AIM, rows: ROWS });
  };
  speed('first count, rows per second', count.ms);
  reportMemory('first count', count.heap);
  const asked = await askRecount(ctx, { id });
  demandOk(asked.ok);
  const recount = await readWhole(db);
  speed('recount, rows per second', recount.ms);
  demandOk((await db.sourceRecount.count({ where: { state: 'done', added: 0, changed: 0, gone: 0 } })) === 1);
  reportMemory('recount', recount.heap);
  await db.$disconnect();
}

/** Out into a file on the server's own disk, in the shape of our steps, and in again: nothing is faster. */
async function copyRows(url: string): Promise<number> {
  const file = path.join(folder, 'rows.tsv');
  await chmod(folder, 0o777);
  const columns = 'source_id, workflow_id, run_id, node_id, status, error_code, error_message, occurred_at';
  const start = performance.now();
  await runOn(
    url,
    `copy (select '00000000-0000-4000-8000-000000000000'::uuid, workflow_id, run_id, node_id, status, error_code,
       error_message, occurred_at from vm0.attempts order by occurred_at) to '${file}'`,
  );
  await runOn(url, `copy workflow_run_step (${columns}) from '${file}'`);
  return performance.now() - start;
}

/** Turn after turn as a worker does, until nothing is due; the heap after each turn. */
async function readWhole(db: Db): Promise<{ readonly ms: number; readonly heap: readonly number[] }> {
  const keyring = parseKeyring(KEYS);
  if (!keyring.ok) throw new Error(keyring.error.reason);
  const log = { warn: () => undefined, error: () => undefined };
  const shop = sourceShop({ db, log, now: () => NOW, keyring: () => keyring.value, limits: { turnMs: 2_000 } });
  const heap: number[] = [];
  let ms = 0;
  for (;;) {
    const start = performance.now();
    const hold = await claimReading(db, NOW, shop.limits.leaseMs);
    if (hold === null) return { ms, heap };
    await readTurn(shop, hold);
    ms += performance.now() - start;
    heap.push(heapNow());
  }
}

/** The first turns fill caches that have an end (plans, compiled code); after them nothing may be held. */
function reportMemory(what: string, heap: readonly number[]): void {
  const settled = heap[Math.floor((heap.length - 1) / 4)] ?? 0;
  const last = heap.at(-1) ?? 0;
  report('sources', `${what}, heap in MB at the end`, last, {
    baseline: { name: 'heap in MB after a quarter', value: settled },
    limit: Math.ceil(settled + MORE_MB),
    rows: ROWS,
    residentMb: Math.round(process.memoryUsage.rss() / MEGABYTE),
  });
}

async function held(db: Db, sourceId: string): Promise<number> {
  const { _count: count } = await db.workflowRunStep.aggregate({ where: { sourceId }, _count: true });
  return count;
}

function heapNow(): number {
  if (typeof collectGarbage === 'function') collectGarbage();
  return process.memoryUsage().heapUsed / MEGABYTE;
}
