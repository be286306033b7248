import * as fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { type AlertWorld, followWhole, makeWorld, stepRow } from '@/lib/alerts/testing/alert-world';
import type { JsonObject } from '@/lib/shared/json';
import { testContext } from '@/lib/testing/context';
import { judgeWhole } from './testing/judge-whole';
import { publishVersion } from './testing/publish-version';

const ctx = testContext();
const AT = new Date('2026-11-20T08:00:00Z');
const later = (ms: number) => new Date(AT.getTime() + ms);
const END = later(86_400_000);

afterEach(() => ctx.db.source.updateMany({ data: { alertsFrom: null } }));

const CONFIGS: readonly JsonObject[] = [
  {},
  { retry: { maxAttempts: 1 } },
  { retry: { maxAttempts: 3, backoff: 'exponential', initialInterval: '5s', maxInterval: '1m' } },
  { retry: { maxAttempts: 2, backoff: 'fixed', initialInterval: '10s', maxInterval: '10s', maxElapsed: '30s' } },
  { classification: [{ code: 'timeout', class: 'terminal', reason: 'so it is' }] },
];
const configArb = fc.constantFrom(...CONFIGS);

const attemptArb = fc.record({
  gapMs: fc.constantFrom(0, 5_000, 10_000, 40_000),
  status: fc.constantFrom('failed', 'failed', 'succeeded', 'cancelled', 'skipped'),
  code: fc.constantFrom('timeout', 'http_401', 'E_OWN', null),
});
const executionArb = fc.record({
  run: fc.constantFrom('a', 'b', 'c', 'd'),
  startMs: fc.integer({ min: 0, max: 120_000 }),
  attempts: fc.array(attemptArb, { minLength: 1, maxLength: 4 }),
});

const historyArb = fc.record({
  first: configArb,
  second: configArb,
  publishedMs: fc.integer({ min: 0, max: 120_000 }),
  executions: fc.uniqueArray(executionArb, { minLength: 1, maxLength: 4, selector: ({ run }) => run }),
  /** In which order steps are reported, in batches of how many, and whether as running first. */
  order: fc.array(fc.nat(), { minLength: 16, maxLength: 16 }),
  batches: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 }),
  running: fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }),
  alerting: fc.boolean(),
});
type History = typeof historyArb extends fc.Arbitrary<infer T> ? T : never;

it('is the same whether steps are judged as they come, in any order and batches, or all at once', async () => {
  await fc.assert(
    fc.asyncProperty(historyArb, async (history) => {
      const world = await makeWorld(ctx.db, {
        nodes: { charge: history.second },
        alertsFrom: history.alerting ? later(-1) : null,
      });
      await publishVersion(ctx.db, world.sourceId, { at: later(-1), nodes: { charge: history.first } });
      const second = { version: 2, at: later(history.publishedMs), nodes: { charge: history.second } };
      await publishVersion(ctx.db, world.sourceId, second);
      await report(world, history);
      await settled();
      const bySteps = await found(world);
      const { sourceId } = world;
      await ctx.db.judgedSource.delete({ where: { sourceId } });
      await ctx.db.conformanceFinding.deleteMany({ where: { sourceId } });
      await judgeWhole(ctx.db, END);
      expect(bySteps).toEqual(await found(world));
      expect(await ctx.db.awaitedJudgement.count({ where: { sourceId } })).toBe(0);
      await ctx.db.source.update({ where: { id: sourceId }, data: { alertsFrom: null } });
    }),
    { numRuns: 15, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false },
  );
}, 120_000);

/** Writes the steps in the order and batches of the history, and lets workers look now and then. */
async function report(world: AlertWorld, { executions, order, batches, running }: History): Promise<void> {
  const steps = executions.flatMap(({ run, startMs, attempts }) => {
    let at = startMs;
    return attempts.map(({ gapMs, status, code }, index) => {
      at += gapMs + 100;
      return stepRow(world.sourceId, { run, at: later(at), attempt: index + 1, status, code });
    });
  });
  const shuffled = steps
    .map((step, index) => ({ step, rank: order[index] ?? 0, running: running[index] ?? false }))
    .sort((a, b) => a.rank - b.rank);
  for (let next = 0, batch = 0; next < shuffled.length; batch++) {
    const size = batches[batch % batches.length] ?? 1;
    const reported = shuffled.slice(next, next + size);
    next += size;
    const started = reported.map(({ step, running: first }) =>
      first ? { ...step, status: 'running', errorCode: null } : step,
    );
    await ctx.db.workflowRunStep.createMany({ data: started });
    const now = new Date(Math.max(...reported.map(({ step }) => step.occurredAt.getTime())) + 1_000);
    await followWhole(ctx.db, now);
    await judgeWhole(ctx.db, now);
    for (const { step } of reported.filter((each) => each.running)) {
      const { sourceId, runId, attempt, status, errorCode } = step;
      await ctx.db.workflowRunStep.updateMany({ where: { sourceId, runId, attempt }, data: { status, errorCode } });
    }
  }
}

/** Everything that waits has had its time. */
async function settled(): Promise<void> {
  await followWhole(ctx.db, later(80_000_000));
  await followWhole(ctx.db, END);
  await judgeWhole(ctx.db, END);
}

async function found({ sourceId }: AlertWorld) {
  const rows = await ctx.db.conformanceFinding.findMany({
    where: { sourceId },
    orderBy: [{ runId: 'asc' }, { finding: 'asc' }],
  });
  return rows.map(({ judgedAt: _, ...row }) => row);
}
