/**
 * From a failed step to its message: `npm run bench -- alerts`. A worker in this process follows and delivers; a
 * receiver on loopback takes signed webhooks. First 1,000 failures per minute, each an alert of its own: time from
 * the written step to the accepted message, next to one direct POST per message in the same run. Then 20,000
 * steps per minute, one in twenty failed: time from the written step to its hand-off, next to the same time at the
 * lower load. `FAILPATH_BENCH_SECONDS` (default 60) says how long each lasts.
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Ctx } from '@/lib/accounts/context';
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';
import { createDb, type Db } from '@/lib/db/client';
import { ingestSteps } from '@/lib/history/ingest';
import { formatKey, KEY_BYTES } from '@/lib/secrets/keyring';
import { currentKeyring } from '@/lib/secrets/keyring-store';
import { seal } from '@/lib/secrets/seal';
import { startWorker } from '@/lib/worker/worker';
import { withBenchDatabase } from './bench-database';
import { demandOk, percentile, report } from './report';

const SECONDS = Number(process.env.FAILPATH_BENCH_SECONDS ?? 60);
const FAILURES_PER_MINUTE = 1_000;
const STEPS_PER_MINUTE = 20_000;
const ONE_FAILED_IN = 20;
const GROUPS = 10;
const NODES = 100;
const PATIENCE_MS = 60_000;

const bodySchema = z.object({ data: z.object({ run_id: z.string() }) });

/** Run id → when its step was committed, and when its message arrived. */
const written = new Map<string, number>();
const arrived = new Map<string, number>();

const receiver = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (part) => (text += String(part)));
  request.on('end', () => {
    const body = bodySchema.safeParse(JSON.parse(text));
    if (body.success) arrived.set(body.data.data.run_id, performance.now());
    response.writeHead(204).end();
  });
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const address = receiver.address();
if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
const target = `http://127.0.0.1:${address.port}/in`;
process.env.FAILPATH_CHANNEL_HOSTS = `127.0.0.1:${address.port}`;
process.env.FAILPATH_SECRET_KEYS = formatKey({ id: 'bench', bytes: randomBytes(KEY_BYTES) });

try {
  await withBenchDatabase(measure);
} finally {
  receiver.closeAllConnections();
  receiver.close();
}

async function measure(url: string): Promise<void> {
  const db = createDb(url);
  await makeWorld(db);
  const ignore = () => undefined;
  const worker = startWorker({ db, url, log: { warn: ignore, error: console.error } });
  await send(db, { prefix: 'warm', seconds: 5, perMinute: FAILURES_PER_MINUTE, batchMs: 60, failed: () => true });
  const few = await send(db, {
    prefix: 'few',
    seconds: SECONDS,
    perMinute: FAILURES_PER_MINUTE,
    batchMs: 60,
    failed: () => true,
  });
  const accepted = few.map((run) => (arrived.get(run) ?? Number.NaN) - (written.get(run) ?? Number.NaN));
  demandOk(accepted.every(Number.isFinite), 'not every failure has its message');
  const direct = await postDirectly(200);
  for (const share of [0.5, 0.95, 0.99])
    report(
      'alerts',
      `p${share * 100} ms from written to accepted, 1,000 failures per minute`,
      percentile(accepted, share),
      {
        baseline: { name: 'one POST to the same receiver', value: percentile(direct, share) },
        messages: accepted.length,
      },
    );
  const lagOfFew = await lags(db, few);
  const many = await send(db, {
    prefix: 'many',
    seconds: SECONDS,
    perMinute: STEPS_PER_MINUTE,
    batchMs: 1_000,
    failed: (index) => index % ONE_FAILED_IN === 0,
  });
  const lagOfMany = await lags(db, many);
  for (const share of [0.5, 0.95, 0.99])
    report(
      'alerts',
      `p${share * 100} ms from written to hand-off, 20,000 steps per minute`,
      percentile(lagOfMany, share),
      {
        baseline: { name: 'the same at 1,000 steps per minute', value: percentile(lagOfFew, share) },
        handOffs: lagOfMany.length,
      },
    );
  await worker.stop();
  await db.$disconnect();
}

interface Load {
  readonly prefix: string;
  readonly seconds: number;
  readonly perMinute: number;
  /** One batch is written that often. */
  readonly batchMs: number;
  readonly failed: (index: number) => boolean;
}

/** Writes steps at a steady pace, each of a run of its own; returns the runs that failed, once all have their messages. */
async function send(db: Db, { prefix, seconds, perMinute, batchMs, failed }: Load): Promise<string[]> {
  const total = Math.round((perMinute * seconds) / 60);
  const perBatch = Math.round((perMinute * batchMs) / 60_000);
  const runs: string[] = [];
  const start = performance.now();
  for (let first = 0; first < total; first += perBatch) {
    const due = start + (first / perBatch) * batchMs;
    await sleep(Math.max(0, due - performance.now()));
    const now = new Date();
    const steps = Array.from({ length: Math.min(perBatch, total - first) }, (_, offset) => {
      const index = first + offset;
      return {
        source: 'own',
        workflowId: 'orders',
        runId: `${prefix}-${index}`,
        nodeId: `node-${index % NODES}`,
        attempt: 1,
        status: failed(index) ? 'failed' : 'succeeded',
        ...(failed(index) && { errorCode: `${prefix}-${Math.floor(index / NODES)}`, errorMessage: 'it did not work' }),
        occurredAt: now.toISOString(),
      };
    });
    const ctx: Ctx = { db, actor: LOCAL_OWNER, now };
    const outcome = await ingestSteps(ctx, { steps });
    demandOk(outcome.ok && outcome.value.accepted === steps.length, 'a batch was not taken');
    const at = performance.now();
    for (const { runId, status } of steps)
      if (status === 'failed') {
        written.set(runId, at);
        runs.push(runId);
      }
  }
  const end = performance.now() + PATIENCE_MS;
  while (runs.some((run) => !arrived.has(run)) && performance.now() < end) await sleep(50);
  return runs;
}

/** Per run: ms from the committed step to its hand-off. */
async function lags(db: Db, runs: readonly string[]): Promise<number[]> {
  const origin = performance.timeOrigin;
  const rows = await db.handOff.findMany({
    where: { runId: { in: [...runs] } },
    select: { runId: true, createdAt: true },
  });
  demandOk(rows.length === runs.length, 'not every failure has its hand-off');
  return rows.map(({ runId, createdAt }) =>
    Math.max(0, createdAt.getTime() - origin - (written.get(runId) ?? Number.NaN)),
  );
}

async function postDirectly(times: number): Promise<number[]> {
  const took: number[] = [];
  for (let index = 0; index < times; index++) {
    const start = performance.now();
    const response = await fetch(target, {
      method: 'POST',
      body: JSON.stringify({ data: { run_id: `direct-${index}` } }),
    });
    await response.arrayBuffer();
    took.push(performance.now() - start);
  }
  return took;
}

/** Ten owner groups with a webhook each, and a workflow of a hundred nodes that belong to them in turn. */
async function makeWorld(db: Db): Promise<void> {
  const source = await db.source.create({
    data: { key: 'own', name: 'Failpath', kind: 'failpath', alertsFrom: new Date(Date.now() - 60_000) },
  });
  for (let index = 0; index < GROUPS; index++) {
    const group = await db.ownerGroup.create({ data: { slug: `group-${index}`, name: `Group ${index}` } });
    const { id } = await db.channel.create({
      data: { groupId: group.id, kind: 'webhook', name: 'Receiver', settings: { kind: 'webhook' } },
    });
    const secrets = { kind: 'webhook', url: target, signingSecrets: [`whsec_${randomBytes(32).toString('base64')}`] };
    const sealed = seal(currentKeyring(), `channel:${id}`, JSON.stringify(secrets));
    await db.channel.update({ where: { id }, data: { sealed } });
  }
  await db.workflow.create({
    data: {
      sourceId: source.id,
      key: 'orders',
      name: 'Orders',
      dialect: 'failpath',
      fileName: 'orders.yaml',
      text: '',
      nodes: {
        create: Array.from({ length: NODES }, (_, position) => ({
          nodeId: `node-${position}`,
          name: `Node ${position}`,
          position,
          config: { owner: `group-${position % GROUPS}` },
        })),
      },
    },
  });
}
