import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { testContext } from '@/lib/testing/context';
import { beat, leave, type OwnProcess, sweepProcesses } from './process-store';

const ctx = testContext();
const own = (changes: Partial<OwnProcess> = {}): OwnProcess => ({
  ...{ id: randomUUID(), kind: 'worker', works: true, host: 'host-a', pid: 4711, version: '1.2.3' },
  ...changes,
});
const expire = () => ctx.db.$executeRaw`update leadership set until = now() - interval '1 ms'`;
const age = (id: string, by: string) =>
  ctx.db.$executeRaw`update process set seen_at = now() - ${by}::text::interval where id = ${id}::uuid`;
const ids = async () => (await ctx.db.process.findMany()).map(({ id }) => id).sort();

beforeEach(async () => {
  await ctx.db.process.deleteMany();
  await ctx.db.leadership.deleteMany();
});

describe('a process', () => {
  it('has one row that is renewed with each beat, and none once it has left', async () => {
    const one = own();
    await beat(ctx.db, one, false);
    await age(one.id, '8 s');
    await beat(ctx.db, one, true);
    const [row, ...others] = await ctx.db.process.findMany();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ ...one, stopping: true });
    expect(Date.now() - (row?.seenAt.getTime() ?? 0)).toBeLessThan(5_000);
    await leave(ctx.db, one.id);
    expect(await ids()).toEqual([]);
  });
});

describe('the lead', () => {
  it('is with one of many that ask at once, and stays there', async () => {
    const all = Array.from({ length: 12 }, () => own());
    const ask = async () => {
      const leads = await Promise.all(all.map((each) => beat(ctx.db, each, false)));
      return all.filter((_, index) => leads[index]).map(({ id }) => id);
    };
    const first = await ask();
    expect(first).toHaveLength(1);
    expect(await ask()).toEqual(first);
    await expire();
    expect(await ask()).toHaveLength(1);
  });

  it('passes on when it was not renewed in time, and when the leader stops', async () => {
    const [a, b] = [own(), own()];
    expect(await beat(ctx.db, a, false)).toBe(true);
    expect(await beat(ctx.db, b, false)).toBe(false);
    await expire();
    expect(await beat(ctx.db, b, false)).toBe(true);
    expect(await beat(ctx.db, a, false)).toBe(false);
    expect(await beat(ctx.db, b, true)).toBe(false);
    expect(await beat(ctx.db, a, false)).toBe(true);
    await leave(ctx.db, a.id);
    expect(await beat(ctx.db, own(), false)).toBe(true);
  });

  it('is nothing for a web process without a worker', async () => {
    expect(await beat(ctx.db, own({ kind: 'web', works: false }), false)).toBe(false);
    expect(await ctx.db.leadership.count()).toBe(0);
  });
});

describe('sweeping', () => {
  it('takes away what has been gone for an hour, nothing younger', async () => {
    const [leader, dead, lost] = [own(), own(), own()];
    for (const each of [leader, dead, lost]) await beat(ctx.db, each, false);
    await age(dead.id, '61 minutes');
    await age(lost.id, '59 minutes');
    expect(await sweepProcesses(ctx.db, leader.id)).toBe(1);
    expect(await ids()).toEqual([leader.id, lost.id].sort());
  });

  it('is not done by one that leads no more, even if it believes so', async () => {
    const [was, dead] = [own(), own()];
    expect(await beat(ctx.db, was, false)).toBe(true);
    await beat(ctx.db, dead, false);
    await age(dead.id, '2 hours');
    await expire();
    expect(await sweepProcesses(ctx.db, was.id)).toBe(0);
    expect(await beat(ctx.db, own(), false)).toBe(true);
    expect(await sweepProcesses(ctx.db, was.id)).toBe(0);
  });
});
