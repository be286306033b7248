import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReadCtx } from '@/lib/accounts/context';
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@/lib/shared/clock';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { loadSample } from '@/prisma/seed/load';
import { dailyFailures, failureRows, nodeEvidence, nodeTotals, type Scope } from './queries';
import { type CodeFailures, mergeFailures, type NodeTotals } from './stats';

/** The reference query, word for word. */
const BRIEF_SQL = `select node_id, error_code, count(*) as fail_cnt,
min(occurred_at) as first_seen, max(occurred_at) as last_seen
from workflow_run_step
where status = 'failed'
and occurred_at >= now() - interval '30 days'
group by node_id, error_code
order by fail_cnt desc;`;

interface BriefRow {
  readonly node_id: string;
  readonly error_code: string | null;
  readonly fail_cnt: bigint;
  readonly first_seen: Date;
  readonly last_seen: Date;
}

const OWN = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('on a small set, made by hand', () => {
  let now: Date;
  let ctx: ReadCtx;
  beforeAll(async () => {
    ({ now } = await runBrief(BRIEF_SQL));
    ctx = at(now);
    await database.db.workflowRunStep.createMany({ data: smallSet(now) });
  });
  afterAll(() => database.db.workflowRunStep.deleteMany());

  it('has the rows of the reference query', async () => {
    const { now: later, rows } = await runBrief(BRIEF_SQL);
    const merged = mergeFailures(await failureRows(at(later)), await nodeTotals(at(later)));
    expect(asBrief(merged)).toEqual(sorted(rows));
    expect(rows).toHaveLength(5);
  });

  it('restricted to a workflow of one source, has the rows of the same query restricted to it', async () => {
    const scope = { sourceId: OWN, workflowKey: 'orders' };
    const { now: later, rows } = await runBrief(restricted(scope));
    const merged = mergeFailures(await failureRows(at(later), scope), await nodeTotals(at(later), scope));
    expect(asBrief(merged)).toEqual(sorted(rows));
    expect(rows.find((row) => row.node_id === 'charge' && row.error_code === 'timeout')?.fail_cnt).toBe(5n);
  });

  it('counts executions, final failures and recoveries, and opens a row into its workflows', async () => {
    const merged = mergeFailures(await failureRows(ctx), await nodeTotals(ctx));
    const timeout = merged.find((row) => row.nodeId === 'charge' && row.errorCode === 'timeout');
    expect(timeout).toMatchObject({ failures: 7, failedExecutions: 6, finalFailures: 2, recovered: 1, executions: 10 });
    expect(timeout?.rate).toBeCloseTo(6 / 10);
    expect(timeout?.workflows).toMatchObject([
      {
        sourceId: OWN,
        workflowKey: 'orders',
        failures: 5,
        failedExecutions: 4,
        finalFailures: 1,
        recovered: 1,
        executions: 7,
      },
      {
        sourceId: OTHER,
        workflowKey: 'orders',
        failures: 1,
        failedExecutions: 1,
        finalFailures: 0,
        recovered: 0,
        executions: 1,
      },
      {
        sourceId: OWN,
        workflowKey: 'refunds',
        failures: 1,
        failedExecutions: 1,
        finalFailures: 1,
        recovered: 0,
        executions: 2,
      },
    ]);
    expect(merged.filter((row) => row.nodeId === 'notify')).toMatchObject([
      { errorCode: '', failures: 1, executions: 3, elsewhere: { workflows: 1, executions: 2 } },
    ]);
  });

  it('keeps "no code" apart from an empty code, and the code that ended an execution from those before', async () => {
    const rows = await failureRows(ctx, { sourceId: OWN, workflowKey: 'orders', nodeId: 'charge' });
    const of = (code: string | null) => rows.find((row) => row.errorCode === code);
    expect(of(null)).toMatchObject({ failures: 2, failedExecutions: 1, finalFailures: 1, recovered: 0 });
    expect(of('card_declined')).toMatchObject({ failures: 1, finalFailures: 1 });
    expect(rows).toHaveLength(3);
  });

  it('counts a step before the window nowhere, and the rest of its execution as one', async () => {
    const [totals] = await nodeTotals(ctx, { sourceId: OWN, workflowKey: 'orders', nodeId: 'ship' });
    expect(totals).toMatchObject({ executions: 1, attempts: 2, failedExecutions: 1 });
    const [row] = await failureRows(ctx, { sourceId: OWN, workflowKey: 'orders', nodeId: 'ship' });
    expect(row).toMatchObject({ failures: 1, failedExecutions: 1, finalFailures: 0, recovered: 1 });
  });

  it('counts running, skipped and cancelled steps nowhere', async () => {
    const totals = await nodeTotals(ctx);
    expect(totals.some((row) => row.nodeId === 'quiet')).toBe(false);
    expect((await failureRows(ctx)).some((row) => row.nodeId === 'quiet')).toBe(false);
    const { rows } = await dailyFailures(ctx, 'UTC');
    expect(rows.some((row) => row.nodeId === 'quiet')).toBe(false);
  });
});

describe('on the sample data', () => {
  beforeAll(() => loadSample({ databaseUrl: database.url, now: new Date() }));

  it('has the rows of the reference query', async () => {
    const { now, rows } = await runBrief(BRIEF_SQL);
    const merged = mergeFailures(await failureRows(at(now)), await nodeTotals(at(now)));
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.some((row) => row.error_code === null)).toBe(true);
    expect(asBrief(merged)).toEqual(sorted(rows));
    expect(merged.map((row) => row.failures)).toEqual(rows.map((row) => Number(row.fail_cnt)));
  });

  it('restricted to each workflow, has the rows of the same query restricted to it', async () => {
    const workflows = await database.db.workflow.findMany();
    expect(workflows.length).toBeGreaterThanOrEqual(8);
    for (const { sourceId, key } of workflows) {
      const scope = { sourceId, workflowKey: key };
      const { now, rows } = await runBrief(restricted(scope));
      expect(rows.length).toBeGreaterThan(0);
      expect(asBrief(mergeFailures(await failureRows(at(now), scope), []))).toEqual(sorted(rows));
    }
  });

  it('counts distinct executions, as the query in plain words does', async () => {
    const { now } = await runBrief(BRIEF_SQL);
    const plain = await database.db.$queryRaw<NodeTotals[]>`
      select source_id as "sourceId", workflow_id as "workflowKey", node_id as "nodeId",
             count(distinct (source_id, workflow_id, run_id, node_id, sub_index))::int as executions,
             count(*)::int as attempts,
             (count(distinct (run_id, sub_index)) filter (where status = 'failed'))::int as "failedExecutions"
      from workflow_run_step
      where status in ('failed', 'succeeded') and occurred_at >= ${now}::timestamptz - interval '30 days'
      group by 1, 2, 3`;
    const byKey = (a: NodeTotals, b: NodeTotals) => (keyOf(a) < keyOf(b) ? -1 : 1);
    expect((await nodeTotals(at(now))).toSorted(byKey)).toEqual(plain.toSorted(byKey));
  });

  it('tells how executions ended, as their last attempt says, and as the evidence of a node does', async () => {
    const { now } = await runBrief(BRIEF_SQL);
    const rows = await failureRows(at(now));
    const plain = await database.db.$queryRaw<{ key: string; final: number; recovered: number }[]>`
      with last as (
        select distinct on (workflow_id, run_id, node_id, sub_index) workflow_id, run_id, node_id, sub_index,
               status, error_code
        from workflow_run_step where status <> 'skipped'
        order by workflow_id, run_id, node_id, sub_index, attempt desc
      ), failing as (
        select distinct workflow_id, run_id, node_id, sub_index, error_code
        from workflow_run_step
        where status = 'failed' and occurred_at >= ${now}::timestamptz - interval '30 days'
      )
      select concat_ws('/', f.workflow_id, f.node_id, f.error_code) as key,
             (count(*) filter (where l.status = 'failed' and l.error_code is not distinct from f.error_code))::int as final,
             (count(*) filter (where l.status = 'succeeded'))::int as recovered
      from failing f join last l using (workflow_id, run_id, node_id, sub_index)
      group by 1`;
    const expected = new Map(plain.map((row) => [row.key, [row.final, row.recovered]]));
    const found = rows.map((row) => [
      [row.workflowKey, row.nodeId, row.errorCode].filter((part) => part !== null).join('/'),
      [row.finalFailures, row.recovered],
    ]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
    expect(rows.some((row) => row.recovered > 0)).toBe(true);

    for (const row of rows.slice(0, 20)) {
      const evidence = await nodeEvidence(at(now), row);
      const { failures, failedExecutions, finalFailures, firstSeen, lastSeen } = row;
      const same = { failures, failedExecutions, finalFailures, firstSeen, lastSeen };
      expect(evidence.find((each) => each.errorCode === row.errorCode)).toMatchObject(same);
    }
  });

  it("splits the failures into days of the reader's calendar", async () => {
    const { now } = await runBrief(BRIEF_SQL);
    const { days, rows } = await dailyFailures(at(now), 'Asia/Shanghai');
    const perDay = new Map<string, number>();
    for (const { dayIndex, failures } of rows) {
      const day = days[dayIndex]?.day ?? 'outside';
      perDay.set(day, (perDay.get(day) ?? 0) + failures);
    }
    const plain = await database.db.$queryRaw<{ day: string; failures: number }[]>`
      select to_char(occurred_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, count(*)::int as failures
      from workflow_run_step
      where status = 'failed' and occurred_at >= ${now}::timestamptz - interval '30 days' group by 1`;
    expect(Object.fromEntries(perDay)).toEqual(Object.fromEntries(plain.map((row) => [row.day, row.failures])));
  });
});

function at(now: Date): ReadCtx {
  return { db: database.db, actor: LOCAL_OWNER, now };
}

/** Runs the query and tells the `now()` that it saw: within one transaction that does not move. */
async function runBrief(sql: string): Promise<{ now: Date; rows: BriefRow[] }> {
  return database.db.$transaction(async (tx) => {
    const [clock] = await tx.$queryRaw<{ now: Date }[]>`select now()`;
    if (!clock) throw new Error('select now() gave no row');
    return { now: clock.now, rows: await tx.$queryRawUnsafe<BriefRow[]>(sql) };
  });
}

function restricted({ sourceId, workflowKey }: Scope): string {
  return BRIEF_SQL.replace(
    "where status = 'failed'",
    `where status = 'failed' and source_id = '${sourceId}' and workflow_id = '${workflowKey}'`,
  );
}

function asBrief(rows: readonly CodeFailures[]): BriefRow[] {
  return sorted(
    rows.map(({ nodeId, errorCode, failures, firstSeen, lastSeen }) => ({
      node_id: nodeId,
      error_code: errorCode,
      fail_cnt: BigInt(failures),
      first_seen: firstSeen,
      last_seen: lastSeen,
    })),
  );
}

/** `order by fail_cnt desc` leaves the order of equal counts open. */
function sorted(rows: readonly BriefRow[]): BriefRow[] {
  const key = (row: BriefRow) => JSON.stringify([row.node_id, row.error_code]);
  return rows.toSorted((a, b) => Number(b.fail_cnt - a.fail_cnt) || (key(a) < key(b) ? -1 : 1));
}

function keyOf({ sourceId, workflowKey, nodeId }: NodeTotals): string {
  return JSON.stringify([sourceId, workflowKey, nodeId]);
}

/** Run ids, node ids and workflow ids repeat over workflows and sources, as they may in real logs. */
function smallSet(now: Date) {
  const steps: ReturnType<typeof step>[] = [];
  const add = (
    [sourceId, workflowId, runId, nodeId, subIndex = '']: readonly [string, string, string, string, string?],
    ...attempts: readonly (readonly [status: string, errorCode?: string | null, hoursAgo?: number])[]
  ) => {
    for (const [i, [status, errorCode = null, hoursAgo = 5]] of attempts.entries()) {
      const occurredAt = new Date(now.getTime() - hoursAgo * HOUR_MS + i * SECOND_MS);
      steps.push(
        step({ sourceId, workflowId, runId, nodeId, subIndex, attempt: i + 1, status, errorCode, occurredAt }),
      );
    }
  };
  const window = (30 * DAY_MS) / HOUR_MS;
  const inside = window - 1 / 60;
  add([OWN, 'orders', 'run-1', 'charge'], ['failed', 'timeout'], ['failed', 'timeout'], ['succeeded']);
  add([OWN, 'orders', 'run-2', 'charge'], ['failed', 'timeout'], ['failed', 'card_declined']);
  add([OWN, 'orders', 'run-3', 'charge'], ['failed'], ['failed']);
  add([OWN, 'orders', 'run-4', 'charge', '0'], ['failed', 'timeout', 30], ['cancelled', null, 30]);
  add([OWN, 'orders', 'run-4', 'charge', '1'], ['succeeded', null, 30]);
  add([OWN, 'orders', 'run-5', 'charge'], ['failed', 'timeout', inside], ['skipped', null, inside]);
  add([OWN, 'orders', 'run-6', 'charge'], ['succeeded', null, inside]);
  add([OWN, 'orders', 'run-7', 'charge'], ['failed', 'timeout', window + 1 / 60]);
  add([OWN, 'refunds', 'run-1', 'charge'], ['failed', 'timeout']);
  add([OWN, 'refunds', 'run-2', 'charge'], ['succeeded']);
  add([OTHER, 'orders', 'run-1', 'charge'], ['failed', 'timeout'], ['running', 'timeout']);
  add(
    [OWN, 'orders', 'run-8', 'ship'],
    ['failed', 'late', window + 1],
    ['failed', 'late', inside],
    ['succeeded', null, 1],
  );
  add([OWN, 'orders', 'run-1', 'notify'], ['failed', '']);
  add([OWN, 'refunds', 'run-1', 'notify'], ['succeeded']);
  add([OWN, 'refunds', 'run-2', 'notify'], ['succeeded']);
  add([OWN, 'orders', 'run-1', 'quiet'], ['skipped', 'timeout']);
  add([OWN, 'orders', 'run-2', 'quiet'], ['running', 'timeout']);
  add([OWN, 'orders', 'run-3', 'quiet'], ['cancelled', 'timeout']);
  return steps;
}

function step(row: {
  sourceId: string;
  workflowId: string;
  runId: string;
  nodeId: string;
  subIndex: string;
  attempt: number;
  status: string;
  errorCode: string | null;
  occurredAt: Date;
}) {
  return row;
}
