import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testContext } from '@/lib/testing/context';
import { payloadHash, type Trying, tryOnce } from './executor-runner';
import { setUpRealm } from './realm-store';
import { type Sandbox, startSandbox } from './sandbox';
import { askForDrills, makeDrillWorld } from './testing/drill-world';
import { CODE_OF, FAULTS, type Fault } from './vocabulary';

const ctx = testContext();
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ url: ctx.url });
});
afterAll(() => sandbox.close());

const { signal } = new AbortController();

async function newTrial(): Promise<string> {
  const world = await makeDrillWorld(ctx.db);
  const runId = await askForDrills(world, { drills: [{ drill: 2 }] });
  const { id } = await ctx.db.drillTrial.findFirstOrThrow({ where: { runId } });
  const frozen = { nodeVersion: 1, workflowVersion: 1, workflowOwner: null, config: {} };
  await setUpRealm(ctx.drillDb, { trialId: id, nodeRowId: world.nodeRowId, ...frozen });
  return id;
}

const fail = async (fault: Trying['fault'], more: Partial<Trying> = {}) =>
  tryOnce({ sandbox, fault, trialId: await newTrial(), attempt: 1, input: 'in', repetition: 'none', signal, ...more });

const effectsOf = async (trialId: string) =>
  (await ctx.db.$queryRaw<object[]>`select from drill.effect where trial_id = ${trialId}::uuid`).length;

describe('a fault', () => {
  it.each(FAULTS)('is logged under the code that real systems write: %s', async (fault: Fault) => {
    const result = await fail(fault);
    expect(result).toMatchObject({ status: 'failed', errorCode: CODE_OF[fault] });
    expect(result.status === 'failed' && result.errorMessage).toMatch(/\S/);
  });

  it('says when it wants to be asked again, and only then', async () => {
    expect(await fail('http_429')).toMatchObject({ retryAfterMs: 1_000 });
    expect(await fail('http_503')).not.toHaveProperty('retryAfterMs');
  });

  it('ends at once when the run is to stop', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('stopped')), 50);
    const begun = performance.now();
    await expect(fail('never_answers', { signal: stop.signal })).rejects.toThrow('stopped');
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it('of the database leaves neither a lock nor a row', async () => {
    const trialId = await newTrial();
    for (const fault of ['lock_wait', 'unique_violation'] as const) await fail(fault, { trialId });
    expect(await effectsOf(trialId)).toBe(0);
    const free = await ctx.db.$queryRaw<object[]>`
      select n.id from drill.node n join drill.workflow w on w.id = n.workflow_id
      where w.source_id = ${trialId}::uuid for update of n nowait`;
    expect(free).toHaveLength(1);
  });

  it('of a closed port is at a port that nobody else can open meanwhile', async () => {
    const server = createServer();
    const opened = new Promise((resolve) => server.once('error', resolve).listen(Number(new URL(sandbox.closed).port)));
    expect(await opened).toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('what is done and then never answered', () => {
  const twice = async (repetition: Trying['repetition'], second: Partial<Trying> = {}) => {
    const trialId = await newTrial();
    const first = await fail('effect_then_timeout', { trialId, repetition });
    const again = await fail('effect', { trialId, repetition, attempt: 2, ...second });
    await sandbox.settled();
    return { codes: [first, again].map(({ status }) => status), effects: await effectsOf(trialId) };
  };

  it.each([
    ['key', 1],
    ['upsert', 1],
    ['none', 2],
  ] as const)('stands there as its receiver takes repetitions: %s', async (repetition, effects) => {
    expect(await twice(repetition)).toEqual({ codes: ['failed', 'succeeded'], effects });
  });

  it('stands twice when it is sent as something else', async () => {
    expect(await twice('key', { input: 'other' })).toMatchObject({ effects: 2 });
    expect(await twice('upsert', { input: 'other' })).toMatchObject({ effects: 2 });
  });
});

it('names the input of an execution by its hash', () => {
  expect(payloadHash('in')).toMatch(/^[0-9a-f]{64}$/);
  expect(payloadHash('in')).not.toBe(payloadHash('other'));
});
