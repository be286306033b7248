import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';
import { createCycle } from '@/lib/history/commands';
import { failureRows } from '@/lib/history/queries';
import { countRows, stepRows } from '@/lib/history/row-queries';
import { ROW_KINDS, type RowKind, type StepRow } from '@/lib/history/step-row';
import { HOUR_MS } from '@/lib/shared/clock';
import type { Cursor } from '@/lib/shared/keyset';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { loadSample } from '@/prisma/seed/load';
import { failureSelection, failureView } from './failure-queries';
import type { FailureChoice, FailureQuery } from './failure-query';
import type { FailureRowsQuery } from './failure-rows';

const NOW = new Date('2026-11-29T20:00:00Z');
const READER = { timeZone: 'Asia/Shanghai', locale: 'en', noCode: 'no code' };
const NOTHING: FailureChoice = { search: '', workflow: null, owner: null, standing: null, period: null, day: null };
const LIST = { sort: 'failures', order: 'desc', page: 1 } as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await loadSample({ databaseUrl: database.url, now: NOW });
  await shareNode();
});
afterAll(() => database.drop());

/** What the sample has not: a node and codes that several workflows share, one of which was never imported. */
async function shareNode(): Promise<void> {
  const { sourceId } = await database.db.workflow.findFirstOrThrow({ where: { key: 'order-fulfilment' } });
  const run = (workflowId: string, runId: string, ...attempts: [status: string, errorCode: string | null][]) =>
    attempts.map(([status, errorCode], i) => ({
      ...{ sourceId, workflowId, runId, nodeId: 'charge-card', attempt: i + 1, status, errorCode },
      occurredAt: new Date(NOW.getTime() - (i < 1 ? 3 : 2) * HOUR_MS),
    }));
  await database.db.workflowRunStep.createMany({
    data: [
      ...run('refunds', 'shared-1', ['failed', 'timeout'], ['failed', 'card_declined']),
      ...run('refunds', 'shared-2', ['failed', 'timeout'], ['cancelled', null]),
      ...run('never-imported', 'shared-3', ['failed', 'timeout'], ['failed', null], ['succeeded', null]),
      ...run('never-imported', 'shared-4', ['failed', ''], ['running', null]),
    ],
  });
}

const ctx = () => ({ db: database.db, actor: LOCAL_OWNER, now: NOW });
const viewOf = (choice: Partial<FailureChoice>) => failureView(ctx(), { ...NOTHING, ...choice, ...LIST }, READER);
const selectionOf = (asked: Partial<FailureRowsQuery> & { kind: RowKind }) =>
  failureSelection(ctx(), { ...NOTHING, nodeId: null, hour: null, ...asked }, READER, NOW);
const countOf = async (asked: Partial<FailureRowsQuery> & { kind: RowKind }) =>
  countRows(ctx(), (await selectionOf(asked)).selection);
const choiceOf = ({ sort: _, order: __, page: ___, ...choice }: FailureQuery): FailureChoice => choice;

/** The figure of each kind of rows. */
const FIGURE = {
  failures: 'failures',
  executions: 'executions',
  failed: 'failedExecutions',
  final: 'finalFailures',
  recovered: 'recovered',
} as const;

async function workflowKeyed(key: string): Promise<string> {
  return (await database.db.workflow.findFirstOrThrow({ where: { key } })).id;
}

describe('the rows behind a figure are as many as it says', () => {
  it.each(ROW_KINDS)('%s: of the most frequent failures over all, and of each share of a workflow', async (kind) => {
    const { list } = await viewOf({});
    expect(list.matching.some(({ parts }) => parts.length > 1)).toBe(true);
    for (const entry of list.matching.filter(
      ({ parts, errorCode }, i) => i < 4 || parts.length > 1 || errorCode === null,
    )) {
      const asked = { kind, nodeId: entry.nodeId, code: entry.errorCode };
      expect([asked, await countOf(asked)]).toEqual([asked, entry[FIGURE[kind]]]);
      for (const part of entry.parts) {
        const within = { ...asked, workflow: part.workflowId ?? `${part.sourceId}/${part.workflowKey}` };
        expect([within, await countOf(within)]).toEqual([within, part[FIGURE[kind]]]);
      }
    }
  });

  it.each(ROW_KINDS)('%s: in one workflow, all of its rows', async (kind) => {
    const workflow = await workflowKeyed('order-fulfilment');
    const { list } = await viewOf({ workflow });
    expect(list.matching.length).toBeGreaterThan(10);
    for (const { nodeId, errorCode: code, ...entry } of list.matching) {
      const asked = { kind, nodeId, code, workflow };
      expect([asked, await countOf(asked)]).toEqual([asked, entry[FIGURE[kind]]]);
    }
  });

  it.each([
    {},
    { standing: 'terminal' },
    { standing: 'unclassified', search: 'psp' },
    { owner: '-' },
    { owner: '~' },
    { search: 'charge-card', standing: 'unknown' },
    { owner: 'payments-ops', period: '7' },
    { search: 'timeout', period: '90' },
    { period: '2026-11-16..2026-11-18', day: '2026-11-17' },
    { day: '2026-10-31' },
  ] as const)('totals, chart and rows under %j', async (choice) => {
    const { totals, query, chart, list } = await viewOf(choice);
    expect(totals.failures).toBeGreaterThan(0);
    const choices = choiceOf(query);
    expect(await countOf({ ...choices, kind: 'failures' })).toBe(totals.failures);
    expect(await countOf({ ...choices, kind: 'failed' })).toBe(totals.failedExecutions);
    expect(await countOf({ ...choices, kind: 'final' })).toBe(totals.final);
    expect(await countOf({ ...choices, kind: 'recovered' })).toBe(totals.recovered);
    expect(totals.neither).toBeGreaterThanOrEqual(0);
    expect(chart.total).toBe(totals.failures);

    const [series] = chart.series;
    const busiest = chart.slots.reduce((top, slot) => (slot.total > top.total ? slot : top));
    const slot = chart.unit === 'day' ? { day: busiest.key } : { hour: new Date(busiest.key) };
    expect(await countOf({ ...choices, ...slot, kind: 'failures' })).toBe(busiest.total);
    expect(await countOf({ ...choices, kind: 'failures', code: series?.code })).toBe(series?.total);
    for (const { nodeId, errorCode: code, ...entry } of list.matching.slice(0, 2))
      for (const kind of ROW_KINDS) {
        const asked = { ...choices, search: '', kind, nodeId, code };
        expect([asked, await countOf(asked)]).toEqual([asked, entry[FIGURE[kind]]]);
      }
  });

  it('counts an execution once that failed with several codes', async () => {
    const { totals, list } = await viewOf({});
    const sum = list.matching.reduce((total, entry) => total + entry.failedExecutions, 0);
    expect(totals.failedExecutions).toBeLessThan(sum);
    const [plain] = await database.db.$queryRaw<{ count: number }[]>`
      select count(distinct (source_id, workflow_id, run_id, node_id, sub_index))::int as count from workflow_run_step
      where status = 'failed' and occurred_at >= ${NOW}::timestamptz - interval '30 days'`;
    expect(totals.failedExecutions).toBe(plain?.count);
  });
});

describe('the list of rows', () => {
  it.each(ROW_KINDS)('%s: by pages, newest first, each row once, and back', async (kind) => {
    const { selection } = await selectionOf({ kind, search: 'charge', period: '30' });
    const read = (cursor: Cursor | null, limit: number) => stepRows(ctx(), selection, cursor, limit);
    const count = await countRows(ctx(), selection);
    const all = await read(null, 100_000);
    expect(all).toHaveLength(count);
    const key = ({ occurredAt, id }: StepRow) => `${occurredAt.toISOString()} ${id.padStart(12, '0')}`;
    expect(all.map(key)).toEqual(all.map(key).toSorted().toReversed());
    expect(new Set(all.map(({ id }) => id)).size).toBe(count);
    const [tenth, eleventh] = [all[9], all[10]];
    if (!tenth || !eleventh) throw new Error('there are more than ten');
    expect(await read({ side: 'before', at: tenth.occurredAt, id: tenth.id }, 5)).toEqual(all.slice(10, 15));
    expect(await read({ side: 'after', at: eleventh.occurredAt, id: eleventh.id }, 5)).toEqual(all.slice(5, 10));
  });

  it('says how each execution ended', async () => {
    const last = async (kind: RowKind, of: Partial<FailureRowsQuery> = {}) => {
      const { selection } = await selectionOf({ kind, ...of });
      return new Set((await stepRows(ctx(), selection, null, 500)).map((row) => row.laterStatus));
    };
    expect(await last('final')).toEqual(new Set([null]));
    expect(await last('recovered')).toEqual(new Set(['succeeded']));
    expect([...(await last('failed', { nodeId: 'charge-card', code: 'timeout' }))]).toContain('failed');
    expect([...(await last('failed'))]).toEqual(expect.arrayContaining([null, 'succeeded', 'cancelled', 'running']));
  });

  it('has names where Failpath has the workflow, and texts as they are', async () => {
    const { selection } = await selectionOf({ kind: 'failures', nodeId: 'update-customer', period: '90' });
    const rows = await stepRows(ctx(), selection, null, 5_000);
    expect(rows[0]).toMatchObject({ workflowName: expect.any(String), nodeName: expect.any(String), status: 'failed' });
    expect(rows.some((row) => row.errorMessage?.includes('<img'))).toBe(true);
  });
});

describe('the period', () => {
  it('without an upper end counts what the reference query counts', async () => {
    const plain = await database.db.$queryRaw<{ count: number }[]>`
      select count(*)::int as count from workflow_run_step
      where status = 'failed' and occurred_at >= ${NOW}::timestamptz - interval '30 days'`;
    expect((await viewOf({})).totals.failures).toBe(plain[0]?.count);
    const rows = await failureRows(ctx());
    expect(rows.reduce((sum, row) => sum + row.failures, 0)).toBe(plain[0]?.count);
  });

  it("of days counts whole days of the reader's calendar, and the sum of its days is the whole", async () => {
    const { totals, chart } = await viewOf({ period: '2026-11-16..2026-11-18' });
    const plain = await database.db.$queryRaw<{ count: number }[]>`
      select count(*)::int as count from workflow_run_step
      where status = 'failed' and occurred_at at time zone 'Asia/Shanghai' >= '2026-11-16'
        and occurred_at at time zone 'Asia/Shanghai' < '2026-11-19'`;
    expect(totals.failures).toBe(plain[0]?.count);
    expect(chart.slots.map(({ key }) => key)).toHaveLength(3);
    const days = await Promise.all(
      chart.slots.map(({ key }) => viewOf({ period: '2026-11-16..2026-11-18', day: key })),
    );
    expect(days.reduce((sum, view) => sum + view.totals.failures, 0)).toBe(totals.failures);
    expect(days.map((view) => view.chart.slots.length)).toEqual(days.map(() => 24));
  });

  it('of a cycle is its current period, or one before', async () => {
    const made = await createCycle(ctx(), { name: 'Close', firstDay: '2026-01-25', lengthDays: null });
    if (!made.ok) throw new Error(made.error.reason);
    const before = await viewOf({ period: `cycle:${made.value.id}:-1` });
    expect(before.period).toMatchObject({ kind: 'cycle', first: '2026-10-25', last: '2026-10-31' });
    expect(before.totals).toEqual((await viewOf({ period: '2026-10-25..2026-10-31' })).totals);
    const current = await viewOf({ period: `cycle:${made.value.id}` });
    // Until now: in Shanghai it is 30 November.
    expect(current.chart.slots.map(({ key }) => key)).toEqual([25, 26, 27, 28, 29, 30].map((day) => `2026-11-${day}`));
    expect(current.totals.failures).toBeGreaterThan(0);
  });

  it('that does not hold is the usual one, with the reason, and so is a day outside', async () => {
    const view = await viewOf({ period: '2026-02-31..2026-03-05', day: '2026-01-01', owner: 'nobody-made-it' });
    expect(view.problems).toEqual([
      { reason: 'no_such_day', day: '2026-02-31' },
      { reason: 'day_outside', day: '2026-01-01' },
    ]);
    expect(view.query).toMatchObject({ period: '30', day: null, owner: null });
    expect(view.totals).toEqual((await viewOf({})).totals);
  });

  it('knows where the history begins', async () => {
    const { begins, period } = await viewOf({ period: '90' });
    expect(begins && begins > period.from).toBe(true);
  });
});
