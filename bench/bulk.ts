/**
 * The preview of a change for 10,000 nodes: `npm run bench -- bulk`. Foreseeing all of them anew, and the page that shows
 * the totals and fifty of them. Ratios are against plain SQL that reads the same rows once.
 */
import pg from 'pg';
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';
import { createDb, type Db } from '@/lib/db/client';
import { connectionConfig } from '@/lib/db/connection';
import { nodeRowIdSchema } from '@/lib/model/ids';
import { runOn } from '@/lib/testing/server';
import { openBulk } from '@/lib/workflows/bulk-commands';
import { refreshForecasts } from '@/lib/workflows/bulk-forecast-store';
import { listBulkItems } from '@/lib/workflows/bulk-item-queries';
import { getBulk } from '@/lib/workflows/bulk-queries';
import { withBenchDatabase } from './bench-database';
import { fillWithManyNodes, NODES } from './many-nodes';
import { demandOk, percentile, report } from './report';

const ROUNDS = 7;
const FOR_EVER = 600_000;

await withBenchDatabase(async (url) => {
  await fillWithManyNodes(url);
  await runOn(url, 'vacuum analyze');
  const db = createDb(url);
  try {
    await measure(db, url);
  } finally {
    await db.$disconnect();
  }
});

async function measure(db: Db, url: string): Promise<void> {
  const ctx = { db, actor: LOCAL_OWNER, now: new Date() };
  const rows = await db.node.findMany({ select: { id: true, version: true } });
  const nodes = rows.map(({ id, version }) => ({ nodeRowId: nodeRowIdSchema.parse(id), version }));
  const retry = { maxAttempts: 4, backoff: 'linear', initialInterval: '10s', maxInterval: '1m' };
  const opened = await openBulk(ctx, {
    changes: [
      { kind: 'retry', retry },
      { kind: 'silence', silence: '2h' },
    ],
    nodes,
  });
  if (!opened.ok) throw new Error(opened.error.reason);
  const { id } = opened.value;
  const foreseen: number[] = [];
  const pages: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await db.bulkItem.updateMany({ where: { bulkId: id }, data: { forecastFor: null } });
    await runOn(url, 'vacuum analyze bulk_item');
    foreseen.push(await timed(async () => demandOk((await refreshForecasts(db, id, FOR_EVER)) === 0)));
    pages.push(
      await timed(async () => {
        const asked = { id, phase: 'preview' as const, show: null, page: 1 };
        const [bulk, items] = await Promise.all([getBulk(ctx, id), listBulkItems(ctx, asked)]);
        demandOk(bulk?.done === NODES && items.length === 50);
      }),
    );
  }
  const all = `select i.*, n.*, w.owner, w.dialect, d.node_row_id from bulk_item i join node n on n.id = i.node_row_id
    join workflow w on w.id = n.workflow_id left join node_draft d on d.node_row_id = n.id where i.bulk_id = '${id}'`;
  const about = { nodes: NODES };
  report('bulk', 'foresee_all_p50_ms', percentile(foreseen, 0.5), {
    ...about,
    baseline: { name: 'plain SQL that reads the same rows', value: await plainMs(url, all) },
  });
  const totals = `select forecast, count(*), count(*) filter (where loses) from bulk_item i join node n on n.id = i.node_row_id
    join workflow w on w.id = n.workflow_id left join node_draft d on d.node_row_id = n.id where i.bulk_id = '${id}' group by 1`;
  report('bulk', 'page_p50_ms', percentile(pages, 0.5), {
    ...about,
    baseline: {
      name: 'plain SQL: totals and fifty rows',
      value: await plainMs(url, totals, `${all} order by i.position limit 50`),
    },
  });
}

async function timed(work: () => Promise<void>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}

async function plainMs(url: string, ...statements: readonly string[]): Promise<number> {
  const client = new pg.Client(connectionConfig(url));
  await client.connect();
  try {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++)
      times.push(
        await timed(async () => {
          for (const statement of statements) await client.query(statement);
        }),
      );
    return percentile(times, 0.5);
  } finally {
    await client.end();
  }
}
