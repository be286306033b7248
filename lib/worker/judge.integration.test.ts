import { describe, expect, it } from 'vitest';
import { type AlertWorld, makeWorld, RETRY, writeSteps } from '@/lib/alerts/testing/alert-world';
import { testKeyring } from '@/lib/alerts/testing/outbox';
import { judgeWhole } from '@/lib/history/testing/judge-whole';
import { publishVersion } from '@/lib/history/testing/publish-version';
import { testContext } from '@/lib/testing/context';
import { judgeAll } from './judge';
import { startWorker } from './worker';

const ctx = testContext();

/** A node whose terminal failure was tried again all the same, an hour ago. */
async function makeRetried(): Promise<AlertWorld> {
  const nodes = { charge: { retry: RETRY } };
  const world = await makeWorld(ctx.db, { nodes, alertsFrom: null });
  const at = Date.now() - 3_600_000;
  await publishVersion(ctx.db, world.sourceId, { at: new Date(at - 3_600_000), nodes });
  await writeSteps(world, [
    { run: 'r1', at: new Date(at), code: 'http_401' },
    { run: 'r1', at: new Date(at + 5_100), attempt: 2, code: 'http_401' },
  ]);
  return world;
}
const found = ({ sourceId }: AlertWorld) => ctx.db.conformanceFinding.count({ where: { sourceId } });

describe('judging', () => {
  it('is done by a worker by itself, and sends nothing', async () => {
    const world = await makeRetried();
    const said: string[] = [];
    const log = {
      warn: (_: object, message: string) => said.push(message),
      error: (_: object, m: string) => said.push(m),
    };
    const worker = startWorker({
      ...{ db: ctx.db, url: ctx.url, log },
      keyring: testKeyring,
      publicUrl: 'http://localhost',
    });
    try {
      await expect.poll(() => found(world), { timeout: 30_000 }).toBe(1);
    } finally {
      await worker.stop();
    }
    expect([said, await ctx.db.delivery.count(), await ctx.db.handOff.count()]).toEqual([[], 0, 0]);
  });

  it('of one source goes on when another one stumbles, which is told', async () => {
    const [sick, well] = [await makeRetried(), await makeRetried()];
    await ctx.db.$executeRaw`
      create function refuse_one() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$`;
    await ctx.db.$executeRawUnsafe(`
      create trigger refuse_one before insert on conformance_finding for each row
      when (new.source_id = '${sick.sourceId}') execute function refuse_one()`);
    try {
      const round = () => judgeAll({ db: ctx.db, now: () => new Date() }).then(() => '', String);
      await expect.poll(round).toContain('not this one');
      await expect.poll(() => round().then(() => found(well))).toBe(1);
    } finally {
      await ctx.db.$executeRaw`drop function refuse_one cascade`;
    }
    expect(await found(sick)).toBe(0);
    await judgeWhole(ctx.db, new Date());
    expect(await found(sick)).toBe(1);
  });

  it('rests after each batch, told how long that took, and begins none once it is to stop', async () => {
    const world = await makeRetried();
    const took: number[] = [];
    const stopped = { db: ctx.db, now: () => new Date(), signal: AbortSignal.abort() };
    expect(await judgeAll(stopped)).toEqual({ steps: 0, executions: 0 });
    const pause = (ms: number) => {
      took.push(ms);
      return Promise.resolve();
    };
    await expect.poll(() => judgeAll({ db: ctx.db, now: () => new Date(), pause }).then(() => found(world))).toBe(1);
    expect(took.length).toBeGreaterThan(0);
    expect(took.every((ms) => ms > 0)).toBe(true);
  });
});
