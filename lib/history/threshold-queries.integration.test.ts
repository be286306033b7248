import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '@/lib/shared/clock';
import { testContext } from '@/lib/testing/context';
import { rollBatch } from './rollup-store';
import { type CodeSample, nodeSamples, thresholdSamples } from './threshold-queries';

const ctx = testContext();
const sourceId = randomUUID();
const OTHER = randomUUID();
/** `ctx.now` is 2026-11-20T08:00Z: the window of 7 days is the 13th to the 19th. */
const FIRST = Date.parse('2026-11-13T00:00:00Z');
const SETTING = { windowDays: 7, minimum: { executions: 30, failures: 10 } };
const NODES = [
  { workflowKey: 'w', nodeId: 'a' },
  { workflowKey: 'w', nodeId: 'b' },
  { workflowKey: 'v', nodeId: 'a' },
  { workflowKey: 'v', nodeId: 'never' },
];

beforeAll(async () => {
  await ctx.db.source.create({ data: { id: sourceId, key: 'shop', name: 'Shop', kind: 'own', thresholdDays: 7 } });
  await ctx.db.source.create({ data: { id: OTHER, key: 'other', name: 'Other', kind: 'own' } });
});
const atArb = fc.oneof(
  fc.integer({ min: -2 * DAY_MS, max: 8 * DAY_MS }),
  // Around midnight, where an execution is cut.
  fc.tuple(fc.integer({ min: 0, max: 7 }), fc.constantFrom(-1, 0, 1)).map(([day, off]) => day * DAY_MS + off),
);
const stepArb = fc.record({
  source: fc.constantFrom(sourceId, sourceId, sourceId, OTHER),
  workflow: fc.constantFrom('w', 'w', 'v'),
  node: fc.constantFrom('a', 'a', 'b'),
  run: fc.constantFrom('1', '2', '3', '4', '5', '6', '7'),
  sub: fc.constantFrom('', '', 'x'),
  attempt: fc.constantFrom(1, 1, 2, 3),
  status: fc.constantFrom('failed', 'failed', 'failed', 'succeeded', 'running', 'skipped'),
  code: fc.constantFrom('timeout', 'http_401', '', '*', null),
  at: atArb,
});

it('daily executions per code are what plain SQL counts, whatever the history and whatever is rolled up', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArb, { maxLength: 80 }), fc.boolean(), async (steps, rolled) => {
      await ctx.db.workflowRunStep.deleteMany({});
      await ctx.db.workflowRunStep.createMany({
        skipDuplicates: true,
        data: steps.map(({ source, workflow, node, run, sub, attempt, status, code, at }) => ({
          ...{ sourceId: source, workflowId: workflow, nodeId: node, runId: run, subIndex: sub, attempt, status },
          errorCode: status === 'failed' ? code : null,
          occurredAt: new Date(FIRST + at),
        })),
      });
      if (rolled)
        for (let drained = false; !drained; ) ({ drained } = await rollBatch(ctx.db, sourceId, ctx.now, 1000));
      const found = await nodeSamples(ctx, sourceId, SETTING, NODES);
      for (const [index, node] of NODES.entries()) {
        const { executions, rows, together } = await reference(node);
        const sample = found[index];
        if (!sample) throw new Error('a node was left out');
        expect(sample.codes.flatMap(counted).toSorted()).toEqual(rows.toSorted());
        expect(counted(sample.any).map((line) => line.slice(4))).toEqual(together);
        for (const each of [...sample.codes, sample.any]) {
          expect(each.executions).toBe(executions);
          expect(each.days.map(({ day }) => day)).toEqual([13, 14, 15, 16, 17, 18, 19].map((day) => `2026-11-${day}`));
        }
      }
    }),
    { numRuns: 60, interruptAfterTimeLimit: 25_000, markInterruptAsFailure: false },
  );
}, 120_000);

it('a node is counted over the window of its source, and says since when there is history', async () => {
  await ctx.db.workflowRunStep.deleteMany({});
  const at = (day: number) => new Date(FIRST + day * DAY_MS + 5000);
  await ctx.db.workflowRunStep.createMany({
    data: [
      step('1', 'timeout', at(3)),
      step('2', 'timeout', at(3)),
      step('3', 'timeout', at(6)),
      // Today is no whole day.
      step('4', 'timeout', at(7)),
      { ...step('5', null, at(2)), status: 'succeeded' },
    ],
  });
  const sample = await thresholdSamples(ctx, { sourceId, workflowKey: 'w', nodeId: 'a' });
  expect(sample).toMatchObject({ windowDays: 7, minimum: { executions: 30, failures: 10 } });
  expect(sample.codes).toHaveLength(1);
  expect(sample.codes[0]).toMatchObject({ errorCode: 'timeout', executions: 4, observedDays: 5 });
  expect(sample.codes[0]?.days.map(({ failedExecutions }) => failedExecutions)).toEqual([0, 0, 0, 2, 0, 0, 1]);
  expect(sample.any.days).toEqual(sample.codes[0]?.days);
});

it('without history each day stands there with nothing on it', async () => {
  const sample = await thresholdSamples(ctx, { sourceId, workflowKey: 'w', nodeId: 'never' });
  expect(sample.codes).toEqual([]);
  expect(sample.any).toMatchObject({ executions: 0, observedDays: 0 });
  expect(sample.any.days.map(({ failedExecutions }) => failedExecutions)).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

function step(runId: string, errorCode: string | null, occurredAt: Date) {
  return { sourceId, workflowId: 'w', nodeId: 'a', runId, status: 'failed', errorCode, occurredAt };
}

/** A line per day with failures. */
function counted({ errorCode, days }: CodeSample): string[] {
  return days.flatMap(({ day, failedExecutions }) =>
    failedExecutions > 0 ? [`${JSON.stringify(errorCode)} ${day} ${failedExecutions}`] : [],
  );
}

async function reference({ workflowKey, nodeId }: { workflowKey: string; nodeId: string }) {
  const rows = await ctx.db.$queryRaw<{ code: string | null; day: string; n: number }[]>`
    select error_code as code, to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD') as day,
           count(distinct (run_id, sub_index))::int as n
    from workflow_run_step
    where source_id = ${sourceId}::uuid and workflow_id = ${workflowKey} and node_id = ${nodeId} and status = 'failed'
      and occurred_at >= '2026-11-13T00:00:00Z' and occurred_at < '2026-11-20T00:00:00Z'
    group by 1, 2`;
  const together = await ctx.db.$queryRaw<{ day: string; n: number }[]>`
    select to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(distinct (run_id, sub_index))::int as n
    from workflow_run_step
    where source_id = ${sourceId}::uuid and workflow_id = ${workflowKey} and node_id = ${nodeId} and status = 'failed'
      and occurred_at >= '2026-11-13T00:00:00Z' and occurred_at < '2026-11-20T00:00:00Z'
    group by 1 order by 1`;
  const [total] = await ctx.db.$queryRaw<{ n: number }[]>`
    select count(distinct (run_id, sub_index))::int as n from workflow_run_step
    where source_id = ${sourceId}::uuid and workflow_id = ${workflowKey} and node_id = ${nodeId}
      and status in ('failed', 'succeeded')
      and occurred_at >= '2026-11-13T00:00:00Z' and occurred_at < '2026-11-20T00:00:00Z'`;
  return {
    executions: total?.n ?? 0,
    rows: rows.map(({ code, day, n }) => `${JSON.stringify(code)} ${day} ${n}`),
    together: together.map(({ day, n }) => ` ${day} ${n}`),
  };
}
