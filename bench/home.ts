/**
 * What the home page reads with 10,000 nodes: `npm run bench -- home`. Its queries on a throwaway database; SQL is told
 * apart by a proxy before Postgres. Ratios are against plain SQL that reads the same rows once: nodes with their facts,
 * the brief's query, failures by day, and open hand-offs.
 */
import pg from 'pg';
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';
import { addHandOffs } from '@/lib/alerts/testing/hand-offs';
import { createDb, type Db } from '@/lib/db/client';
import { connectionConfig } from '@/lib/db/connection';
import { failuresByDay, historyBegins } from '@/lib/history/queries';
import { statisticsWindow } from '@/lib/history/window';
import { homeNodes } from '@/lib/insight/home-queries';
import { countOpenKeys } from '@/lib/insight/inbox-queries';
import { runOn } from '@/lib/testing/server';
import { rollAll } from '@/lib/worker/rollup';
import { withBenchDatabase } from './bench-database';
import { fillWithManyNodes, NODES } from './many-nodes';
import { type Baseline, demandOk, percentile, report } from './report';
import { type SqlProxy, startSqlProxy } from './sql-proxy';

const ROUNDS = 15;
const HAND_OFFS = 2_000;

await withBenchDatabase(async (url) => {
  await fillWithManyNodes(url);
  const proxy = await startSqlProxy(url);
  const db = createDb(proxy.url);
  try {
    await measure(db, proxy, url);
  } finally {
    await db.$disconnect();
    proxy.close();
  }
});

async function measure(db: Db, proxy: SqlProxy, directUrl: string): Promise<void> {
  const now = new Date();
  await addHandOffs(
    db,
    Array.from({ length: HAND_OFFS }, (_, index) => ({
      key: `key-${index}`,
      at: new Date(now.getTime() - index * 1_000),
    })),
  );
  await rollAll({ db, now: () => new Date(), all: true });
  await runOn(directUrl, 'vacuum analyze');
  const actor = { ...LOCAL_OWNER, groups: ['team-3', 'team-7'] };
  for (const scope of ['all', 'mine'] as const) {
    // The first reading works out what is derived of configs.
    await home({ db, actor, now: new Date() }, scope);
    const taken: { readonly total: number; readonly sql: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const from = performance.now();
      await home({ db, actor, now: new Date() }, scope);
      const to = performance.now();
      taken.push({ total: to - from, sql: proxy.waited(from, to) });
    }
    const plain: Baseline = { name: 'plain SQL over the same rows', value: await plainMs(directUrl) };
    const p50 = (pick: (each: (typeof taken)[number]) => number) => percentile(taken.map(pick), 0.5);
    const about = { baseline: plain, scope, nodes: NODES };
    report(
      'home',
      'queries_p50_ms',
      p50(({ total }) => total),
      about,
    );
    report(
      'home',
      'queries_p95_ms',
      percentile(
        taken.map(({ total }) => total),
        0.95,
      ),
      about,
    );
    report(
      'home',
      'without_sql_p50_ms',
      p50(({ total, sql }) => total - sql),
      about,
    );
  }
}

/** All that the page asks, as it asks it: at once. */
async function home(ctx: Parameters<typeof homeNodes>[0], scope: 'mine' | 'all'): Promise<void> {
  const [nodes, keys, daily] = await Promise.all([
    homeNodes(ctx, scope, 'en'),
    countOpenKeys(ctx),
    failuresByDay(ctx, 'Asia/Shanghai'),
    historyBegins(ctx),
  ]);
  demandOk(nodes.total === NODES && keys.all === HAND_OFFS && daily.failures.some((count) => count > 0));
}

/** The least that has to be read: each of the four one after the other, in the middle of `ROUNDS`. */
async function plainMs(url: string): Promise<number> {
  const from = `occurred_at >= '${statisticsWindow(new Date()).from.toISOString()}'`;
  const statements = [
    `select w.id, count(*), sum(cardinality(f.lacks)), count(f.owner), count(f.proof), sum(c.codes)
     from node n join workflow w on w.id = n.workflow_id join node_facts f on f.node_row_id = n.id
     left join (select node_row_id, count(*) as codes from node_code group by 1) c on c.node_row_id = n.id group by w.id`,
    `select node_id, error_code, count(*), min(occurred_at), max(occurred_at) from workflow_run_step
     where status = 'failed' and ${from} group by node_id, error_code`,
    `select date_trunc('day', occurred_at), count(*) from workflow_run_step where status = 'failed' and ${from} group by 1`,
    `select recipient, count(distinct fingerprint) from hand_off where state in ('open', 'acknowledged') group by 1`,
  ];
  const client = new pg.Client(connectionConfig(url));
  await client.connect();
  try {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now();
      for (const statement of statements) await client.query(statement);
      times.push(performance.now() - start);
    }
    return percentile(times, 0.5);
  } finally {
    await client.end();
  }
}
