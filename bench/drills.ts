/**
 * Drills at once: `npm run bench -- drills`. Two worker processes do all five drills of 40 nodes, 200 in all, on real
 * sockets and a shortened clock; the time from asking to the last verdict, next to what the same drills lasted one
 * after the other (the sum of their own times in the same run). `FAILPATH_BENCH_DRILLS` for as many.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TEST_KEYS } from '@/lib/alerts/testing/outbox';
import { createDb, type Db } from '@/lib/db/client';
import { ALL_FIVE, askForDrills, makeDrillWorld } from '@/lib/drills/testing/drill-world';
import { wake } from '@/lib/queue/queue';
import { withBenchDatabase } from './bench-database';
import { demandOk, report } from './report';

const DRILLS = Number(process.env.FAILPATH_BENCH_DRILLS ?? 200);
const NODES = Math.ceil(DRILLS / ALL_FIVE.length);
const WORKERS = 2;
const PATIENCE_MS = 600_000;
/** Of what they last one after the other: two workers with eight runs each, of which most only wait. */
const AIM = 0.25;
const WORKER = path.join(import.meta.dirname, 'drill-worker.ts');

await withBenchDatabase(measure);

async function measure(url: string): Promise<void> {
  const db = createDb(url);
  const workers = await Promise.all(Array.from({ length: WORKERS }, () => startWorkerProcess(url)));
  try {
    // Code is compiled before anything counts.
    await untilDone(db, [await ask(db), await ask(db)]);
    const begun = performance.now();
    const runs: string[] = [];
    for (let node = 0; node < NODES; node++) runs.push(await ask(db));
    await untilDone(db, runs);
    const wallMs = performance.now() - begun;
    const trials = await db.drillTrial.findMany({ where: { runId: { in: runs } } });
    demandOk(trials.length === NODES * ALL_FIVE.length, 'a drill is lost, or was done twice');
    demandOk(
      trials.every(({ state, round }) => state === 'passed' && round === 1),
      'not every drill passed at once',
    );
    const certificates = await db.drillCertificate.count({ where: { runId: { in: runs } } });
    demandOk(certificates === trials.length, 'a certificate is missing');
    const lasted = trials.map(
      ({ startedAt, endedAt }) => (endedAt?.getTime() ?? Number.NaN) - (startedAt?.getTime() ?? 0),
    );
    const sum = lasted.reduce((all, ms) => all + ms, 0);
    report('drills', `ms for ${trials.length} drills at once on ${WORKERS} workers`, wallMs, {
      baseline: { name: 'the same drills one after the other', value: sum },
      limit: AIM * sum,
      lost: 0,
      passed: trials.length,
      perSecond: Number((trials.length / (wallMs / 1_000)).toPrecision(3)),
    });
  } finally {
    for (const worker of workers) worker.stdin?.end();
    await Promise.all(workers.map((worker) => once(worker, 'exit')));
    await db.$disconnect();
  }
}

async function ask(db: Db): Promise<string> {
  const runId = await askForDrills(await makeDrillWorld(db));
  await wake(db, 'drill');
  return runId;
}

async function untilDone(db: Db, runs: readonly string[]): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  const open = { id: { in: [...runs] }, state: { in: ['queued', 'running'] } };
  while ((await db.drillRun.count({ where: open })) > 0) {
    demandOk(performance.now() < until, 'drills do not come to their end');
    await sleep(100);
  }
}

async function startWorkerProcess(url: string): Promise<ChildProcess> {
  const worker = spawn(process.execPath, ['--import', 'tsx', WORKER, url], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, FAILPATH_SECRET_KEYS: TEST_KEYS },
  });
  await once(worker.stdout, 'data');
  return worker;
}
