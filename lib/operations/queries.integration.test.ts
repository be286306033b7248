import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { ForbiddenError } from '@/lib/accounts/context';
import { addChannel, addGroup, addNotifications } from '@/lib/alerts/testing/outbox';
import { connectionConfig } from '@/lib/db/connection';
import { startQueue, wake } from '@/lib/queue/queue';
import { testContext } from '@/lib/testing/context';
import { beat } from './process-store';
import { operationsStatus } from './queries';

const ctx = testContext();
const process = (changes = {}) => ({
  ...{ id: randomUUID(), kind: 'worker' as const, works: true, host: 'host-a', pid: 4711, version: '1.2.3' },
  ...changes,
});
const zero = { count: 0, more: false };

beforeEach(async () => {
  await ctx.db.process.deleteMany();
  await ctx.db.leadership.deleteMany();
});

describe('operationsStatus', () => {
  it('is for administrators', async () => {
    const editor = { ...ctx, db: ctx.db, actor: { ...ctx.actor, role: 'editor' as const } };
    await expect(operationsStatus(editor)).rejects.toThrow(ForbiddenError);
  });

  it('says of an empty database that nothing runs and nothing waits', async () => {
    expect(await operationsStatus(ctx)).toMatchObject({
      ...{ processes: [], deliveries: [], oldestDueAt: null, lag: [], hiddenWriter: false },
      drills: { queued: zero, running: zero, oldestQueuedAt: null },
      wakes: [{ job: 'follow', waiting: 0 }, { job: 'deliver' }, { job: 'drill' }, { job: 'read' }],
    });
  });

  it('lists those that run before those that are gone, and who leads', async () => {
    const [dead, web, leader] = [process(), process({ kind: 'web', works: false }), process()];
    await beat(ctx.db, leader, false);
    await beat(ctx.db, web, true);
    await beat(ctx.db, dead, false);
    await ctx.db.$executeRaw`update process set seen_at = now() - interval '13 s' where id = ${dead.id}::uuid`;
    const { processes } = await operationsStatus(ctx);
    expect(processes.map(({ id, state, leads }) => ({ id, state, leads }))).toEqual([
      { id: web.id, state: 'stopping', leads: false },
      { id: leader.id, state: 'running', leads: true },
      { id: dead.id, state: 'gone', leads: false },
    ]);
    expect(processes[2]?.ageMs).toBeGreaterThan(12_000);
  });

  it('counts messages by kind of channel and how they stand, to a limit', async () => {
    const now = Date.now();
    const group = await addGroup(ctx.db);
    const hook = await addChannel(ctx.db, group, { url: 'http://127.0.0.1:1/in' });
    const slack = await addChannel(ctx.db, group, { url: 'http://127.0.0.1:1/in', kind: 'slack' });
    await addNotifications(ctx.db, hook, 3, new Date(now - 60_000));
    await addNotifications(ctx.db, hook, 2, new Date(now + 60_000));
    const [sending] = await addNotifications(ctx.db, slack, 1, new Date(now - 5_000));
    await ctx.db.delivery.update({ where: { id: sending }, data: { state: 'sending', leaseUntil: new Date(now) } });
    const failed = await addNotifications(ctx.db, slack, 2, new Date(now - 5_000));
    await ctx.db.delivery.updateMany({ where: { id: { in: failed } }, data: { state: 'dead' } });
    const [old] = await addNotifications(ctx.db, slack, 1, new Date(now - 90_000_000));
    await ctx.db.delivery.update({ where: { id: old }, data: { state: 'dead' } });

    const { deliveries, oldestDueAt } = await operationsStatus(ctx);
    const exactly = (count: number) => ({ count, more: false });
    expect(deliveries).toEqual([
      { kind: 'slack', due: zero, later: zero, claimed: exactly(1), failed: exactly(2) },
      { kind: 'webhook', due: exactly(3), later: exactly(2), claimed: zero, failed: zero },
    ]);
    expect(oldestDueAt).toEqual(new Date(now - 60_000));
    const few = await operationsStatus(ctx, { most: 2 });
    expect(few.deliveries.find(({ kind }) => kind === 'webhook')?.due).toEqual({ count: 3, more: true });
  });

  it('counts wakes that nobody took', async () => {
    const queue = await startQueue(ctx.url, () => undefined);
    await wake(ctx.db, 'drill');
    await wake(ctx.db, 'drill');
    const { wakes } = await operationsStatus(ctx);
    expect(wakes.map(({ waiting }) => waiting)).toEqual([0, 0, 1, 0]);
    expect(wakes[2]?.oldestAt).toBeInstanceOf(Date);
    await queue.stop();
  });

  it('says how far each reader is behind, and what holds it up', async () => {
    const { id } = await ctx.db.source.create({
      data: { key: 'shop', name: 'Shop', kind: 'failpath', alertsFrom: new Date(0) },
    });
    await ctx.db.source.create({ data: { key: 'silent', name: 'Silent', kind: 'failpath' } });
    const oldest = new Date('2026-11-20T07:00:00Z');
    const step = (runId: string, occurredAt: Date) => ({
      ...{ sourceId: id, workflowId: 'orders', runId, nodeId: 'charge', status: 'failed', occurredAt },
    });
    await ctx.db.workflowRunStep.create({ data: step('read', new Date('2026-11-01T00:00:00Z')) });
    await ctx.db.$executeRaw`
      insert into followed_source (source_id, after_change, after_id, followed_at)
      select source_id, change_id, id, now() from workflow_run_step`;
    await ctx.db.workflowRunStep.createMany({
      data: [step('a', ctx.now), step('b', oldest), step('c', ctx.now)],
    });
    const lagOf = async (most?: number) => {
      const { lag } = await operationsStatus(ctx, most === undefined ? {} : { most });
      return lag.map(({ reader, source, unread: { count, more } }) => [reader, source, count, more]);
    };
    expect(await lagOf()).toEqual([
      ['following', 'shop', 3, false],
      ['judging', 'own', 0, false],
      ['judging', 'shop', 4, false],
      ['judging', 'silent', 0, false],
      ['rolling', 'own', 0, false],
      ['rolling', 'shop', 4, false],
      ['rolling', 'silent', 0, false],
    ]);
    expect((await lagOf(2)).slice(0, 1)).toEqual([['following', 'shop', 2, true]]);
    expect((await operationsStatus(ctx)).lag[0]).toMatchObject({ oldestAt: oldest, readAt: expect.any(Date) });

    const other = new pg.Client({ ...connectionConfig(ctx.url), application_name: 'left-open' });
    await other.connect();
    await other.query('begin');
    await other.query('update source set name = name');
    // Other files of tests share the server, and may have begun before.
    const oldestWriter = async () => (await operationsStatus(ctx)).oldestWriter;
    await expect
      .poll(oldestWriter, { timeout: 20_000 })
      .toMatchObject({ application: 'left-open', state: 'idle in transaction' });
    await other.end();
    await expect.poll(async () => (await oldestWriter())?.application).not.toBe('left-open');
  });
});
