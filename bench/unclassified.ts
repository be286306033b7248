/**
 * What the pages of unclassified codes read with 10,000 nodes and 1,000 such codes, and what an entry of the catalogue
 * costs: `npm run bench -- unclassified`. Ratios are against the brief's query over the same steps.
 */
import pg from 'pg';
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';
import { addCatalogueEntry } from '@/lib/catalogue/catalogue-commands';
import { createDb, type Db } from '@/lib/db/client';
import { connectionConfig } from '@/lib/db/connection';
import { statisticsWindow } from '@/lib/history/window';
import { effectOfEntry } from '@/lib/insight/catalogue-effect-queries';
import { codeEvidence, codeNodes, colleaguesOn } from '@/lib/insight/code-detail-queries';
import type { UnclassifiedQuery } from '@/lib/insight/unclassified-list';
import { listUnclassified } from '@/lib/insight/unclassified-queries';
import { runOn } from '@/lib/testing/server';
import { rollAll } from '@/lib/worker/rollup';
import { withBenchDatabase } from './bench-database';
import { fillWithManyNodes, NODES } from './many-nodes';
import { type Baseline, demandOk, percentile, report } from './report';

const ROUNDS = 7;
const CODES = 1_000;
const FAILURES = 100_000;
const READER = { locale: 'en', noCode: 'no code' };

/** Failures with a thousand odd codes all over the nodes; the first of them on a thousand nodes. */
const ODD_FAILURES = `
  insert into workflow_run_step (source_id, workflow_id, run_id, node_id, attempt, status, error_code, error_message, occurred_at)
    select w.source_id, w.key, 'odd-' || i, 'step-' || (1 + i % 100), 1, 'failed',
           'E_' || case when i % 50 = 0 then 0 else i % ${CODES} end, 'message ' || i % 7, now() - (i % 2500000) * interval '1 second'
    from generate_series(1, ${FAILURES}) i join workflow w on w.key = 'flow-' || (1 + (i / 100) % 100)`;

await withBenchDatabase(async (url) => {
  await fillWithManyNodes(url);
  await runOn(url, ODD_FAILURES);
  const db = createDb(url);
  try {
    await measure(db, url);
  } finally {
    await db.$disconnect();
  }
});

async function measure(db: Db, url: string): Promise<void> {
  await rollAll({ db, now: () => new Date(), all: true });
  await runOn(url, 'vacuum analyze');
  const ctx = () => ({ db, now: new Date(), actor: { ...LOCAL_OWNER, groups: ['team-3', 'team-7'] } });
  const plain: Query = { search: '', workflow: null, group: null, sort: 'failures', order: 'desc', page: 1 };
  const list = async (part: Partial<Query>) => {
    const { rows } = await listUnclassified(ctx(), { ...plain, ...part }, READER);
    demandOk(rows.length > 0);
  };
  const page = async () => {
    const { nodes } = await codeNodes(ctx(), 'E_0', 'en');
    demandOk(nodes.length > 0);
    await Promise.all([codeEvidence(ctx(), 'E_0', nodes), colleaguesOn(ctx(), 'E_0')]);
  };
  // The first reading works out what is derived of configs.
  await list({});
  const baseline: Baseline = { name: 'the brief’s query', value: await briefMs(url) };
  const about = { baseline, nodes: NODES, codes: CODES };
  report('unclassified', 'list_p50_ms', await middle(() => list({})), about);
  report('unclassified', 'list_by_last_seen_p50_ms', await middle(() => list({ sort: 'last' })), about);
  report(
    'unclassified',
    'list_of_groups_searched_p50_ms',
    await middle(() => list({ group: '~', search: 'e_' })),
    about,
  );
  report('unclassified', 'code_p50_ms', await middle(page), about);
  const input = { code: 'E_0', class: 'terminal', means: null, source: 'bench' } as const;
  const effect = async () => {
    await effectOfEntry(ctx(), { id: null, input });
  };
  report('unclassified', 'effect_of_entry_p50_ms', await middle(effect), about);
  demandOk((await addCatalogueEntry(ctx(), input)).ok);
  const start = performance.now();
  await list({});
  report('unclassified', 'first_list_after_entry_ms', performance.now() - start, about);
}

type Query = UnclassifiedQuery;

async function middle(run: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return percentile(times, 0.5);
}

async function briefMs(url: string): Promise<number> {
  const from = statisticsWindow(new Date()).from.toISOString();
  const client = new pg.Client(connectionConfig(url));
  await client.connect();
  try {
    return await middle(async () => {
      await client.query(
        `select node_id, error_code, count(*), min(occurred_at), max(occurred_at) from workflow_run_step
         where status = 'failed' and occurred_at >= '${from}' group by node_id, error_code`,
      );
    });
  } finally {
    await client.end();
  }
}
