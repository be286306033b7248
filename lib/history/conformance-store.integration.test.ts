import { afterEach, describe, expect, it } from 'vitest';
import {
  type AlertWorld,
  followWhole,
  makeWorld,
  RETRY,
  type StepInput,
  stepRow,
  writeSteps,
} from '@/lib/alerts/testing/alert-world';
import { createDb } from '@/lib/db/client';
import { transaction } from '@/lib/db/transaction';
import type { JsonObject } from '@/lib/shared/json';
import { testContext } from '@/lib/testing/context';
import { judgeBatch, sourcesToJudge } from './conformance-store';
import { judgeWhole } from './testing/judge-whole';
import { publishVersion } from './testing/publish-version';

const ctx = testContext();
const AT = new Date('2026-11-20T08:00:00Z');
const later = (ms: number) => new Date(AT.getTime() + ms);
const HOUR = 3_600_000;
const LATER = later(HOUR);

afterEach(() => ctx.db.source.updateMany({ data: { alertsFrom: null } }));

async function makeJudged(config: JsonObject = { retry: RETRY }, alertsFrom: Date | null = null): Promise<AlertWorld> {
  const world = await makeWorld(ctx.db, { nodes: { charge: config }, alertsFrom });
  await publishVersion(ctx.db, world.sourceId, { at: later(-HOUR), nodes: { charge: config } });
  return world;
}

const findings = async ({ sourceId }: AlertWorld) =>
  (
    await ctx.db.conformanceFinding.findMany({ where: { sourceId }, orderBy: [{ runId: 'asc' }, { finding: 'asc' }] })
  ).map(({ runId, finding }) => `${runId} ${finding}`);
const awaited = ({ sourceId }: AlertWorld) => ctx.db.awaitedJudgement.findMany({ where: { sourceId } });
const watermark = ({ sourceId }: AlertWorld) => ctx.db.judgedSource.findUnique({ where: { sourceId } });

/** Terminal, and tried again all the same. */
const retried = (run: string): StepInput[] => [
  { run, at: AT, code: 'http_401' },
  { run, at: later(5_100), attempt: 2, code: 'http_401' },
];

describe('an execution', () => {
  it('that went against its policy is found, with what was expected and seen', async () => {
    const world = await makeJudged();
    await writeSteps(world, [
      { run: 'r1', at: AT, code: 'timeout' },
      { run: 'r1', at: later(40_100), attempt: 2, status: 'succeeded' },
    ]);
    await judgeWhole(ctx.db, LATER);
    expect(await ctx.db.conformanceFinding.findMany({ where: { sourceId: world.sourceId } })).toEqual([
      {
        ...{ sourceId: world.sourceId, workflowId: 'orders', runId: 'r1', nodeId: 'charge', subIndex: '' },
        ...{ finding: 'off_schedule', attempt: 2, errorCode: null, occurredAt: later(40_100), workflowVersion: 1 },
        detail: {
          ...{ kind: 'off_schedule', attempt: 2, errorCode: null, at: later(40_100).getTime() },
          ...{ gapMs: 40_000, leastMs: 4_500, mostMs: 7_500 },
        },
        judgedAt: LATER,
      },
    ]);
  });

  it('that has not ended is awaited, and judged when its next attempt is overdue', async () => {
    const world = await makeJudged();
    await writeSteps(world, [{ run: 'r1', at: AT, code: 'timeout' }]);
    await judgeWhole(ctx.db, later(1_000));
    expect(await findings(world)).toEqual([]);
    // Due after 5 s, and overdue 60 s after that.
    expect(await awaited(world)).toMatchObject([{ runId: 'r1', dueAt: later(65_000) }]);
    expect(await sourcesToJudge(ctx.db, later(64_999))).not.toContain(world.sourceId);
    await judgeWhole(ctx.db, later(65_000));
    expect(await findings(world)).toEqual(['r1 given_up_early']);
    expect(await awaited(world)).toEqual([]);
    await writeSteps(world, [{ run: 'r1', at: later(5_100), attempt: 2, status: 'succeeded' }]);
    await judgeWhole(ctx.db, LATER);
    expect(await findings(world)).toEqual([]);
  });

  it('whose first attempt is reported last is judged whole', async () => {
    const world = await makeJudged();
    const [first, second] = retried('r1');
    await writeSteps(world, second ? [second] : []);
    await judgeWhole(ctx.db, LATER);
    expect(await findings(world)).toEqual([]);
    await writeSteps(world, first ? [first] : []);
    await judgeWhole(ctx.db, LATER);
    expect(await findings(world)).toEqual(['r1 retried_although_terminal']);
    await ctx.db.workflowRunStep.updateMany({
      where: { sourceId: world.sourceId, attempt: 1 },
      data: { status: 'succeeded', errorCode: null },
    });
    await judgeWhole(ctx.db, LATER);
    expect(await findings(world)).toEqual([]);
  });

  it('of a workflow that was never imported, or of another source, is passed', async () => {
    const world = await makeJudged();
    await writeSteps(
      world,
      retried('r1').map((step) => ({ ...step, workflow: 'unheard-of' })),
    );
    await judgeWhole(ctx.db, LATER);
    expect(await findings(world)).toEqual([]);
  });

  it('that stands in the history with a time that no date can hold keeps no other from being judged', async () => {
    const world = await makeJudged();
    await writeSteps(world, [...retried('odd'), ...retried('well')]);
    await ctx.db.$executeRaw`
      update workflow_run_step set occurred_at = 'infinity'
      where source_id = ${world.sourceId}::uuid and run_id = 'odd' and attempt = 2`;
    await judgeWhole(ctx.db, LATER);
    expect(await findings(world)).toContain('well retried_although_terminal');
  });
});

describe('the policy in force', () => {
  const strict = { retry: { maxAttempts: 1 } };
  const codes = { classification: [{ code: 'http_401', class: 'transient', reason: 'tokens expire' }], retry: RETRY };

  it('is that of the newest version when the first attempt started, and before the first there is none', async () => {
    const world = await makeWorld(ctx.db, { alertsFrom: null });
    const publish = (version: number, ms: number, config: JsonObject) =>
      publishVersion(ctx.db, world.sourceId, { version, at: later(ms), nodes: { charge: config } });
    await publish(1, 0, strict);
    await publish(2, 10_000, codes);
    const twice = (run: string, startedMs: number): StepInput[] => [
      { run, at: later(startedMs + 100), code: 'http_401' },
      { run, at: later(startedMs + 5_200), attempt: 2, status: 'succeeded' },
    ];
    await writeSteps(world, [
      ...twice('before', -1),
      ...twice('first', 0),
      ...twice('still-first', 9_999),
      ...twice('second', 10_000),
    ]);
    await judgeWhole(ctx.db, LATER);
    const expected = ['first', 'still-first'].flatMap((run) => [
      `${run} more_attempts_than_allowed`,
      `${run} retried_although_terminal`,
    ]);
    expect(await findings(world)).toEqual(expected);
    // What is published later holds from then on: nothing is judged again by it.
    await publish(3, 20_000, { retry: { ...RETRY, initialInterval: '1h', maxInterval: '1h' } });
    await ctx.db.judgedSource.update({ where: { sourceId: world.sourceId }, data: { afterChange: 0, afterId: 0 } });
    await judgeWhole(ctx.db, LATER);
    expect(await findings(world)).toEqual(expected);
  });

  it('says something of how the node fails: who owns it is no rule', async () => {
    const world = await makeJudged({ owner: 'ops', actions: [] });
    await writeSteps(world, retried('r1'));
    await judgeWhole(ctx.db, LATER);
    expect(await findings(world)).toEqual([]);
  });

  it('is what holds of a config that does not hold as a whole', async () => {
    const world = await makeJudged({ retry: RETRY, alert: { silence: 'long' } });
    await writeSteps(world, retried('r1'));
    await judgeWhole(ctx.db, LATER);
    expect(await findings(world)).toEqual(['r1 retried_although_terminal']);
  });
});

describe('hand-offs', () => {
  it('are expected of what failed since the source alerted, once it was followed', async () => {
    const world = await makeJudged({ retry: RETRY }, later(2_000));
    await writeSteps(world, [
      { run: 'old', at: AT, code: 'http_401' },
      { run: 'new', at: later(2_000), code: 'http_401' },
      { run: 'lost', at: later(2_000), code: 'http_401' },
    ]);
    // Nobody has followed them yet: nothing is judged.
    expect(await judgeBatch(ctx.db, world.sourceId, LATER)).toMatchObject({ steps: 0, drained: true });
    expect(await sourcesToJudge(ctx.db, LATER)).not.toContain(world.sourceId);
    await followWhole(ctx.db, LATER);
    await ctx.db.handOff.deleteMany({ where: { sourceId: world.sourceId, runId: 'lost' } });
    await judgeWhole(ctx.db, LATER);
    expect(await findings(world)).toEqual(['lost no_hand_off']);
  });

  it('are waited for as long as those who make them await the next attempt', async () => {
    const world = await makeJudged({ retry: RETRY }, later(-HOUR));
    await writeSteps(world, [{ run: 'r1', at: AT, code: 'timeout' }]);
    // Reported an hour late: the next attempt may be in the next report.
    await followWhole(ctx.db, LATER);
    await judgeWhole(ctx.db, LATER);
    expect(await findings(world)).toEqual([]);
    const end = later(HOUR + 60_000);
    expect(await awaited(world)).toMatchObject([{ dueAt: end }]);
    await judgeWhole(ctx.db, later(HOUR + 59_000));
    await followWhole(ctx.db, end);
    await judgeWhole(ctx.db, later(HOUR + 120_000));
    expect(await findings(world)).toEqual(['r1 given_up_early']);
    expect(await awaited(world)).toEqual([]);
  });

  it('are not missed of a step that was reported meanwhile and not followed yet', async () => {
    const world = await makeJudged({ retry: RETRY }, later(-HOUR));
    await writeSteps(world, [{ run: 'r1', at: AT, code: 'timeout' }]);
    await followWhole(ctx.db, later(1_000));
    await judgeWhole(ctx.db, later(1_000));
    await writeSteps(world, [{ run: 'r1', at: later(5_100), attempt: 2, code: 'http_401' }]);
    const overdue = later(70_000);
    await judgeBatch(ctx.db, world.sourceId, overdue);
    expect(await findings(world)).toEqual([]);
    expect(await awaited(world)).toHaveLength(1);
    await followWhole(ctx.db, overdue);
    await judgeWhole(ctx.db, overdue);
    expect(await findings(world)).toEqual([]);
    expect(await awaited(world)).toEqual([]);
  });
});

describe('the watermark', () => {
  it('waits for a transaction that began before: what it commits late is not lost', async () => {
    const world = await makeJudged();
    let commit = () => {};
    const held = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let begun = () => {};
    const written = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const slow = transaction(ctx.db, async (tx) => {
      await tx.workflowRunStep.createMany({ data: retried('slow').map((step) => stepRow(world.sourceId, step)) });
      begun();
      await held;
    });
    await written;
    await writeSteps(world, retried('fast'));
    expect(await judgeBatch(ctx.db, world.sourceId, LATER)).toMatchObject({ steps: 0 });
    commit();
    await slow;
    await judgeWhole(ctx.db, LATER);
    expect(await findings(world)).toEqual(['fast retried_although_terminal', 'slow retried_although_terminal']);
  });

  it('that is ahead of the server, as after a restore into another one, starts over', async () => {
    const world = await makeJudged();
    await writeSteps(world, retried('0'));
    await judgeWhole(ctx.db, LATER);
    const far = 10n ** 12n;
    const old = retried('1').map((step) => ({ ...stepRow(world.sourceId, step), changeId: far }));
    await ctx.db.workflowRunStep.createMany({ data: old });
    await ctx.db.judgedSource.update({
      where: { sourceId: world.sourceId },
      data: { afterChange: far, afterId: far },
    });
    await writeSteps(world, retried('2'));
    await judgeWhole(ctx.db, LATER);
    expect(await findings(world)).toEqual(['0', '1', '2'].map((run) => `${run} retried_although_terminal`));
    expect((await watermark(world))?.afterChange).toBeLessThan(far);
  });
});

describe('a batch', () => {
  it.each(['conformance_finding', 'awaited_judgement', 'judged_source'])(
    'that breaks when it writes %s has not happened, and is done whole afterwards',
    async (table) => {
      const world = await makeJudged();
      await judgeWhole(ctx.db, AT);
      await judgeBatch(ctx.db, world.sourceId, AT);
      await writeSteps(world, [...retried('r1'), { run: 'r2', at: AT, code: 'timeout' }]);
      await ctx.db.$executeRawUnsafe(`
        create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`);
      const event = table === 'judged_source' ? 'update' : 'insert';
      await ctx.db.$executeRawUnsafe(
        `create trigger broken before ${event} on ${table} for each row execute function broken()`,
      );
      const before = await watermark(world);
      await expect.poll(() => judgeBatch(ctx.db, world.sourceId, AT).then(() => '', String)).toContain('broken');
      await ctx.db.$executeRawUnsafe('drop function broken cascade');
      expect(await watermark(world)).toEqual(before);
      expect([await findings(world), await awaited(world)]).toEqual([[], []]);
      await judgeWhole(ctx.db, AT);
      expect(await findings(world)).toEqual(['r1 retried_although_terminal']);
      expect(await awaited(world)).toHaveLength(1);
    },
  );

  it('is of one worker at a time; many at once judge each step once', async () => {
    const world = await makeJudged();
    const runs = Array.from({ length: 150 }, (_, index) => retried(String(index)));
    await writeSteps(world, runs.flat());
    const dbs = Array.from({ length: 4 }, () => createDb(ctx.url));
    let [steps, findingCount] = [0, 0];
    await Promise.all(
      dbs.map(async (db) => {
        while (steps < 300) {
          const batch = await judgeBatch(db, world.sourceId, LATER, 40);
          steps += batch.steps;
          findingCount += batch.findings;
        }
      }),
    );
    await Promise.all(dbs.map((db) => db.$disconnect()));
    expect(steps).toBe(300);
    expect(await findings(world)).toHaveLength(150);
    // An execution that lies on the border of two batches is judged in each, with the same outcome.
    expect(findingCount).toBeLessThan(165);
  });
});
