import { beforeEach, describe, expect, it } from 'vitest';
import { fingerprintOf } from '@/lib/alerts/fingerprint';
import {
  ALERTS_FROM,
  type AlertWorld,
  followWhole,
  makeWorld,
  RETRY,
  writeSteps,
} from '@/lib/alerts/testing/alert-world';
import { MAX_MESSAGE } from '@/lib/history/ingest-schema';
import { testContext } from '@/lib/testing/context';
import { followAll } from './follow';

const ctx = testContext();
beforeEach(() => ctx.db.awaitedAttempt.deleteMany());
const AT = new Date('2026-11-20T08:00:00Z');
const MINUTE = 60_000;
const later = (ms: number) => new Date(AT.getTime() + ms);
const NOW = later(1_000);
const NONE = { steps: 0, overdue: 0, handOffs: 0, deliveries: 0 };

const handOffs = ({ sourceId }: AlertWorld) =>
  ctx.db.handOff.findMany({ where: { sourceId }, orderBy: [{ runId: 'asc' }, { subIndex: 'asc' }] });
const awaited = ({ sourceId }: AlertWorld) => ctx.db.awaitedAttempt.findMany({ where: { sourceId } });
const deliveries = ({ channels }: AlertWorld) =>
  ctx.db.delivery.findMany({ where: { channelId: { in: [...channels.values()] } }, orderBy: { seq: 'asc' } });

describe('a failed step', () => {
  it('that retrying cannot save becomes a record with all its fields, and a message', async () => {
    const world = await makeWorld(ctx.db, { nodes: { charge: { owner: 'nobody-yet', retry: RETRY } } });
    await ctx.db.ownerGroup.create({ data: { slug: 'nobody-yet', name: 'N' } });
    await writeSteps(world, [{ run: 'r1', at: AT, code: 'card_declined', message: 'the bank refused' }]);
    await followWhole(ctx.db, NOW);
    const node = await ctx.db.node.findFirstOrThrow({ where: { workflow: { sourceId: world.sourceId } } });
    expect(await handOffs(world)).toMatchObject([
      {
        ...{ workflowId: 'orders', runId: 'r1', nodeId: 'charge', subIndex: '', attempt: 1, trigger: 'terminal' },
        ...{ limit: null, stoppedEarly: null, because: { class: 'terminal', because: 'unknown' }, decidedAt: AT },
        ...{ errorCode: 'card_declined', errorMessage: 'the bank refused', payloadHash: 'hash-r1' },
        ...{ firstFailedAt: AT, lastFailedAt: AT, finalAction: 'manual', nodeRowId: node.id, nodeVersion: 1 },
        ...{ workflowVersion: 1, recipient: 'nobody-yet', recipientFrom: 'node', silentBecause: 'no_channel' },
        ...{ silenceMs: 30 * MINUTE, aboveThreshold: null, state: 'open', createdAt: NOW },
        fingerprint: fingerprintOf({ ...world, nodeId: 'charge', errorCode: 'card_declined' }),
      },
    ]);
  });

  it('at the first attempt goes straight to a person when it is terminal, whatever retry allows', async () => {
    const world = await makeWorld(ctx.db, { nodes: { charge: { retry: RETRY } } });
    await writeSteps(world, [{ run: 'r1', at: AT, code: 'http_401' }]);
    await followWhole(ctx.db, NOW);
    expect(await handOffs(world)).toMatchObject([
      { trigger: 'terminal', attempt: 1, because: { because: 'catalogue' } },
    ]);
    expect(await deliveries(world)).toMatchObject([
      { kind: 'notification', seq: 1, count: 1, state: 'pending', nextAt: NOW, createdAt: NOW },
    ]);
    expect(await awaited(world)).toEqual([]);
  });

  it('that is retried is awaited, and taken up when the next attempt is overdue', async () => {
    const world = await makeWorld(ctx.db, { nodes: { charge: { retry: RETRY } } });
    await writeSteps(world, [{ run: 'r1', at: AT, code: 'timeout' }]);
    expect(await followWhole(ctx.db, NOW)).toEqual({ ...NONE, steps: 1 });
    // Due after 5 s, and overdue 60 s after that.
    const overdueAt = later(65_000);
    expect(await awaited(world)).toMatchObject([{ runId: 'r1', overdueAt }]);
    expect(await followAll({ db: ctx.db, now: later(64_999) })).toEqual({ ...NONE, nextOverdueAt: overdueAt });
    expect(await followAll({ db: ctx.db, now: overdueAt })).toEqual({
      ...NONE,
      ...{ overdue: 1, handOffs: 1, deliveries: 1, nextOverdueAt: null },
    });
    expect(await handOffs(world)).toMatchObject([
      { trigger: 'exhausted', stoppedEarly: 'overdue', limit: null, decidedAt: overdueAt, lastFailedAt: AT },
    ]);
  });

  it('is awaited anew after each attempt, and handed off when the last one allowed has failed', async () => {
    const world = await makeWorld(ctx.db, { nodes: { charge: { retry: RETRY } } });
    const step = { run: 'r1', code: 'timeout' };
    await writeSteps(world, [{ ...step, at: AT }]);
    await followWhole(ctx.db, NOW);
    await writeSteps(world, [{ ...step, at: later(6_000), attempt: 2 }]);
    await followWhole(ctx.db, later(6_000));
    expect(await awaited(world)).toMatchObject([{ overdueAt: later(76_000) }]);
    await writeSteps(world, [{ ...step, at: later(17_000), attempt: 3 }]);
    await followWhole(ctx.db, later(17_000));
    expect(await awaited(world)).toEqual([]);
    expect(await handOffs(world)).toMatchObject([
      { trigger: 'exhausted', limit: 'max_attempts', attempt: 3, firstFailedAt: AT, lastFailedAt: later(17_000) },
    ]);
  });

  it('that is reported when its next attempt is overdue already may still be followed by a late report of that', async () => {
    const world = await makeWorld(ctx.db, { nodes: { charge: { retry: RETRY } } });
    const hour = later(60 * MINUTE);
    await writeSteps(
      world,
      ['r1', 'r2'].map((run) => ({ run, at: AT, code: 'timeout' })),
    );
    expect(await followWhole(ctx.db, hour)).toEqual({ ...NONE, steps: 2 });
    await writeSteps(world, [{ run: 'r1', at: later(6_000), attempt: 2, status: 'succeeded' }]);
    await followWhole(ctx.db, hour);
    const until = new Date(hour.getTime() + MINUTE);
    expect(await followAll({ db: ctx.db, now: hour })).toEqual({ ...NONE, nextOverdueAt: until });
    expect(await followAll({ db: ctx.db, now: until })).toMatchObject({ overdue: 1, handOffs: 1 });
    expect(await handOffs(world)).toMatchObject([{ runId: 'r2', stoppedEarly: 'overdue', decidedAt: later(65_000) }]);
  });

  it('of a workflow or node that was never imported is passed', async () => {
    const world = await makeWorld(ctx.db);
    await writeSteps(world, [
      { run: 'r1', at: AT, workflow: 'unheard-of' },
      { run: 'r1', at: AT, node: 'unheard-of' },
    ]);
    expect(await followWhole(ctx.db, NOW)).toEqual({ ...NONE, steps: 2 });
  });

  it('in two positions of a loop is two executions', async () => {
    const world = await makeWorld(ctx.db);
    await writeSteps(world, [
      { run: 'r1', at: AT, subIndex: '0' },
      { run: 'r1', at: AT, subIndex: '1' },
    ]);
    await followWhole(ctx.db, NOW);
    expect((await handOffs(world)).map(({ subIndex }) => subIndex)).toEqual(['0', '1']);
  });

  it('is decided by what holds of a policy that does not hold as a whole', async () => {
    const world = await makeWorld(ctx.db, { nodes: { charge: { retry: RETRY, alert: { silence: 'long' } } } });
    await writeSteps(world, [{ run: 'r1', at: AT, code: 'timeout' }]);
    await followWhole(ctx.db, NOW);
    expect(await handOffs(world)).toEqual([]);
    expect(await awaited(world)).toHaveLength(1);
  });

  it('whose end comes after it was running is followed when it ends', async () => {
    const world = await makeWorld(ctx.db);
    await writeSteps(world, [{ run: 'r1', at: AT, status: 'running' }]);
    expect(await followWhole(ctx.db, NOW)).toEqual({ ...NONE, steps: 1 });
    await ctx.db.workflowRunStep.updateMany({ where: { sourceId: world.sourceId }, data: { status: 'failed' } });
    expect(await followWhole(ctx.db, NOW)).toEqual({ steps: 1, overdue: 0, handOffs: 1, deliveries: 1 });
  });
});

describe('a success', () => {
  it('before its time was up ends the waiting, without a record', async () => {
    const world = await makeWorld(ctx.db, { nodes: { charge: { retry: RETRY } } });
    await writeSteps(world, [{ run: 'r1', at: AT, code: 'timeout' }]);
    await followWhole(ctx.db, NOW);
    await writeSteps(world, [{ run: 'r1', at: later(6_000), attempt: 2, status: 'succeeded' }]);
    await followWhole(ctx.db, later(6_000));
    expect(await awaited(world)).toEqual([]);
    expect(await followAll({ db: ctx.db, now: later(MINUTE * 60) })).toMatchObject({ overdue: 0 });
    expect(await handOffs(world)).toEqual([]);
  });

  it('after the record closes it, and what was told stays told', async () => {
    const world = await makeWorld(ctx.db);
    await writeSteps(world, [{ run: 'r1', at: AT }]);
    await followWhole(ctx.db, NOW);
    await writeSteps(world, [{ run: 'r1', at: later(60_000), attempt: 2, status: 'succeeded' }]);
    await followWhole(ctx.db, later(61_000));
    expect(await handOffs(world)).toMatchObject([{ state: 'closed_by_success', changedAt: later(61_000) }]);
    expect(await deliveries(world)).toHaveLength(1);
  });

  it('closes what is acknowledged, and not what a person has resolved', async () => {
    const world = await makeWorld(ctx.db);
    await writeSteps(
      world,
      ['r1', 'r2'].map((run) => ({ run, at: AT })),
    );
    await followWhole(ctx.db, NOW);
    await ctx.db.handOff.updateMany({ where: { runId: 'r1' }, data: { state: 'acknowledged' } });
    await ctx.db.handOff.updateMany({ where: { runId: 'r2' }, data: { state: 'resolved', note: 'done by hand' } });
    const success = { at: later(MINUTE), attempt: 2, status: 'succeeded' };
    await writeSteps(
      world,
      ['r1', 'r2'].map((run) => ({ run, ...success })),
    );
    await followWhole(ctx.db, later(MINUTE));
    expect((await handOffs(world)).map(({ state }) => state)).toEqual(['closed_by_success', 'resolved']);
  });

  it('that became known before the failure closes its record all the same; an earlier attempt closes nothing', async () => {
    const world = await makeWorld(ctx.db);
    await writeSteps(world, [
      { run: 'r1', at: later(MINUTE), attempt: 3, status: 'succeeded' },
      { run: 'r2', at: later(MINUTE), attempt: 2, status: 'succeeded' },
    ]);
    await followWhole(ctx.db, later(MINUTE));
    await writeSteps(world, [
      { run: 'r1', at: AT, attempt: 2 },
      { run: 'r2', at: later(2 * MINUTE), attempt: 3 },
    ]);
    await followWhole(ctx.db, later(2 * MINUTE));
    // The first success ends an execution: nothing after it is asked for.
    expect(await handOffs(world)).toMatchObject([{ runId: 'r1', state: 'closed_by_success' }]);
  });
});

describe('alertsFrom', () => {
  it('lets everything before it rest', async () => {
    const world = await makeWorld(ctx.db);
    const at = (ms: number) => new Date(ALERTS_FROM.getTime() + ms);
    await writeSteps(world, [
      { run: 'old', at: at(-1) },
      { run: 'new', at: at(0) },
    ]);
    expect(await followWhole(ctx.db, NOW)).toEqual({ steps: 2, overdue: 0, handOffs: 1, deliveries: 1 });
    expect(await handOffs(world)).toMatchObject([{ runId: 'new', silentBecause: null }]);
  });

  it('keeps a record silent that was decided before it, and only failed again since', async () => {
    const world = await makeWorld(ctx.db);
    await writeSteps(world, [
      { run: 'r', at: new Date(ALERTS_FROM.getTime() - 1) },
      { run: 'r', at: ALERTS_FROM, attempt: 2 },
    ]);
    await followWhole(ctx.db, NOW);
    expect(await handOffs(world)).toMatchObject([{ recipient: world.group, silentBecause: 'before_alerts' }]);
    expect(await deliveries(world)).toEqual([]);
  });

  it('not set: the source is not followed at all, nor is anything overdue', async () => {
    const world = await makeWorld(ctx.db, { alertsFrom: null });
    await writeSteps(world, [{ run: 'r', at: AT }]);
    const key = { workflowId: 'orders', runId: 'r', nodeId: 'charge', subIndex: '' };
    await ctx.db.awaitedAttempt.create({ data: { sourceId: world.sourceId, ...key, overdueAt: AT } });
    expect(await followAll({ db: ctx.db, now: NOW })).toEqual({ ...NONE, nextOverdueAt: null });
    expect(await handOffs(world)).toEqual([]);
  });
});

describe('a round', () => {
  it('does nothing twice: neither when it is asked again, nor when the watermark is set back', async () => {
    const world = await makeWorld(ctx.db, { nodes: { charge: {}, pack: { retry: RETRY } } });
    await writeSteps(world, [
      { run: 'r1', at: AT },
      { run: 'r2', at: AT },
      { run: 'r1', at: AT, node: 'pack', code: 'timeout' },
    ]);
    expect(await followWhole(ctx.db, NOW)).toEqual({ steps: 3, overdue: 0, handOffs: 2, deliveries: 1 });
    const state = async () => ({
      windows: await ctx.db.alertWindow.findMany({ where: { channelId: { in: [...world.channels.values()] } } }),
      decisions: await ctx.db.alertDecision.count(),
      ...{ handOffs: await handOffs(world), awaited: await awaited(world), deliveries: await deliveries(world) },
    });
    const before = await state();
    expect(await followWhole(ctx.db, later(5_000))).toEqual(NONE);
    await ctx.db.followedSource.update({
      where: { sourceId: world.sourceId },
      data: { afterChange: 0, afterId: 0 },
    });
    expect(await followWhole(ctx.db, later(5_000))).toEqual({ ...NONE, steps: 3 });
    expect(await state()).toEqual(before);
  });

  it('begins no batch once it is to stop', async () => {
    const world = await makeWorld(ctx.db);
    await writeSteps(world, [{ run: 'r', at: AT }]);
    const round = await followAll({ db: ctx.db, now: NOW, signal: AbortSignal.abort() });
    expect(round).toMatchObject(NONE);
    expect(await followWhole(ctx.db, NOW)).toMatchObject({ handOffs: 1 });
  });
});

describe('what ingest would have refused, and stands in the history all the same', () => {
  it.each(['infinity', '-infinity', '20000-01-01', '0044-03-15 BC'])(
    'a time that no date can hold, such as %s, keeps nobody from being told',
    async (time) => {
      const world = await makeWorld(ctx.db);
      await ctx.db.source.update({ where: { id: world.sourceId }, data: { alertsFrom: new Date(0) } });
      await writeSteps(world, [
        { run: 'odd', at: AT },
        { run: 'well', at: AT, code: 'another' },
      ]);
      await ctx.db.$executeRaw`
        update workflow_run_step set occurred_at = ${time}::text::timestamptz
        where run_id = 'odd' and source_id = ${world.sourceId}::uuid`;
      await followWhole(ctx.db, NOW);
      const told = (await handOffs(world)).map(({ runId }) => runId);
      expect(told).toEqual(time.endsWith('BC') || time.startsWith('-') ? ['well'] : ['odd', 'well']);
      expect(await deliveries(world)).toHaveLength(told.length);
    },
  );

  it('a message of megabytes is kept as long as ingest keeps one', async () => {
    const world = await makeWorld(ctx.db);
    await writeSteps(world, [{ run: 'r1', at: AT, message: '余'.repeat(1_000_000) }]);
    await followWhole(ctx.db, NOW);
    expect((await handOffs(world)).map(({ errorMessage }) => errorMessage?.length)).toEqual([MAX_MESSAGE]);
  });

  it('is in the way of its own source only', async () => {
    const [sick, well] = [await makeWorld(ctx.db), await makeWorld(ctx.db)];
    for (const world of [sick, well]) await writeSteps(world, [{ run: 'r1', at: AT }]);
    await ctx.db.$executeRaw`
      create function refuse_one() returns trigger language plpgsql as $$
      begin raise exception 'not this one'; end $$`;
    await ctx.db.$executeRawUnsafe(`
      create trigger refuse_one before insert on hand_off for each row
      when (new.source_id = '${sick.sourceId}') execute function refuse_one()`);
    try {
      // Others on this server may hold the steps of either source back for a moment.
      const round = () => followAll({ db: ctx.db, now: NOW }).then(() => '', String);
      await expect.poll(round).toContain('not this one');
      await expect.poll(() => round().then(async () => (await handOffs(well)).length)).toBe(1);
    } finally {
      await ctx.db.$executeRaw`drop function refuse_one cascade`;
    }
    expect(await handOffs(well)).toHaveLength(1);
    await followWhole(ctx.db, NOW);
    expect(await handOffs(sick)).toHaveLength(1);
  });
});
