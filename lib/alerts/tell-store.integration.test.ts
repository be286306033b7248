import { beforeEach, describe, expect, it } from 'vitest';
import { testContext } from '@/lib/testing/context';
import { notifications } from './dedup';
import { followBatch } from './follow-store';
import { type AlertWorld, followWhole, makeWorld, type StepInput, writeSteps } from './testing/alert-world';

const ctx = testContext();
const AT = new Date('2026-11-20T08:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const later = (ms: number) => new Date(AT.getTime() + ms);
const NOW = later(48 * HOUR);
const handOffs = ({ sourceId }: AlertWorld) =>
  ctx.db.handOff.findMany({ where: { sourceId }, orderBy: { runId: 'asc' } });
const ofWorld = ({ channels }: AlertWorld) => ({ where: { channelId: { in: [...channels.values()] } } });
const deliveries = (world: AlertWorld) => ctx.db.delivery.findMany({ ...ofWorld(world), orderBy: { seq: 'asc' } });
const counts = async (world: AlertWorld) => (await deliveries(world)).map(({ count }) => count);

beforeEach(() => ctx.db.awaitedAttempt.deleteMany());

/** Failures of runs `0`, `1`, … at these times. */
function failures(times: readonly number[], more: Partial<StepInput> = {}): StepInput[] {
  return times.map((ms, index) => ({ run: String(index).padStart(6, '0'), at: later(ms), ...more }));
}

async function tellOne(world: AlertWorld) {
  await writeSteps(world, failures([0]));
  await followWhole(ctx.db, NOW);
  const [handOff] = await handOffs(world);
  const { recipient, recipientFrom, silentBecause } = handOff ?? {};
  const told = (await deliveries(world)).map(({ channelId }) => channelId);
  const names = [...world.channels].filter(([, id]) => told.includes(id)).map(([name]) => name);
  return { recipient, recipientFrom, silentBecause, told: names };
}

describe('who is told', () => {
  it('nobody where there is no owner: the record is made all the same', async () => {
    const world = await makeWorld(ctx.db, { owner: null });
    expect(await tellOne(world)).toEqual({ recipient: null, recipientFrom: null, silentBecause: null, told: [] });
  });

  it('nobody in place of a group that there is not', async () => {
    const world = await makeWorld(ctx.db, { owner: 'gone' });
    expect(await tellOne(world)).toMatchObject({ recipient: 'gone', silentBecause: 'group_missing', told: [] });
  });

  it('nobody where no channel can be used', async () => {
    const channels = [
      { name: 'off', enabled: false },
      { name: 'removed', removed: true },
    ];
    const world = await makeWorld(ctx.db, { channels });
    const { group: recipient } = world;
    expect(await tellOne(world)).toEqual({
      recipient,
      recipientFrom: 'workflow',
      silentBecause: 'no_channel',
      told: [],
    });
  });

  it('the group that the node says to notify, before its owner', async () => {
    const { group } = await makeWorld(ctx.db);
    const charge = { owner: 'x', onExhausted: { action: 'manual', notify: group } };
    const world = await makeWorld(ctx.db, { nodes: { charge } });
    expect(await tellOne(world)).toMatchObject({ recipient: group, recipientFrom: 'notify', silentBecause: null });
  });

  it('every channel of the group, those that are off and fallbacks excepted', async () => {
    const channels = [
      { name: 'mail' },
      { name: 'chat' },
      { name: 'spare', fallback: true },
      { name: 'off', enabled: false },
    ];
    const world = await makeWorld(ctx.db, { channels });
    expect((await tellOne(world)).told).toEqual(['mail', 'chat']);
    expect(await ctx.db.alertDecision.findMany(ofWorld(world))).toMatchObject([
      { outcome: 'notified', seq: 1, windowEndsAt: later(30 * MINUTE) },
      { outcome: 'notified', seq: 1, windowEndsAt: later(30 * MINUTE) },
    ]);
  });

  it('fallbacks, where the group has nothing else', async () => {
    const channels = [
      { name: 'off', enabled: false },
      { name: 'spare', fallback: true },
    ];
    expect((await tellOne(await makeWorld(ctx.db, { channels }))).told).toEqual(['spare']);
  });
});

describe('de-duplication', () => {
  it('mutes inside the window, and the first one at its end tells of all', async () => {
    const world = await makeWorld(ctx.db, { nodes: { charge: { alert: { silence: '10m' } } } });
    await writeSteps(world, failures([0, MINUTE, 10 * MINUTE - 1, 10 * MINUTE, 11 * MINUTE]));
    await followWhole(ctx.db, NOW);
    const all = await handOffs(world);
    expect(all).toHaveLength(5);
    expect(await deliveries(world)).toMatchObject([
      { seq: 1, count: 1, handOffId: all[0]?.id },
      { seq: 2, count: 3, handOffId: all[3]?.id },
    ]);
    const decisions = await ctx.db.alertDecision.findMany({ ...ofWorld(world), include: { handOff: true } });
    const said = decisions.sort((a, b) => (a.handOff.runId < b.handOff.runId ? -1 : 1));
    expect(said.map(({ outcome, seq }) => `${outcome} ${seq}`)).toEqual([
      'notified 1',
      'muted 1',
      'muted 1',
      'notified 2',
      'muted 2',
    ]);
    expect(await ctx.db.alertWindow.findMany(ofWorld(world))).toMatchObject([
      {
        ...{ seq: 2, startsAt: later(10 * MINUTE), endsAt: later(20 * MINUTE), pending: 1, total: 5n },
        ...{ firstFailedAt: AT, lastFailedAt: later(11 * MINUTE) },
      },
    ]);
  });

  it('is per node and code, no code being one of its own', async () => {
    const world = await makeWorld(ctx.db, { nodes: { charge: {}, pack: {} } });
    const codes = ['a', 'b', null, 'null', ''];
    const nodes = ['charge', 'pack'].flatMap((node) => codes.map((code) => ({ node, code, at: AT })));
    await writeSteps(
      world,
      ['first', 'second'].flatMap((run) => nodes.map((step, index) => ({ ...step, run: `${run} ${index}` }))),
    );
    await followWhole(ctx.db, NOW);
    expect(new Set((await handOffs(world)).map(({ fingerprint }) => fingerprint)).size).toBe(10);
    expect(await counts(world)).toEqual(Array.from({ length: 10 }, () => 1));
  });

  it('of a failure that goes on for a day equals the pure function, however it is cut into batches', async () => {
    const world = await makeWorld(ctx.db, { channels: [{ name: 'a' }, { name: 'b' }] });
    const times = Array.from({ length: 400 }, (_, index) => index * 3 * MINUTE + ((index * 7919) % 60_000));
    await writeSteps(world, failures(times));
    for (let drained = false; !drained; ) {
      const batch = await followBatch(ctx.db, world.sourceId, NOW, 37);
      drained = batch.drained && (await handOffs(world)).length === times.length;
    }
    const expected = notifications(30 * MINUTE, times);
    expect(expected.notifications.length).toBeGreaterThan(35);
    for (const channelId of world.channels.values()) {
      const told = await ctx.db.delivery.findMany({
        where: { channelId },
        include: { handOff: true },
        orderBy: { seq: 'asc' },
      });
      expect(told.map(({ handOff, count }) => ({ at: Number(handOff?.decidedAt) - AT.getTime(), count }))).toEqual(
        expected.notifications,
      );
      const [window] = await ctx.db.alertWindow.findMany({ where: { channelId } });
      expect(window).toMatchObject({ pending: expected.pending, total: 400n });
    }
  });

  it('counts what becomes known late in the window that is open', async () => {
    const world = await makeWorld(ctx.db);
    await writeSteps(world, [{ run: 'first', at: later(HOUR) }]);
    await followWhole(ctx.db, NOW);
    await writeSteps(world, [{ run: 'late', at: AT }]);
    await followWhole(ctx.db, NOW);
    expect(await counts(world)).toEqual([1]);
    expect(await ctx.db.alertWindow.findMany(ofWorld(world))).toMatchObject([
      { pending: 1, total: 2n, startsAt: later(HOUR), firstFailedAt: AT, lastFailedAt: later(HOUR) },
    ]);
  });

  it('does not let a clock that is ahead hold the window open', async () => {
    const world = await makeWorld(ctx.db);
    await writeSteps(world, [{ run: 'ahead', at: later(12 * HOUR) }]);
    await followWhole(ctx.db, AT);
    expect(await ctx.db.alertWindow.findMany(ofWorld(world))).toMatchObject([{ endsAt: later(30 * MINUTE) }]);
    await writeSteps(world, [{ run: 'real', at: later(30 * MINUTE) }]);
    await followWhole(ctx.db, later(30 * MINUTE));
    expect(await counts(world)).toEqual([1, 1]);
    expect(await handOffs(world)).toMatchObject([{ decidedAt: later(12 * HOUR) }, { decidedAt: later(30 * MINUTE) }]);
  });
});

describe('above threshold', () => {
  const threshold = (code: string, failed: number, window = '1d') => {
    return { code, failures: failed, window, threshold_source: 'manual', reason: 'agreed' };
  };
  const charge = { alert: { silence: '1m', thresholds: [threshold('*', 2), threshold('slow', 1, '1h')] } };
  const marks = async (world: AlertWorld) => (await handOffs(world)).map(({ aboveThreshold }) => aboveThreshold);

  it('marks a notification once more executions failed with the code than is normal', async () => {
    const world = await makeWorld(ctx.db, { nodes: { charge } });
    await writeSteps(world, failures([0, HOUR, 2 * HOUR, 2 * HOUR + 1, 24 * HOUR, 24 * HOUR + 2 * MINUTE]));
    await followWhole(ctx.db, NOW);
    // The fourth is muted: it is not said. Of the fifth on, the first no longer counts.
    const four = { failures: 4, threshold: 2, anyCode: true };
    expect(await marks(world)).toEqual([
      null,
      null,
      { failures: 3, threshold: 2, anyCode: true },
      null,
      four,
      { ...four, failures: 5 },
    ]);
  });

  it('counts executions and not attempts, of that code alone, in the window of its own row', async () => {
    const world = await makeWorld(ctx.db, { nodes: { charge } });
    await writeSteps(world, [
      { run: '1', at: AT, code: 'slow' },
      { run: '1', at: later(1), code: 'slow', attempt: 2 },
      { run: '2', at: later(MINUTE), code: 'fast' },
      { run: '3', at: later(2 * MINUTE), code: 'slow' },
      { run: '4', at: later(2 * HOUR), code: 'slow' },
    ]);
    await followWhole(ctx.db, NOW);
    expect(await marks(world)).toEqual([null, null, { failures: 2, threshold: 1, anyCode: false }, null]);
  });

  it('counts all failures of the node under the row for all, as it is measured: of other codes, and of none', async () => {
    const world = await makeWorld(ctx.db, { nodes: { charge } });
    await writeSteps(world, [
      { run: '1', at: AT, code: 'fast' },
      { run: '2', at: later(MINUTE), code: null },
      { run: '2', at: later(MINUTE + 1), code: 'slow', attempt: 2 },
      { run: '3', at: later(2 * MINUTE), code: 'zero' },
    ]);
    await followWhole(ctx.db, NOW);
    expect((await marks(world)).at(-1)).toEqual({ failures: 3, threshold: 2, anyCode: true });
  });

  it('counts failures without code under the row for all', async () => {
    const world = await makeWorld(ctx.db, { nodes: { charge } });
    await writeSteps(world, failures([0, HOUR, 2 * HOUR], { code: null }));
    await followWhole(ctx.db, NOW);
    expect(await marks(world)).toEqual([null, null, { failures: 3, threshold: 2, anyCode: true }]);
  });
});
