import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionConfig } from '@/lib/db/connection';
import { judgeBatch } from '@/lib/history/conformance-store';
import { readStandard } from '@/lib/policy/read-standard';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { type Loaded, loadSample } from './load';
import { SAMPLE_GROUPS } from './owners';
import { readPlanted } from './planted';

let database: TestDatabase;
let client: pg.Client;
let loaded: Loaded;
const loadedAt = new Date();

beforeAll(async () => {
  database = await createTestDatabase();
  loaded = await loadSample({ databaseUrl: database.url, now: loadedAt });
  client = new pg.Client(connectionConfig(database.url));
  await client.connect();
}, 120_000);

afterAll(async () => {
  await client.end();
  await database.drop();
});

describe('sample data', () => {
  it('has the promised size', async () => {
    expect(loaded.workflows).toBeGreaterThanOrEqual(8);
    expect(loaded.nodes).toBeGreaterThanOrEqual(80);
    expect(loaded.steps).toBeGreaterThanOrEqual(300_000);
    expect(await count('workflow')).toBe(loaded.workflows);
    expect(await count('workflow_version')).toBe(loaded.workflows);
    expect(await count('node')).toBe(loaded.nodes);
    expect(await count('workflow_run_step')).toBe(loaded.steps);
  });

  it('has a standard of a group that owns nodes', async () => {
    const held = await column(
      `select g.slug from group_standard s join owner_group g on g.id = s.group_id
       where exists (select from node where config ->> 'owner' = g.slug)`,
    );
    expect(held).toEqual(['risk-desk']);
    for (const { standard } of SAMPLE_GROUPS) if (standard) expect(readStandard(standard).diagnostics).toEqual([]);
  });

  it('has all six kinds of action', async () => {
    const kinds = await column(
      `select distinct action ->> 'kind' from node, jsonb_array_elements(config -> 'actions') as action order by 1`,
    );
    expect(kinds).toEqual(['database', 'http', 'object_storage', 'queue', 'sub_workflow', 'third_party']);
  });

  it('has all statuses, a null code, loops and 60 days', async () => {
    const statuses = await column('select distinct status from workflow_run_step order by 1');
    expect(statuses).toEqual(['cancelled', 'failed', 'running', 'skipped', 'succeeded']);
    expect(await count(`workflow_run_step where status = 'failed' and error_code is null`)).toBeGreaterThan(10);
    expect(await count(`workflow_run_step where sub_index <> ''`)).toBeGreaterThan(1_000);
    expect(await count(`workflow_run_step where occurred_at < now() - interval '59 days'`)).toBeGreaterThan(100);
    expect(await count(`workflow_run_step where occurred_at > now()`)).toBe(0);
  });

  it('has nodes without an owner, and an owner that no group answers to', async () => {
    expect(
      await count(`node n join workflow w on w.id = n.workflow_id where w.owner is null and not n.config ? 'owner'`),
    ).toBeGreaterThan(0);
    const lost = await column(
      `select distinct config ->> 'owner' from node where config ? 'owner' and config ->> 'owner' not in (select slug from owner_group)`,
    );
    expect(lost).toEqual(['finance-shared']);
  });

  it('has every step at a node of an imported workflow', async () => {
    const strangers = await count(
      `(select distinct workflow_id, node_id from workflow_run_step) s
       left join workflow w on w.key = s.workflow_id left join node n on n.workflow_id = w.id and n.node_id = s.node_id
       where n.id is null`,
    );
    expect(strangers).toBe(0);
  });

  it("answers the brief's query", async () => {
    const { rows } = await client.query<{ node_id: string; error_code: string | null; fail_cnt: string }>(
      `select node_id, error_code, count(*) as fail_cnt,
       min(occurred_at) as first_seen, max(occurred_at) as last_seen
       from workflow_run_step
       where status = 'failed'
       and occurred_at >= now() - interval '30 days'
       group by node_id, error_code
       order by fail_cnt desc`,
    );
    expect(rows.length).toBeGreaterThan(80);
    expect(rows.map((row) => row.node_id)).toContain('book-parcel');
    expect(rows.some((row) => row.error_code === null)).toBe(true);
  });

  it('has every planted violation', async () => {
    const runs = await column(`select distinct run_id from workflow_run_step where run_id like 'planted-%' order by 1`);
    expect(runs).toEqual(
      readPlanted()
        .map(({ run }) => run)
        .sort(),
    );
  });

  it('shows a judge of the log exactly those violations', async () => {
    // Nobody follows here what a worker hands over; it is judged without.
    await client.query('update source set alerts_from = null');
    const [source = ''] = await column('select id from source');
    // Others on this server may hold steps back for a moment.
    for (let judged = 0; judged < loaded.steps; )
      judged += (await judgeBatch(database.db, source, loadedAt, 40_000)).steps;
    const found = await column(`select run_id || ' ' || node_id || ' ' || finding from conformance_finding order by 1`);
    const planted = readPlanted().flatMap(({ run, node_id, expected }) =>
      expected.map((each) => `${run} ${node_id} ${each}`),
    );
    expect(found).toEqual(planted.sort());
  }, 120_000);

  it('keeps the indexes of the history', async () => {
    const indexes = await column(
      `select indexdef from pg_indexes where schemaname = 'public' and tablename = 'workflow_run_step'`,
    );
    expect(indexes.length).toBe(7);
    expect(indexes.filter((definition) => definition.includes('UNIQUE'))).toHaveLength(2);
    expect(indexes.filter((definition) => definition.includes("WHERE (status = 'failed'"))).toHaveLength(1);
    expect(indexes.filter((definition) => definition.includes('(source_id, change_id, id)'))).toHaveLength(1);
    expect(indexes.filter((definition) => definition.includes('WHERE (attempt <> 1'))).toHaveLength(1);
  });

  it('refuses a database that is not empty, and leaves it as it is', async () => {
    await expect(loadSample({ databaseUrl: database.url, now: new Date() })).rejects.toThrow(/empty database/);
    expect(await count('workflow')).toBe(loaded.workflows);
  });
});

async function column(sql: string): Promise<string[]> {
  const { rows } = await client.query<[string]>({ text: sql, rowMode: 'array' });
  return rows.map(([value]) => value);
}

async function count(from: string): Promise<number> {
  return Number((await column(`select count(*) from ${from}`))[0]);
}
