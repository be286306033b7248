/**
 * Taking run steps in batches: `npm run bench -- ingest`. Rows per second of the command, from the text of a
 * request on, next to `COPY` of as many rows into the same table in the same run; and the memory that is held
 * after many batches. `FAILPATH_BENCH_ROWS=5000000` for as many rows; the default is 200,000.
 */
import { chmod, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Ctx } from '@/lib/accounts/context';
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';
import { createDb } from '@/lib/db/client';
import { ingestSteps } from '@/lib/history/ingest';
import { ingestSchema, MAX_STEPS } from '@/lib/history/ingest-schema';
import { makeTemporaryFolder, runOn } from '@/lib/testing/server';
import { withBenchDatabase } from './bench-database';
import { demandOk, report } from './report';

const ROWS = Number(process.env.FAILPATH_BENCH_ROWS ?? 200_000);
/** Batches that are sent between two COPYs of as many rows: both meet the table at the same size. */
const BATCHES = 5;
const ROUND = BATCHES * MAX_STEPS;
const ROUNDS = Math.max(2, Math.ceil(ROWS / ROUND));
/** Of what COPY takes. */
const AIM = 0.25;
/** Memory that may be held beyond that after the first rounds, whatever the number of rows. */
const MORE_MB = 16;
const MEGABYTE = 1024 * 1024;
const START = Date.parse('2026-11-01T00:00:00Z');

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

const folder = await makeTemporaryFolder();
try {
  await withBenchDatabase(measure);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(url: string): Promise<void> {
  const db = createDb(url);
  const { id: sourceId } = await db.source.create({ data: { key: 'own', name: 'Failpath', kind: 'failpath' } });
  const ctx: Ctx = { db, actor: LOCAL_OWNER, now: new Date(START + 30 * 86_400_000) };
  // Code is compiled and plans are made before anything counts.
  await takeBatch(ctx, batchText('warm', 0));
  const copied: number[] = [];
  const taken: number[] = [];
  const heap: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    copied.push(await copyRows(url, sourceId, round));
    let ms = 0;
    for (let batch = 0; batch < BATCHES; batch++) {
      const text = batchText('ingest', round * BATCHES + batch);
      const start = performance.now();
      await takeBatch(ctx, text);
      ms += performance.now() - start;
    }
    taken.push(ms);
    heap.push(heapNow());
  }
  demandOk((await db.workflowRunStep.count()) === 2 * ROUNDS * ROUND + MAX_STEPS, 'not every row is there');
  await db.$disconnect();
  reportSpeed(copied, taken);
  reportMemory(heap);
}

function reportSpeed(copied: readonly number[], taken: readonly number[]): void {
  const perSecond = (rounds: readonly number[]) => (rounds.length * ROUND * 1_000) / sum(rounds);
  const baseline = { name: 'COPY into the same table', value: perSecond(copied) };
  const value = perSecond(taken);
  report('ingest', 'rows per second', value, {
    baseline,
    copyRowsPerSecond: Math.round(baseline.value),
    atLeast: AIM,
    within: value / baseline.value >= AIM,
    rows: ROUNDS * ROUND,
  });
}

/** The first rounds fill caches that have an end (plans, compiled code); after them nothing may be held. */
function reportMemory(heap: readonly number[]): void {
  const settled = heap[Math.floor((heap.length - 1) / 2)] ?? 0;
  const last = heap.at(-1) ?? 0;
  report('ingest', 'heap in MB at the end', last, {
    baseline: { name: 'heap in MB half-way', value: settled },
    limit: Math.ceil(settled + MORE_MB),
    rows: ROUNDS * ROUND,
    residentMb: Math.round(process.memoryUsage.rss() / MEGABYTE),
  });
}

/** What the route does with a body once its bytes are there. */
async function takeBatch(ctx: Ctx, text: string): Promise<void> {
  const outcome = await ingestSteps(ctx, ingestSchema.parse(JSON.parse(text)));
  demandOk(outcome.ok && outcome.value.accepted === MAX_STEPS, 'a batch was not taken');
}

/** COPY reads a file on the server's own disk: nothing is faster. */
async function copyRows(url: string, sourceId: string, round: number): Promise<number> {
  const file = path.join(folder, `${round}.tsv`);
  const lines = Array.from({ length: ROUND }, (_, index) => {
    const { workflowId, runId, nodeId, status, errorCode, errorMessage, payloadHash, occurredAt, durationMs } = step(
      'copy',
      round * ROUND + index,
    );
    const columns = [
      sourceId,
      workflowId,
      runId,
      nodeId,
      status,
      errorCode,
      errorMessage,
      payloadHash,
      occurredAt,
      durationMs,
    ];
    return columns.map((each) => each ?? '\\N').join('\t');
  });
  await writeFile(file, `${lines.join('\n')}\n`);
  await chmod(file, 0o644);
  const start = performance.now();
  await runOn(
    url,
    `copy workflow_run_step (source_id, workflow_id, run_id, node_id, status, error_code, error_message, payload_hash,
       occurred_at, duration_ms) from '${file}'`,
  );
  const ms = performance.now() - start;
  await rm(file);
  return ms;
}

function batchText(kind: string, batch: number): string {
  const steps = Array.from({ length: MAX_STEPS }, (_, index) => step(kind, batch * MAX_STEPS + index));
  return JSON.stringify({ steps });
}

/** Steps as a platform has them: 5 % failed, 200 workflows, a run for each 12 steps. */
function step(kind: string, index: number) {
  const failed = index % 20 === 0;
  return {
    workflowId: `workflow-${index % 200}`,
    runId: `${kind}-${Math.floor(index / 2_400)}-${index % 200}`,
    nodeId: `node-${Math.floor((index % 2_400) / 200)}`,
    status: failed ? 'failed' : 'succeeded',
    errorCode: failed ? `code_${index % 7}` : null,
    errorMessage: failed ? `the service did not answer in time (request ${index})` : null,
    payloadHash: `sha256:${index.toString(16).padStart(16, '0')}`,
    occurredAt: new Date(START + index * 100).toISOString(),
    durationMs: 120 + (index % 900),
  };
}

function heapNow(): number {
  if (typeof collectGarbage === 'function') collectGarbage();
  return process.memoryUsage().heapUsed / MEGABYTE;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
