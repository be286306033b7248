/**
 * Many files in one import: `npm run bench -- import-many`. Files per second of the commands behind the routes, from the
 * bytes of a request on (named, sent in pieces, each file read, judged and kept in a transaction of its own with its
 * version and its audit), as files and as one zip archive; next to the same rows of the same files written by plain SQL
 * inserts in a transaction each, on one connection and without reading anything. `FAILPATH_BENCH_FILES` (default 1,000).
 */
import { zipSync } from 'fflate';
import pg from 'pg';
import type { Ctx } from '@/lib/accounts/context';
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';
import { createDb } from '@/lib/db/client';
import { connectionConfig } from '@/lib/db/connection';
import { readDefinition } from '@/lib/dialects/registry';
import { advanceBatch, receiveFiles, startBatch } from '@/lib/workflows/batch-import';
import { batchProgress } from '@/lib/workflows/batch-queries';
import { configsOf } from '@/lib/workflows/store';
import { withBenchDatabase } from './bench-database';
import { demandOk, report } from './report';

const FILES = Number(process.env.FAILPATH_BENCH_FILES ?? 1_000);
/** As the browser sends them. */
const PIECE = 25;
const NODES = 8;
const WARM = 10;

/** Read once: what plain inserts are given costs them nothing. */
const READ = readDefinition({ text: textOf('sample', 0), sidecar: null, fileName: 'sample.yaml' }).workflow;

await withBenchDatabase(measure);

async function measure(url: string): Promise<void> {
  const db = createDb(url);
  const ctx: Ctx = { db, actor: LOCAL_OWNER, now: new Date('2026-11-30T00:00:00Z') };
  // Code is compiled and plans are made before anything counts.
  await sendFiles(ctx, 'warm', WARM);
  await sendArchive(ctx, 'warm-zip', WARM);
  await insertRows(url, 'warm-sql', WARM);
  const asFiles = await timed(() => sendFiles(ctx, 'files', FILES));
  const inserted = await timed(() => insertRows(url, 'sql', FILES));
  const asArchive = await timed(() => sendArchive(ctx, 'zip', FILES));
  demandOk((await db.workflow.count()) === 3 * (FILES + WARM), 'not every file is there');
  demandOk((await db.node.count()) === 3 * (FILES + WARM) * NODES, 'not every node is there');
  await db.$disconnect();
  const perSecond = (ms: number) => (FILES * 1_000) / ms;
  const baseline = { name: 'files per second of plain SQL inserts', value: perSecond(inserted) };
  const about = { files: FILES, nodes: NODES, sqlFilesPerSecond: Math.round(baseline.value) };
  report('import-many', 'files per second', perSecond(asFiles), { baseline, ...about });
  report('import-many', 'files per second from one zip', perSecond(asArchive), { baseline, ...about });
}

async function sendFiles(ctx: Ctx, kind: string, count: number): Promise<void> {
  const names = Array.from({ length: count }, (_, index) => ({ path: `${kind}-${index}.yaml` }));
  const { id } = await startBatch(ctx, { files: names });
  for (let from = 0; from < count; from += PIECE) {
    const positions = names.slice(from, from + PIECE).map((_, index) => from + index);
    const files = positions.map((position) => ({ position, content: bytesOf(kind, position), sidecar: null }));
    await receiveFiles(ctx, { id, files });
  }
  await demandImported(ctx, id, count);
}

async function sendArchive(ctx: Ctx, kind: string, count: number): Promise<void> {
  const entries = Array.from({ length: count }, (_, index) => [`${index}.yaml`, bytesOf(kind, index)] as const);
  const content = zipSync(Object.fromEntries(entries));
  const { id } = await startBatch(ctx, { files: [{ path: 'all.zip' }] });
  await receiveFiles(ctx, { id, files: [{ position: 0, content, sidecar: null }] });
  let left = count;
  while (left > 0) {
    const progress = await advanceBatch(ctx, { id });
    left = progress.ok ? progress.value.counts.received : 0;
  }
  await demandImported(ctx, id, count);
}

async function demandImported(ctx: Ctx, id: string, count: number): Promise<void> {
  demandOk((await batchProgress(ctx, id)).counts.imported === count, 'a file was not imported');
}

/** The rows that an import leaves behind, as they are, and nothing beside them. */
async function insertRows(url: string, kind: string, count: number): Promise<void> {
  const client = new pg.Client(connectionConfig(url));
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(`select id from source where key = 'own'`);
    const sourceId = rows[0]?.id;
    for (let index = 0; index < count; index++) await insertFile(client, sourceId, kind, index);
  } finally {
    await client.end();
  }
}

async function insertFile(client: pg.Client, sourceId: string | undefined, kind: string, index: number): Promise<void> {
  if (!READ) throw new Error('the sample cannot be read');
  const key = `${kind}-${index}`;
  const text = textOf(kind, index);
  const configs = JSON.stringify(configsOf(READ));
  await client.query('begin');
  const { rows } = await client.query<{ id: string }>(
    `insert into workflow (source_id, key, name, dialect, file_name, text) values ($1, $2, $2, 'failpath', $3, $4)
     returning id`,
    [sourceId, key, `${key}.yaml`, text],
  );
  const id = rows[0]?.id;
  await client.query(
    `insert into node (workflow_id, node_id, position, name, type, config)
     select $1, n ->> 'id', i, n ->> 'name', n ->> 'type', n -> 'config'
     from jsonb_array_elements($2::jsonb) with ordinality each (n, i)`,
    [id, JSON.stringify(READ.nodes)],
  );
  await client.query(
    `insert into workflow_version (workflow_id, version, text, configs, changed, published_by)
     values ($1, 1, $2, $3, $4, 'bench')`,
    [id, text, configs, READ.nodes.map((node) => node.id)],
  );
  await client.query(
    `insert into audit_entry (at, actor_id, actor_name, actor_role, via, action, subject_kind, subject_id, subject_name, after)
     values (now(), 'bench', 'bench', 'administrator', 'system', 'workflow.import', 'workflow', $1, $2, $3)`,
    [id, key, configs],
  );
  await client.query('commit');
}

function bytesOf(kind: string, index: number): Uint8Array {
  return Buffer.from(textOf(kind, index));
}

/** A workflow of a few kilobytes with a policy on each node. */
function textOf(kind: string, index: number): string {
  const nodes = Array.from(
    { length: NODES },
    (_, node) => `  - id: step-${node}
    name: Step ${node} of ${index}
    type: http
    next: [step-${node + 1}]
    actions: [{ id: call, kind: http, target: POST api.example/v1/things, idempotent: true }]
    classification: [{ code: card_declined, class: terminal, reason: the bank refused }]
    retry: { maxAttempts: 3, backoff: exponential, initialInterval: 5s, maxInterval: 1m }
`,
  );
  return `format: failpath/v1\nworkflow: ${kind}-${index}\nname: ${kind}-${index}\nnodes:\n${nodes.join('')}`;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
