import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readObservations } from '@/lib/drills/kept';
import type { Platform, PlatformTrial, Proving } from '@/lib/drills/proving-context';
import { claimDrills, runClaimed } from '@/lib/drills/runner';
import { askForDrills, makeDrillWorld, RIGHT, type RunInput } from '@/lib/drills/testing/drill-world';
import { err, ok } from '@/lib/shared/result';
import { testContext } from '@/lib/testing/context';
import { type Bench, openBench } from './testing/drill-bench';

const ctx = testContext();
const RETRY = { maxAttempts: 3, backoff: 'fixed', initialInterval: '200ms', maxInterval: '200ms' };
const QUICK = { quietMs: 300, webhookGraceMs: 20_000, pulseMs: 200 };

let bench: Bench;
beforeAll(async () => {
  bench = await openBench(ctx);
});
afterAll(() => bench.close());

/** Attempts that a platform makes and logs: their codes, one execution each; null = it succeeds. */
type Log = readonly (readonly (string | null)[])[];

/** A platform that is asked, and writes its own log into the real history, as any platform does. */
function platformThat(log: (asked: PlatformTrial) => Log): Platform & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    start: (trial) => {
      asked.push(`start ${trial.trial.drill}`);
      void writeLog(trial, log(trial));
      return Promise.resolve(ok(null));
    },
    restore: ({ trial }) => {
      asked.push(`restore ${trial.drill}`);
      return Promise.resolve(ok(null));
    },
  };
}

async function writeLog({ trial, realm }: PlatformTrial, log: Log): Promise<void> {
  for (const [execution, codes] of log.entries()) {
    for (const [index, code] of codes.entries()) {
      await sleep(index === 0 ? 0 : 200);
      const runId = `failpath-drill-${trial.id}${execution === 0 ? '' : `-${execution + 1}`}`;
      await ctx.db.$executeRaw`
        insert into workflow_run_step (source_id, workflow_id, run_id, node_id, attempt, status, error_code,
                                       error_message, payload_hash, occurred_at, duration_ms)
        select id, ${realm.workflowKey}, ${runId}, ${realm.nodeId}, ${index + 1}::int,
               ${code === null ? 'succeeded' : 'failed'}, ${code}, ${code && 'it failed'}, 'h1', clock_timestamp(), 5
        from source where key = 'own'`;
    }
  }
}

/** What a right platform does with each drill. */
const right = ({ trial: { drill, plan } }: PlatformTrial): Log =>
  Array.from({ length: plan.executions }, () => {
    const attempts = plan.marks.filter(({ execution }) => execution === 1).length;
    return Array.from({ length: attempts }, (_, index) => (drill === 5 && index === 1 ? null : plan.errorCode));
  });

async function ask(input: RunInput): Promise<string> {
  const world = await makeDrillWorld(ctx.db, { config: { ...RIGHT, retry: RETRY } });
  return askForDrills(world, { runner: 'webhook', clock: 'real', ...input });
}

const run = (platform: Platform, more: Partial<Proving> = {}) =>
  bench.runAll(() => ({ platform, times: QUICK, ...more }));
const runOf = (id: string) => ctx.db.drillRun.findUniqueOrThrow({ where: { id } });
const trialsOf = (runId: string) =>
  ctx.db.drillTrial.findMany({ where: { runId }, orderBy: [{ drill: 'asc' }, { round: 'asc' }] });
const isIn = (runId: string, phase: string) =>
  expect.poll(async () => (await trialsOf(runId)).map((each) => each.phase), { timeout: 30_000 }).toContain(phase);

/** Asked at once, since each is mostly waited for; by name. */
const CASES: Readonly<Record<string, { readonly input: RunInput; readonly log: (asked: PlatformTrial) => Log }>> = {
  ...Object.fromEntries(
    ([1, 2, 3, 4] as const).map((drill) => [`right ${drill}`, { input: { drills: [{ drill }] }, log: right }]),
  ),
  terminal: { input: { drills: [{ drill: 3 }] }, log: () => [['401', '401']] },
  override: { input: { drills: [{ drill: 2 }] }, log: () => [['503', '503', '503']] },
  often: { input: { drills: [{ drill: 1 }] }, log: () => [['503', '503', '503', '503']] },
};

describe('a platform that is asked', () => {
  const platforms = new Map<string, ReturnType<typeof platformThat>>();
  const runs = new Map<string, string>();
  const caseOf = (name: string) => ({ runId: runs.get(name) ?? '', asked: platforms.get(runs.get(name) ?? '')?.asked });
  beforeAll(async () => {
    for (const [name, { input, log }] of Object.entries(CASES)) {
      const runId = await ask(input);
      runs.set(name, runId);
      platforms.set(runId, platformThat(log));
    }
    await bench.runAll((runId) => ({ platform: platforms.get(runId) ?? platformThat(right), times: QUICK }));
  }, 60_000);

  it.each([1, 2, 3, 4])('passes drill %d by its own log, and puts back what it was asked to set', async (drill) => {
    const { runId, asked } = caseOf(`right ${drill}`);
    expect((await trialsOf(runId)).map(({ state }) => state)).toEqual(['passed']);
    expect(asked).toEqual([`start ${drill}`, `restore ${drill}`]);
    const certificates = await ctx.db.drillCertificate.findMany({ where: { runId } });
    expect(certificates.map(({ kind }) => kind)).toEqual(['platform']);
  });

  it.each([
    ['terminal', 'retried_although_terminal'],
    ['override', 'override_not_applied'],
    ['often', 'too_many'],
  ])('is caught where it does not keep to the policy, and it is mended there: %s', async (name, reason) => {
    const [trial] = await trialsOf(caseOf(name).runId);
    expect(trial?.state).toBe('failed');
    expect(readObservations(trial?.observations)).toContainEqual(
      expect.objectContaining({ key: 'attempts', verdict: 'failed', reason, mend: 'platform' }),
    );
  });

  it('that refuses, or never reports anything, is not judged, and asked to put back all the same', async () => {
    const refusing = { ...platformThat(right), start: () => Promise.resolve(err({ reason: 'answered_404' })) };
    const refused = await ask({ drills: [{ drill: 2 }, { drill: 3 }] });
    await run(refusing);
    expect(await runOf(refused)).toMatchObject({ state: 'aborted', problem: 'target_refused' });
    expect(refusing.asked).toEqual(['restore 2']);
    const mute = platformThat(() => []);
    const unreported = await ask({ drills: [{ drill: 2 }] });
    await run(mute, { times: { ...QUICK, webhookGraceMs: 700 } });
    expect(await runOf(unreported)).toMatchObject({ state: 'aborted', problem: 'nothing_reported' });
    expect(mute.asked).toEqual(['start 2', 'restore 2']);
  });

  it('is asked to put back when the run is stopped', async () => {
    const platform = platformThat(() => []);
    const runId = await ask({ drills: [{ drill: 2 }] });
    const done = run(platform);
    await isIn(runId, 'wait');
    await ctx.db.drillRun.update({ where: { id: runId }, data: { stopAskedAt: new Date() } });
    await done;
    expect(await runOf(runId)).toMatchObject({ state: 'aborted', problem: 'stopped' });
    expect(platform.asked).toEqual(['start 2', 'restore 2']);
  });

  it('keeps its verdict when the run is stopped while it is put back, and no other drill is begun', async () => {
    const platform = platformThat(right);
    let restored: () => void = () => undefined;
    const later = new Promise<void>((resolve) => {
      restored = resolve;
    });
    const slow: Platform = { ...platform, restore: (trial) => later.then(() => platform.restore(trial)) };
    const runId = await ask({ drills: [{ drill: 2 }, { drill: 3 }] });
    const done = run(slow);
    await isIn(runId, 'restore');
    await ctx.db.drillRun.update({ where: { id: runId }, data: { stopAskedAt: new Date() } });
    await sleep(400);
    restored();
    await done;
    expect((await trialsOf(runId)).map(({ state }) => state)).toEqual(['passed', 'aborted']);
    expect(await runOf(runId)).toMatchObject({ state: 'aborted', problem: 'stopped' });
    expect(platform.asked).toEqual(['start 2', 'restore 2']);
  });

  it('is not asked again when another worker goes on waiting', async () => {
    let log: () => void = () => undefined;
    const later = new Promise<void>((resolve) => {
      log = resolve;
    });
    const platform = platformThat(right);
    const slow: Platform = {
      ...platform,
      start: (trial) => {
        platform.asked.push('start');
        void later.then(() => writeLog(trial, right(trial)));
        return Promise.resolve(ok(null));
      },
    };
    const runId = await ask({ drills: [{ drill: 2 }] });
    const leaving = new AbortController();
    const held = await claimDrills(bench.proving);
    if (held === null) throw new Error('there is a run');
    const left = runClaimed({ ...bench.proving, platform: slow, times: QUICK, stopping: leaving.signal }, held);
    await isIn(runId, 'wait');
    leaving.abort();
    await left;
    log();
    await run(slow);
    expect((await trialsOf(runId)).map(({ state, round }) => `${state} ${round}`)).toEqual(['passed 1']);
    expect(platform.asked).toEqual(['start', 'restore 2']);
  });

  it('is asked to put back, and then again to fail, when its worker died while asking', async () => {
    const runId = await ask({ drills: [{ drill: 2 }] });
    const [trial] = await trialsOf(runId);
    await ctx.db.drillRun.update({ where: { id: runId }, data: { state: 'running', leaseUntil: new Date(0) } });
    const died = { state: 'running', phase: 'attempt', startedAt: new Date() };
    await ctx.db.drillTrial.update({ where: { id: trial?.id ?? '' }, data: died });
    const platform = platformThat(right);
    await run(platform);
    expect((await trialsOf(runId)).map(({ state }) => state)).toEqual(['interrupted', 'passed']);
    expect(platform.asked).toEqual(['restore 2', 'start 2', 'restore 2']);
  });
});

describe('a person who lets a node fail', () => {
  it('is waited for, and judged by what the platform logs', async () => {
    const runId = await ask({ drills: [{ drill: 4 }], runner: 'person' });
    const platform = platformThat(right);
    const done = run(platform);
    await isIn(runId, 'wait');
    const [trial] = await trialsOf(runId);
    const workflow = await ctx.drillDb.workflow.findFirstOrThrow({ where: { sourceId: trial?.id ?? '' } });
    for (const suffix of ['', '-2'])
      await ctx.db.$executeRaw`
        insert into workflow_run_step (source_id, workflow_id, run_id, node_id, status, error_code, error_message,
                                       payload_hash, occurred_at, duration_ms)
        select id, ${workflow.key}, ${`failpath-drill-${trial?.id}${suffix}`}, 'charge', 'failed', '503', 'busy', 'h1',
               clock_timestamp(), 5 from source where key = 'own'`;
    await done;
    expect((await trialsOf(runId)).map(({ state }) => state)).toEqual(['passed']);
    expect(platform.asked).toEqual([]);
  });

  it('may take too long', async () => {
    const runId = await ask({ drills: [{ drill: 3 }], runner: 'person' });
    await run(platformThat(right), { times: { ...QUICK, personGraceMs: 500 } });
    expect(await runOf(runId)).toMatchObject({ state: 'aborted', problem: 'nothing_reported' });
  });
});
