/**
 * The page of nodes with 10,000 of them: `npm run bench -- nodes`. The built product on a throwaway database,
 * asked over HTTP and by a real Chromium; SQL is told apart by a proxy before Postgres. Ratios are against
 * the same list made in memory, as it was before Postgres made it, and against the reference query.
 */
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';
import { createDb } from '@/lib/db/client';
import { statisticsWindow } from '@/lib/history/window';
import type { NodeQuery } from '@/lib/insight/node-list';
import { listNodePage } from '@/lib/insight/node-list-queries';
import { listNodes } from '@/lib/insight/queries';
import { listPage } from '@/lib/insight/testing/list-page';
import { runOn } from '@/lib/testing/server';
import { withBenchDatabase } from './bench-database';
import { fillWithManyNodes, NODES } from './many-nodes';
import { startProduct } from './product';
import { type Baseline, demandOk, percentile, report } from './report';
import { type SqlProxy, startSqlProxy } from './sql-proxy';
import { measureBrowser } from './typing';

const ROUNDS = 5;
/** A server that has run for a minute or two: its code is compiled by then. */
const WARM_UP = 400;
const REQUESTS = 48;
/** What people ask of the list: pages, filters, searches, orders. */
const ADDRESSES = [
  '',
  '?page=7',
  '?show=failing',
  '?q=charge',
  '?show=no_owner.incomplete',
  '?sort=name',
  '?q=team-3+timeout',
  '?sort=last&show=failing',
];
const PLAIN: NodeQuery = { search: '', workflow: null, filters: [], sort: 'failures', order: 'desc', page: 1 };

interface Timed {
  readonly total: number;
  readonly sql: number;
  readonly rest: number;
}

await withBenchDatabase(async (url) => {
  await fillWithManyNodes(url);
  const proxy = await startSqlProxy(url);
  await measure(proxy, url);
  proxy.close();
});

async function measure(proxy: SqlProxy, directUrl: string): Promise<void> {
  const { inMemory, first } = await measureFunctions(proxy);
  const before: Baseline = {
    name: 'the same list in memory, without its SQL',
    value: median(inMemory.map((each) => each.rest)),
  };
  const beforeWhole: Baseline = { name: 'the same list in memory', value: median(inMemory.map((each) => each.total)) };
  report('nodes', 'first_reading_ms', first, { baseline: beforeWhole, nodes: NODES });

  const { url, stop } = await startProduct(proxy.url);
  try {
    const pages = await measurePages(proxy, url);
    const reference: Baseline = { name: 'the reference query', value: await referenceMs(directUrl) };
    const figures = (pick: (timed: Timed) => number, share: number) => percentile(pages.map(pick), share);
    report(
      'nodes',
      'server_without_sql_p50_ms',
      figures(({ rest }) => rest, 0.5),
      { baseline: before },
    );
    report(
      'nodes',
      'server_without_sql_p95_ms',
      figures(({ rest }) => rest, 0.95),
      { baseline: before, limit: 50 },
    );
    report(
      'nodes',
      'sql_p50_ms',
      figures(({ sql }) => sql, 0.5),
      { baseline: reference },
    );
    report(
      'nodes',
      'sql_p95_ms',
      figures(({ sql }) => sql, 0.95),
      { baseline: reference },
    );
    report(
      'nodes',
      'server_p95_ms',
      figures(({ total }) => total, 0.95),
      { baseline: beforeWhole },
    );

    const { echo, bareEcho, filter, search } = await measureBrowser(url);
    demandOk(echo.length > 30 && filter.length > 30 && search.length > 30, 'too few times were taken');
    const answer: Baseline = { name: 'median answer of the server', value: figures(({ total }) => total, 0.5) };
    const bare: Baseline = { name: 'p95 of an empty field', value: percentile(bareEcho, 0.95) };
    report('nodes', 'echo_of_a_key_p95_ms', percentile(echo, 0.95), { baseline: bare, limit: 50 });
    report('nodes', 'rows_after_a_filter_p95_ms', percentile(filter, 0.95), { baseline: answer, limit: 300 });
    report('nodes', 'rows_after_a_word_p95_ms', percentile(search, 0.95), { baseline: answer, limit: 300 });
  } finally {
    await stop();
  }
}

/** The list in memory, and the very first reading of a database that has no facts yet. */
async function measureFunctions(proxy: SqlProxy): Promise<{ inMemory: Timed[]; first: number }> {
  const db = createDb(proxy.url);
  const ctx = { db, actor: LOCAL_OWNER, now: new Date() };
  try {
    const { total: first } = await timed(proxy, async () => {
      const { total } = await listNodePage(ctx, PLAIN, { locale: 'en', timeZone: 'UTC' });
      demandOk(total === NODES);
    });
    const inMemory: Timed[] = [];
    for (let round = 0; round < ROUNDS; round++)
      inMemory.push(
        await timed(proxy, async () => {
          demandOk(listPage(await listNodes(ctx), PLAIN, 'en').matches === NODES);
        }),
      );
    return { inMemory, first };
  } finally {
    await db.$disconnect();
  }
}

async function measurePages(proxy: SqlProxy, url: string): Promise<Timed[]> {
  const taken: Timed[] = [];
  for (let request = 0; request < WARM_UP + REQUESTS; request++) {
    const address = `${url}/nodes${ADDRESSES[request % ADDRESSES.length]}`;
    const each = await timed(proxy, async () => {
      const response = await fetch(address, { headers: { 'Accept-Language': 'en' } });
      demandOk(response.ok && (await response.text()).includes('</html>'), `${address} gave ${response.status}`);
    });
    if (request >= WARM_UP) taken.push(each);
  }
  return taken;
}

async function timed(proxy: SqlProxy, work: () => Promise<void>): Promise<Timed> {
  const from = performance.now();
  await work();
  const to = performance.now();
  const sql = proxy.waited(from, to);
  return { total: to - from, sql, rest: to - from - sql };
}

/** Failures per node and code of the window, as the brief counts them: the least that has to be read. */
async function referenceMs(url: string): Promise<number> {
  const { from } = statisticsWindow(new Date());
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await runOn(
      url,
      `select node_id, error_code, count(*), min(occurred_at), max(occurred_at) from workflow_run_step
       where status = 'failed' and occurred_at >= '${from.toISOString()}' group by node_id, error_code`,
    );
    times.push(performance.now() - start);
  }
  return median(times);
}

function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
