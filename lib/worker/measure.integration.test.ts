import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeWorld } from '@/lib/alerts/testing/alert-world';
import { testKeyring } from '@/lib/alerts/testing/outbox';
import { connectionConfig } from '@/lib/db/connection';
import { writeDaily } from '@/lib/history/testing/daily-failures';
import { MEASURE_BATCH } from '@/lib/history/threshold-store';
import { testContext } from '@/lib/testing/context';
import { measureAll } from './measure';
import { startWorker } from './worker';

const ctx = testContext();
const SCRIPT = path.join(import.meta.dirname, 'testing/measure-process.ts');
const NODES = MEASURE_BATCH * 2 + 10;
/** Workers wait for this lock in the second batch. */
const LOCK = 4_712;

let sourceId: string;
beforeEach(async () => {
  await ctx.db.workflow.deleteMany({});
  const ids = Array.from({ length: NODES }, (_, index) => `node-${index}`);
  ({ sourceId } = await makeWorld(ctx.db, {
    nodes: Object.fromEntries(ids.map((id) => [id, {}])),
    alertsFrom: null,
  }));
});

const measured = () => ctx.db.measuredNode.count();

describe('measuring', () => {
  it('is done by a worker by itself, which changes no config and sends nothing', async () => {
    const of = { sourceId, workflowKey: 'orders', nodeId: 'node-1', code: 'timeout', now: new Date() };
    await writeDaily(ctx.db, { ...of, failed: 3, succeeded: 3, days: 30 });
    const before = await ctx.db.node.findMany({ orderBy: { id: 'asc' } });
    const log = { warn: () => undefined, error: () => undefined };
    const worker = startWorker({ db: ctx.db, url: ctx.url, log, keyring: testKeyring, publicUrl: 'http://localhost' });
    try {
      await expect.poll(measured, { timeout: 60_000 }).toBe(NODES);
    } finally {
      await worker.stop();
    }
    expect(await ctx.db.thresholdState.findMany()).toMatchObject([{ code: 'timeout', state: 'ripe', suggested: 3 }]);
    expect(await ctx.db.node.findMany({ orderBy: { id: 'asc' } })).toEqual(before);
    expect([await ctx.db.delivery.count(), await ctx.db.nodeDraft.count()]).toEqual([0, 0]);
  });

  it('goes on where a worker that was killed in the middle of a batch had come', async () => {
    await ctx.db.$executeRaw`
      create function wait_in_second() returns trigger language plpgsql as $$
      begin
        if (select count(*) from measured_node) > 100 then perform pg_advisory_xact_lock_shared(4712); end if;
        return null;
      end $$`;
    await ctx.db.$executeRaw`
      create trigger wait_in_second after insert on measured_node for each statement execute function wait_in_second()`;
    const lock = new pg.Client(connectionConfig(ctx.url));
    await lock.connect();
    try {
      await lock.query('select pg_advisory_lock($1)', [LOCK]);
      const worker = spawn(process.execPath, ['--import', 'tsx', SCRIPT, ctx.url, ctx.now.toISOString()], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const gone = once(worker, 'exit');
      const waiting = async () => {
        const { rowCount } = await lock.query(
          `select from pg_locks where locktype = 'advisory' and objid = $1 and not granted
             and database = (select oid from pg_database where datname = current_database())`,
          [LOCK],
        );
        return rowCount;
      };
      await expect.poll(waiting, { timeout: 60_000, interval: 20 }).toBe(1);
      worker.kill('SIGKILL');
      await gone;
    } finally {
      await lock.end();
    }
    // The second batch is as if it had never been.
    expect(await measured()).toBe(MEASURE_BATCH);
    let left = 0;
    const goOn = async () => {
      left += await measureAll({ db: ctx.db, now: () => ctx.now });
      return measured();
    };
    await expect.poll(goOn, { timeout: 30_000 }).toBe(NODES);
    expect(left).toBe(NODES - MEASURE_BATCH);
    await ctx.db.$executeRaw`drop function wait_in_second cascade`;
  }, 120_000);

  it('by two workers at once comes to each node once', async () => {
    const rounds = await Promise.all([0, 1].map(() => measureAll({ db: ctx.db, now: () => ctx.now })));
    const [one = 0, two = 0] = rounds;
    expect(one + two).toBeLessThanOrEqual(NODES);
    const rest = await measureAll({ db: ctx.db, now: () => ctx.now });
    expect(one + two + rest).toBe(NODES);
  });

  it('rests after each batch, and begins none when it is to stop', async () => {
    const end = new AbortController();
    let rests = 0;
    const pause = async () => {
      rests++;
      end.abort();
    };
    expect(await measureAll({ db: ctx.db, now: () => ctx.now, signal: end.signal, pause })).toBe(MEASURE_BATCH);
    expect(rests).toBe(1);
  });
});
