/**
 * Thresholds of 10,000 nodes held against their history once: `npm run bench -- thresholds`. On a throwaway database, without
 * the rests between batches. The ratio is against one plain SQL that counts the same failures by node, code and day.
 */
import pg from 'pg';
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';
import { createDb, type Db } from '@/lib/db/client';
import { connectionConfig } from '@/lib/db/connection';
import { thresholdWindow } from '@/lib/history/threshold-window';
import { countOpenThresholds, thresholdList } from '@/lib/insight/threshold-list-queries';
import { runOn } from '@/lib/testing/server';
import { measureAll } from '@/lib/worker/measure';
import { rollAll } from '@/lib/worker/rollup';
import { withBenchDatabase } from './bench-database';
import { fillWithManyNodes, NODES } from './many-nodes';
import { type Baseline, demandOk, percentile, report } from './report';

const ROUNDS = 5;
const QUERY = {
  ...({ show: 'open', group: null, workflow: null, search: '' } as const),
  ...({ sort: 'failures', order: 'desc', page: 1 } as const),
};

await withBenchDatabase(async (url) => {
  await fillWithManyNodes(url);
  const db = createDb(url);
  try {
    await measure(db, url);
  } finally {
    await db.$disconnect();
  }
});

async function measure(db: Db, url: string): Promise<void> {
  await rollAll({ db, now: () => new Date(), all: true });
  // Few of these nodes fail ten times a month.
  await db.source.updateMany({ data: { thresholdExecutions: 5, thresholdFailures: 2 } });
  await runOn(url, 'vacuum analyze');
  const baseline: Baseline = { name: 'plain SQL over the same failures', value: await plainMs(url) };
  const batches: number[] = [];
  const begun = performance.now();
  const nodes = await measureAll({
    db,
    now: () => new Date(),
    pause: async (tookMs) => {
      batches.push(tookMs);
    },
  });
  const took = performance.now() - begun;
  demandOk(nodes === NODES);
  const about = { baseline, nodes, states: await db.thresholdState.count() };
  report('thresholds', 'measure_all_ms', took, about);
  report('thresholds', 'batch_p95_ms', percentile(batches, 0.95), about);
  await runOn(url, 'vacuum analyze');
  const ctx = { db, actor: LOCAL_OWNER, now: new Date() };
  report('thresholds', 'list_p50_ms', await middle(() => thresholdList(ctx, QUERY, 'en')), about);
  report('thresholds', 'home_count_p50_ms', await middle(() => countOpenThresholds(ctx, 'all')), about);
}

async function middle(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return percentile(times, 0.5);
}

async function plainMs(url: string): Promise<number> {
  const { from, to } = thresholdWindow(new Date(), 30);
  const client = new pg.Client(connectionConfig(url));
  await client.connect();
  try {
    return await middle(() =>
      client.query(
        `select workflow_id, node_id, error_code, date_trunc('day', occurred_at at time zone 'UTC') as day,
                count(distinct (run_id, sub_index))
         from workflow_run_step where status = 'failed' and occurred_at >= $1 and occurred_at < $2 group by 1, 2, 3, 4`,
        [from, to],
      ),
    );
  } finally {
    await client.end();
  }
}
