import { beforeEach, describe, expect, it } from 'vitest';
import { makeWorld } from '@/lib/alerts/testing/alert-world';
import { createDb } from '@/lib/db/client';
import { DAY_MS, MINUTE_MS } from '@/lib/shared/clock';
import { testContext } from '@/lib/testing/context';
import { writeDaily } from './testing/daily-failures';
import { askMeasuring, setThresholdSample } from './threshold-commands';
import { measuringProgress } from './threshold-progress-queries';
import { measureBatch, sourcesToMeasure } from './threshold-store';

const ctx = testContext();
const MEASURED = { code: 'timeout', failures: 4, window: '1d', threshold_source: 'measured' };
const WAITS = { code: 'timeout', failures: 5, window: '1d', threshold_source: 'pending-observation' };
const NODES = {
  drifting: { alert: { thresholds: [MEASURED] } },
  waiting: { alert: { thresholds: [WAITS] } },
  open: {},
  quiet: { alert: { thresholds: [MEASURED] } },
  broken: { retry: { maxAttempts: 'many' } },
};
type NodeId = keyof typeof NODES;

let sourceId: string;
beforeEach(async () => {
  await ctx.db.source.deleteMany({ where: { workflows: { none: {} } } });
  await ctx.db.workflow.deleteMany({});
  ({ sourceId } = await makeWorld(ctx.db, { nodes: NODES, alertsFrom: null }));
  for (const nodeId of ['drifting', 'waiting', 'open', 'broken'] satisfies NodeId[])
    await writeDaily(ctx.db, {
      ...{ sourceId, workflowKey: 'orders', nodeId, code: 'timeout', now: ctx.now },
      ...{ failed: 7, succeeded: 13, days: 30 },
    });
});

async function states(): Promise<string[]> {
  const rows = await ctx.db.thresholdState.findMany({
    where: { measured: { node: { workflow: { sourceId } } } },
    include: { measured: { include: { node: true } } },
  });
  return rows
    .map(({ code, state, suggested, measured }) => `${measured.node.nodeId} ${code} ${state} ${suggested}`)
    .sort();
}

const ALL = ['drifting timeout drifted 7', 'open timeout ripe 7', 'quiet timeout short null', 'waiting timeout ripe 7'];

/** Until nothing is due. */
async function measure(now: Date = ctx.now, limit = 2): Promise<number> {
  let nodes = 0;
  for (;;) {
    const batch = await measureBatch(ctx.db, sourceId, now, limit);
    nodes += batch.nodes;
    if (batch.drained) return nodes;
  }
}

describe('measuring', () => {
  it('holds what stands in each config against the history, and changes no config', async () => {
    const before = await ctx.db.node.findMany({ orderBy: { id: 'asc' } });
    expect(await sourcesToMeasure(ctx.db, ctx.now)).toEqual([sourceId]);
    expect(await measure()).toBe(5);
    expect(await states()).toEqual(ALL);
    expect(await ctx.db.node.findMany({ orderBy: { id: 'asc' } })).toEqual(before);
    const row = await ctx.db.thresholdState.findFirstOrThrow({ where: { state: 'drifted' } });
    expect(row).toMatchObject({
      written: 4,
      writtenSource: 'measured',
      sampleSize: 600,
      failureCount: 210,
      windowDays: 30,
    });
    expect(row.rateLow).toBeCloseTo(0.3129, 3);
    expect(row.rateHigh).toBeCloseTo(0.389, 3);
  });

  it('is done once a day, and what stays the same keeps its time', async () => {
    await measure();
    expect(await measure(new Date('2026-11-20T23:59:00Z'))).toBe(0);
    expect(await sourcesToMeasure(ctx.db, new Date('2026-11-20T23:59:00Z'))).toEqual([]);
    const tomorrow = new Date('2026-11-21T00:31:00Z');
    expect(await measure(tomorrow)).toBe(5);
    expect(await states()).toEqual(ALL);
    const row = await ctx.db.thresholdState.findFirstOrThrow({
      where: { state: 'drifted' },
      include: { measured: true },
    });
    expect(row.since).toEqual(ctx.now);
    expect(row.measured.measuredAt).toEqual(tomorrow);
  });

  it('comes sooner to a node that was changed, and to all when somebody asks', async () => {
    await measure();
    await ctx.db.node.updateMany({
      where: { nodeId: 'drifting' },
      data: { version: 2, config: { alert: { thresholds: [{ ...MEASURED, failures: 7 }] } } },
    });
    expect(await measure()).toBe(1);
    expect(await states()).toEqual(ALL.map((each) => each.replace('drifted', 'current')));
    const later = { ...ctx, db: ctx.db, now: new Date(ctx.now.getTime() + MINUTE_MS) };
    expect(await askMeasuring(later, { sourceId })).toEqual({ ok: true, value: { sources: 1 } });
    expect(await measure(later.now)).toBe(5);
    expect(await measure(later.now)).toBe(0);
  });

  it('goes by the minimum and the window of the source', async () => {
    await measure();
    const later = { ...ctx, db: ctx.db, now: new Date(ctx.now.getTime() + MINUTE_MS) };
    const sample = { sourceId, executions: 30, failures: 10, windowDays: 7 };
    expect(await setThresholdSample(later, { ...sample, failures: 50 })).toMatchObject({ ok: true });
    expect(await measure(later.now)).toBe(5);
    expect(await states()).toEqual([
      'drifting timeout short null',
      'quiet timeout short null',
      'waiting timeout current null',
    ]);
  });

  it('that is ended in the middle goes on where it was', async () => {
    expect((await measureBatch(ctx.db, sourceId, ctx.now, 2)).nodes).toBe(2);
    expect(await measuringProgress(ctx)).toMatchObject([{ sourceId, nodes: 5, measured: 2 }]);
    expect(await measure()).toBe(3);
    expect(await measuringProgress(ctx)).toMatchObject([{ nodes: 5, measured: 5, lastAt: ctx.now, failure: null }]);
  });

  it('by two workers at once comes to each node once', async () => {
    const other = createDb(ctx.url);
    try {
      let nodes = 0;
      const work = async (db: typeof other) => {
        for (let idle = 0; idle < 20; ) {
          const batch = await measureBatch(db, sourceId, ctx.now, 1);
          nodes += batch.nodes;
          idle = batch.nodes === 0 ? idle + 1 : 0;
        }
      };
      await Promise.all([work(ctx.db), work(other)]);
      expect(nodes).toBe(5);
      expect(await states()).toEqual(ALL);
    } finally {
      await other.$disconnect();
    }
  });

  it('that fails says so, is tried again later, and forgets it then', async () => {
    await ctx.db.$executeRaw`
      create function refuse_measuring() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$`;
    await ctx.db.$executeRaw`
      create trigger refuse_measuring before insert on threshold_state for each row execute function refuse_measuring()`;
    try {
      await expect(measureBatch(ctx.db, sourceId, ctx.now)).rejects.toThrow('not now');
      expect(await measuringProgress(ctx)).toMatchObject([{ measured: 0, failure: { at: ctx.now, times: 1 } }]);
      expect(await sourcesToMeasure(ctx.db, ctx.now)).toEqual([]);
    } finally {
      await ctx.db.$executeRaw`drop function refuse_measuring cascade`;
    }
    const later = new Date(ctx.now.getTime() + MINUTE_MS);
    expect(await sourcesToMeasure(ctx.db, later)).toEqual([sourceId]);
    await measure(later);
    expect(await measuringProgress(ctx)).toMatchObject([{ measured: 5, failure: null }]);
  });

  it('says when the next is due', async () => {
    await measure();
    expect((await measuringProgress(ctx))[0]?.nextAt).toEqual(new Date('2026-11-21T00:30:00Z'));
    const tomorrow = { ...ctx, db: ctx.db, now: new Date(ctx.now.getTime() + DAY_MS) };
    expect((await measuringProgress(tomorrow))[0]).toMatchObject({ measured: 0, nextAt: tomorrow.now });
  });
});
