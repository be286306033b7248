import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '@/lib/shared/clock';
import type { Attempt, RawDefinition } from '@/lib/sources/attempt';
import type { PlatformId } from '@/lib/sources/vocabulary';
import { PLATFORMS_WITH_TENANTS, presetById } from './registry';
import { ALWAYS, comparable, comparableView, loadSample, nameOf, type Sample } from './testing/sample';

interface Case {
  readonly id: PlatformId;
  readonly schema: string;
  readonly subIndex?: boolean;
  /** Whose rows the sample has. */
  readonly tenant?: string;
  /** Makes one row have a status that nobody knows; null: its status is not a value of the platform's. */
  readonly unknown: string | null;
  readonly status?: string;
  readonly nodes: Readonly<Record<string, readonly (string | number | null)[][]>>;
}

const NODES = ['id', 'name', 'type', 'parent', 'tries', 'delay'];

const CASES: readonly Case[] = [
  {
    id: 'dify',
    schema: 'dify',
    tenant: '70000000-0000-0000-0000-000000000001',
    unknown: `update workflow_node_executions set status = 'melted' where title = 'Classify'`,
    nodes: {
      'a0000000-0000-0000-0000-000000000001': [
        ['1700000000001', 'Call ERP', 'http-request', null, 3, 1_000],
        ['1700000000002', 'Classify', 'llm', null, null, null],
      ],
    },
  },
  {
    id: 'kestra',
    schema: 'kestra',
    tenant: 'main',
    unknown: `update executions set value = jsonb_set(value, '{taskRunList,0,attempts,0,state,current}', '"melted"')`,
    nodes: { 'shop.triage': [['call_erp', null, 'io.kestra.plugin.core.http.Request', null, 3, 10_000]] },
  },
  {
    id: 'windmill',
    schema: 'wm',
    tenant: 'acme',
    unknown: `alter type job_status add value 'melted'; commit;
      update v2_job_completed set status = 'melted' where id = '10000000-0000-0000-0000-00000000000b'`,
    nodes: { 'f/shop/triage': [['a', 'Call ERP', 'script', null, 3, 10_000]] },
  },
  {
    id: 'n8n',
    schema: 'n8n',
    subIndex: true,
    unknown: `update execution_data set data = replace(data, '"error",["23"]', '"melted",["23"]')`,
    nodes: {
      wf1: [
        ['n-1', 'Webhook', 'n8n-nodes-base.webhook', null, null, null],
        ['n-2', 'Call ERP', 'n8n-nodes-base.httpRequest', null, 3, 1_000],
      ],
    },
  },
  {
    id: 'airflow',
    schema: 'af',
    subIndex: true,
    unknown: `update task_instance set state = 'melted'`,
    nodes: { triage: [['call_erp', null, 'HttpOperator', null, 3, 300_000]] },
  },
  {
    id: 'conductor',
    schema: 'cdt',
    unknown: `update task set json_data = replace(json_data, '"FAILED"', '"melted"')`,
    nodes: { triage: [['call_erp_ref', 'call_erp', 'SIMPLE', null, 3, 10_000]] },
  },
  {
    id: 'prefect',
    schema: 'pf',
    unknown: `alter type state_type add value 'melted'; commit;
      update task_run_state set type = 'melted' where type = 'FAILED'`,
    nodes: {},
  },
  {
    id: 'pgboss',
    schema: 'pgboss',
    unknown: `alter type job_state add value 'melted'; commit; update job set state = 'melted' where state = 'failed'`,
    nodes: { 'call-erp': [['call-erp', 'call-erp', null, null, 3, 10_000]] },
  },
  { id: 'dbos', schema: 'dbos', unknown: null, nodes: {} },
  {
    id: 'vm0',
    schema: 'vm0',
    tenant: 'org_1',
    unknown: `update agent_runs set status = 'melted' where status = 'completed'`,
    nodes: {
      '10000000-0000-0000-0000-000000000001': [
        ['10000000-0000-0000-0000-000000000001', 'Daily report', null, null, null, null],
      ],
      '10000000-0000-0000-0000-000000000002': [
        ['10000000-0000-0000-0000-000000000002', 'Inbox triage', null, null, null, null],
      ],
    },
  },
];

describe.each(CASES)('$id', ({ id, schema, subIndex = false, tenant, unknown, nodes }) => {
  const preset = presetById(id);
  let sample: Sample;
  beforeAll(async () => {
    sample = await loadSample(preset, { file: id, schema });
  });
  afterAll(() => sample?.remove());

  test('reads what the view of the sample says, to the row', async () => {
    const view = await sample.view();
    expect(view.length).toBeGreaterThan(0);
    expect(comparable(await sample.attempts(), subIndex)).toEqual(comparableView(view));
  });

  test('has one name for each attempt', async () => {
    const names = (await sample.attempts()).map(nameOf);
    expect(new Set(names).size).toBe(names.length);
  });

  test('slices add up to the whole', async () => {
    const whole = await sample.attempts();
    const times = whole.map(({ occurredAt }) => occurredAt.getTime()).sort((a, b) => a - b);
    const middle = new Date(times[Math.floor(times.length / 2)] ?? 0);
    const edges = [ALWAYS.from, middle, new Date(middle.getTime() + 1), new Date(middle.getTime() + DAY_MS), ALWAYS.to];
    const parts: Attempt[][] = [];
    for (const [index, to] of edges.slice(1).entries()) {
      parts.push(await sample.attempts({ from: edges[index] ?? ALWAYS.from, to }));
    }
    expect(comparable(parts.flat(), true)).toEqual(comparable(whole, true));
    if (new Set(times).size > 1) expect(parts.filter((part) => part.length > 0).length).toBeGreaterThan(1);
  });

  test('a slice has its beginning and excludes its end', async () => {
    const whole = await sample.attempts();
    const at = whole.map(({ occurredAt }) => occurredAt).sort((a, b) => a.getTime() - b.getTime())[0] ?? new Date(0);
    const within = (from: Date, to: Date) => sample.attempts({ from, to });
    expect((await within(at, new Date(at.getTime() + 1))).length).toBeGreaterThan(0);
    expect(await within(new Date(at.getTime() - DAY_MS), at)).toEqual([]);
  });

  test('nothing is earlier than the first attempt', async () => {
    const [row] = await sample.ask<{ first: Date | null }>(preset.firstAttempt(sample.place));
    const earliest = Math.min(...(await sample.view()).map(({ occurred_at: at }) => at.getTime()));
    expect(row?.first?.getTime()).toBeLessThanOrEqual(earliest);
  });

  test('reads a tenant alone', async () => {
    expect(PLATFORMS_WITH_TENANTS.has(id) || tenant === undefined).toBe(true);
    if (tenant !== undefined) {
      expect(await sample.attempts(ALWAYS, tenant)).toEqual(await sample.attempts());
      expect((await sample.raw()).map((row) => row.tenant_id)).toContain(tenant);
      if (preset.definitions) expect(await sample.definitions(tenant)).toEqual(await sample.definitions());
    }
    expect(await sample.attempts(ALWAYS, 'nobody')).toEqual([]);
    if (preset.definitions) expect(await sample.definitions('nobody')).toEqual([]);
    const [row] = await sample.ask<{ first: Date | null }>(preset.firstAttempt({ ...sample.place, tenant: 'nobody' }));
    expect(row).toEqual({ first: null });
  });

  test('knows the nodes', async () => {
    if (!preset.definitions) {
      const seen = preset.seenNodes?.(sample.place, ALWAYS);
      if (!seen) throw new Error('neither defined nor seen');
      const rows = await sample.ask<{ workflow_id: string; node_id: string }>(seen);
      const named = (await sample.attempts()).map(({ workflowId, nodeId }) => `${workflowId} ${nodeId}`);
      expect(rows.map((row) => `${row.workflow_id} ${row.node_id}`).sort()).toEqual([...new Set(named)].sort());
      return;
    }
    const definitions = (await sample.definitions()).filter((each) => each !== null);
    expect(Object.fromEntries(definitions.map((each) => [each.workflow_id, nodesOf(each)]))).toEqual(
      Object.fromEntries(Object.entries(nodes).map(([workflow, rows]) => [workflow, rows.map(named)])),
    );
    const known = new Set(definitions.flatMap((each) => each.nodes.map((node) => `${each.workflow_id} ${node.id}`)));
    for (const { workflowId, nodeId } of await sample.attempts()) expect(known).toContain(`${workflowId} ${nodeId}`);
  });

  test('an unknown status is not understood, and nothing else changes', async () => {
    if (unknown === null) return;
    const before = (await sample.raw()).length;
    await sample.change(unknown);
    expect(await sample.notUnderstood()).toEqual([{ kind: 'status', value: 'melted' }]);
    expect((await sample.raw()).length).toBe(before);
  });
});

function named(row: readonly (string | number | null)[]) {
  return Object.fromEntries(NODES.map((key, index) => [key, row[index]]));
}

function nodesOf({ nodes }: RawDefinition) {
  return nodes.map(({ id, name, type, parent, retry }) =>
    named([id, name, type, parent, retry?.maxAttempts ?? null, retry?.delayMs ?? null]),
  );
}
