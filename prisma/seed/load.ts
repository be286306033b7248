import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { connectionConfig } from '@/lib/db/connection';
import { POLICY_KEYS } from '@/lib/policy/vocabulary';
import { DAY_MS } from '@/lib/shared/clock';
import { readSampleWorkflows, type SampleWorkflow } from './definitions';
import type { StepRow } from './execution';
import { openRuns } from './open-runs';
import { SAMPLE_GROUPS } from './owners';
import { plantedRuns } from './planted';
import { generateRuns } from './steps';

/** What was loaded, in rows. */
export interface Loaded {
  readonly workflows: number;
  readonly nodes: number;
  readonly steps: number;
}

const BATCH_ROWS = 4_000;

/**
 * Loads the sample data into an empty, migrated database, in one transaction; the history ends at
 * `now`. Throws, and changes nothing, when the database holds workflows, groups or history already.
 */
export async function loadSample({ databaseUrl, now }: { databaseUrl: string; now: Date }): Promise<Loaded> {
  const client = new pg.Client(connectionConfig(databaseUrl));
  await client.connect();
  try {
    await client.query('begin');
    // Two loaders at once: the second waits here, then finds the database full.
    await client.query('lock table workflow in share row exclusive mode');
    await refuseUnlessEmpty(client);
    const loaded = await loadAll(client, now);
    await client.query('commit');
    await client.query('analyze');
    return loaded;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await client.end();
  }
}

async function refuseUnlessEmpty(client: pg.Client): Promise<void> {
  for (const table of ['workflow', 'owner_group', 'workflow_run_step']) {
    const { rowCount } = await client.query(`select 1 from ${table} limit 1`);
    if (rowCount !== 0) throw new Error(`sample data is only loaded into an empty database; ${table} has rows`);
  }
}

async function loadAll(client: pg.Client, now: Date): Promise<Loaded> {
  const workflows = readSampleWorkflows();
  const sourceId = await insertSource(client, now);
  await insertGroups(client, now);
  for (const workflow of workflows) await insertWorkflow(client, sourceId, workflow, now);
  const steps = await insertSteps(client, sourceId, allRuns(workflows, now.getTime()));
  return { workflows: workflows.length, nodes: workflows.reduce((sum, { nodes }) => sum + nodes.length, 0), steps };
}

async function insertSource(client: pg.Client, now: Date): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into source (key, name, kind, alerts_from, created_at) values ('own', 'Failpath', 'failpath', $1, $2)
     on conflict (key) do update set alerts_from = excluded.alerts_from
     returning id`,
    [now, new Date(now.getTime() - 95 * DAY_MS)],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the source row was not written');
  return id;
}

async function insertGroups(client: pg.Client, now: Date): Promise<void> {
  for (const { slug, name, members, standard } of SAMPLE_GROUPS) {
    await client.query(
      `with added as (insert into owner_group (slug, name) values ($1, $2) returning id)
       insert into owner_group_member (group_id, name, email)
       select added.id, member.name, member.email from added, unnest($3::text[], $4::text[]) as member (name, email)`,
      [slug, name, members.map(([name]) => name), members.map(([, email]) => email)],
    );
    if (standard)
      await client.query(
        `insert into group_standard (group_id, document, updated_by, updated_at)
         select id, $2, 'Amira Haddad', $3 from owner_group where slug = $1`,
        [slug, standard, now],
      );
  }
}

async function insertWorkflow(client: pg.Client, sourceId: string, workflow: SampleWorkflow, now: Date): Promise<void> {
  const { key, name, dialect, fileName, text, sidecar, owner, nodes, scenario } = workflow;
  const published = new Date(now.getTime() - scenario.publishedDaysAgo * DAY_MS);
  const { rows } = await client.query<{ id: string }>(
    `insert into workflow (source_id, key, name, dialect, file_name, text, sidecar, owner, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) returning id`,
    [sourceId, key, name, dialect, fileName, text, sidecar, owner, published],
  );
  const id = rows[0]?.id;
  await client.query(
    `insert into node (workflow_id, node_id, parent_id, position, name, type, can_carry_policy, config, engine_retry, updated_at)
     select $1, n.id, n."parentId", n.position, n.name, n.type, n."canCarryPolicy", n.config, n."engineRetry", $2
     from jsonb_to_recordset($3::jsonb)
       as n (id text, "parentId" text, position int, name text, type text, "canCarryPolicy" boolean, config jsonb, "engineRetry" jsonb)`,
    [id, published, JSON.stringify(nodes.map((node, position) => ({ ...node, position })))],
  );
  const withPolicy = nodes.filter(({ config }) => POLICY_KEYS.some((policyKey) => config[policyKey] !== undefined));
  await client.query(
    `insert into workflow_version (workflow_id, version, text, sidecar, configs, changed, imported, published_by, published_at)
     values ($1, 1, $2, $3, $4, $5, true, 'Mara Lindqvist', $6)`,
    [
      id,
      text,
      sidecar,
      JSON.stringify(Object.fromEntries(nodes.map((node) => [node.id, node.config]))),
      withPolicy.map((node) => node.id),
      published,
    ],
  );
}

function* allRuns(workflows: readonly SampleWorkflow[], now: number): Generator<StepRow[]> {
  for (const workflow of workflows) yield* generateRuns(workflow, now);
  yield* plantedRuns(workflows, now);
  yield* openRuns(workflows, now);
}

async function insertSteps(client: pg.Client, sourceId: string, runs: Iterable<StepRow[]>): Promise<number> {
  const restoreIndexes = await setIndexesAside(client);
  let batch: StepRow[] = [];
  let count = 0;
  // One batch is on its way while the next is made.
  let sent: Promise<void> = Promise.resolve();
  for (const run of runs) {
    batch.push(...run);
    if (batch.length < BATCH_ROWS) continue;
    await sent;
    sent = insertBatch(client, sourceId, batch);
    count += batch.length;
    batch = [];
  }
  await sent;
  await insertBatch(client, sourceId, batch);
  await restoreIndexes();
  return count + batch.length;
}

/** Building them once over all rows takes half the time of keeping them up row by row. */
async function setIndexesAside(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = 'workflow_run_step'::regclass and not indisprimary
       and not exists (select 1 from pg_constraint where conindid = indexrelid)`,
  );
  await client.query("set local maintenance_work_mem = '128MB'");
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return async () => {
    for (const { definition } of rows) await client.query(definition);
  };
}

/** Arrays through `unnest` come close to COPY, without a further library. */
async function insertBatch(client: pg.Client, sourceId: string, batch: readonly StepRow[]): Promise<void> {
  const column = <K extends keyof StepRow>(key: K) => batch.map((row) => row[key]);
  await client.query(
    `insert into workflow_run_step (source_id, workflow_id, run_id, node_id, sub_index, attempt, status,
       error_code, error_message, payload_hash, occurred_at, duration_ms)
     select $1, workflow_id, run_id, node_id, sub_index, attempt, status, error_code, error_message, payload_hash,
       to_timestamp(occurred_at / 1000.0), duration_ms
     from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::text[], $8::text[], $9::text[],
         $10::text[], $11::float8[], $12::int[])
       as step (workflow_id, run_id, node_id, sub_index, attempt, status, error_code, error_message, payload_hash,
         occurred_at, duration_ms)`,
    [
      sourceId,
      column('workflowId'),
      column('runId'),
      column('nodeId'),
      column('subIndex'),
      column('attempt'),
      column('status'),
      column('errorCode'),
      column('errorMessage'),
      column('payloadHash'),
      column('occurredAt'),
      column('durationMs'),
    ],
  );
}

const entry = process.argv[1];
if (entry !== undefined && import.meta.url === pathToFileURL(entry).href) {
  const databaseUrl = process.env.DATABASE_URL;
  if (!databaseUrl) throw new Error('DATABASE_URL is not set');
  const loaded = await loadSample({ databaseUrl, now: new Date() });
  console.log(`Loaded ${loaded.workflows} workflows, ${loaded.nodes} nodes, ${loaded.steps} steps.`);
}
