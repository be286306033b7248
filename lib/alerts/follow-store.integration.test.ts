import { describe, expect, it } from 'vitest';
import { transaction } from '@/lib/db/transaction';
import { testContext } from '@/lib/testing/context';
import { followAll } from '@/lib/worker/follow';
import { followBatch, settleOverdue } from './follow-store';
import {
  type AlertWorld,
  followWhole,
  makeWorld,
  RETRY,
  type StepInput,
  stepRow,
  writeSteps,
} from './testing/alert-world';

const ctx = testContext();
const AT = new Date('2026-11-20T08:00:00Z');
const later = (ms: number) => new Date(AT.getTime() + ms);
const NOW = later(1_000);
const runs = async ({ sourceId }: AlertWorld) =>
  (await ctx.db.handOff.findMany({ where: { sourceId }, orderBy: { runId: 'asc' } })).map(({ runId }) => runId);
const ofWorld = ({ channels }: AlertWorld) => ({ where: { channelId: { in: [...channels.values()] } } });
const watermark = ({ sourceId }: AlertWorld) => ctx.db.followedSource.findUnique({ where: { sourceId } });

function many(from: number, to: number, more: Partial<StepInput> = {}): StepInput[] {
  return Array.from({ length: to - from }, (_, index) => ({ run: String(from + index), at: AT, ...more }));
}

describe('the watermark', () => {
  it('waits for a transaction that began before: what it commits late is not lost', async () => {
    const world = await makeWorld(ctx.db);
    let commit = () => {};
    const held = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let begun = () => {};
    const written = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const slow = transaction(ctx.db, async (tx) => {
      await tx.workflowRunStep.create({ data: stepRow(world.sourceId, { run: 'slow', at: AT }) });
      begun();
      await held;
    });
    await written;
    await writeSteps(world, [{ run: 'fast', at: AT }]);
    expect(await followBatch(ctx.db, world.sourceId, NOW)).toMatchObject({ steps: 0, drained: true });
    expect(await followAll({ db: ctx.db, now: NOW })).toMatchObject({ steps: 0 });
    expect(await runs(world)).toEqual([]);
    commit();
    await slow;
    await followWhole(ctx.db, NOW);
    expect(await runs(world)).toEqual(['fast', 'slow']);
  });

  it('stands at the last step that was passed, and batches follow each other without gap', async () => {
    const world = await makeWorld(ctx.db);
    await writeSteps(world, many(0, 25));
    let steps = 0;
    while (steps < 25) {
      const batch = await followBatch(ctx.db, world.sourceId, NOW, 10);
      expect(batch.steps).toBeLessThanOrEqual(10);
      steps += batch.steps;
    }
    const last = await ctx.db.workflowRunStep.findFirst({
      where: { sourceId: world.sourceId },
      orderBy: { id: 'desc' },
    });
    expect(await watermark(world)).toMatchObject({ afterChange: last?.changeId, afterId: last?.id, followedAt: NOW });
    expect(await runs(world)).toHaveLength(25);
  });

  it('that is ahead of the server, as after a restore into another one, starts over without doubling', async () => {
    const world = await makeWorld(ctx.db, { channels: [{ name: 'a' }] });
    await writeSteps(world, many(0, 3));
    await followWhole(ctx.db, NOW);
    // As if the rows had been numbered, and followed, by a server that was in use for years.
    const far = 10n ** 12n;
    const old = many(3, 6).map((step) => ({ ...stepRow(world.sourceId, step), changeId: far }));
    await ctx.db.workflowRunStep.createMany({ data: old });
    await ctx.db.followedSource.update({
      where: { sourceId: world.sourceId },
      data: { afterChange: far, afterId: far },
    });
    await writeSteps(world, many(6, 8));
    await followWhole(ctx.db, NOW);
    expect(await runs(world)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
    expect(await ctx.db.delivery.count(ofWorld(world))).toBe(1);
    expect(await ctx.db.alertWindow.findMany(ofWorld(world))).toMatchObject([{ total: 8n, pending: 7 }]);
    expect((await watermark(world))?.afterChange).toBeLessThan(far);
    expect(await ctx.db.workflowRunStep.count({ where: { changeId: { gte: far } } })).toBe(0);
    expect(await followAll({ db: ctx.db, now: NOW })).toMatchObject({ steps: 0, handOffs: 0 });
  });
});

describe('a batch', () => {
  it.each(['hand_off', 'alert_window', 'alert_decision', 'delivery', 'awaited_attempt', 'followed_source'])(
    'that breaks when it writes %s has not happened, and is done whole afterwards',
    async (table) => {
      const world = await makeWorld(ctx.db, { nodes: { charge: {}, pack: { retry: RETRY } } });
      await followWhole(ctx.db, NOW);
      await followBatch(ctx.db, world.sourceId, NOW);
      await writeSteps(world, [...many(0, 3), { run: '0', at: AT, node: 'pack', code: 'timeout' }]);
      await ctx.db.$executeRawUnsafe(`
        create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`);
      const event = table === 'followed_source' ? 'update' : 'insert';
      await ctx.db.$executeRawUnsafe(
        `create trigger broken before ${event} on ${table} for each row execute function broken()`,
      );
      const before = await watermark(world);
      // Others on this server may hold the steps back for a moment; then there is nothing to break.
      await expect.poll(() => followBatch(ctx.db, world.sourceId, NOW).then(() => '', String)).toContain('broken');
      await ctx.db.$executeRawUnsafe('drop function broken cascade');
      expect(await watermark(world)).toEqual(before);
      expect(await runs(world)).toEqual([]);
      expect(await ctx.db.alertWindow.count(ofWorld(world))).toBe(0);
      expect(await followWhole(ctx.db, NOW)).toMatchObject({ handOffs: 3, deliveries: 1 });
      expect(await ctx.db.alertWindow.findMany(ofWorld(world))).toMatchObject([{ total: 3n, pending: 2 }]);
      expect(await ctx.db.awaitedAttempt.count({ where: { sourceId: world.sourceId } })).toBe(1);
    },
  );
});

describe('several workers at once', () => {
  it('handle each step once', async () => {
    const worlds = await Promise.all([makeWorld(ctx.db), makeWorld(ctx.db)]);
    for (const world of worlds) await writeSteps(world, many(0, 300));
    const workers = Array.from({ length: 6 }, () => followWhole(ctx.db, NOW));
    const rounds = await Promise.all(workers);
    const sum = (pick: (round: (typeof rounds)[number]) => number) => rounds.reduce((all, each) => all + pick(each), 0);
    expect(sum(({ steps }) => steps)).toBe(600);
    expect(sum(({ handOffs }) => handOffs)).toBe(600);
    expect(sum(({ deliveries }) => deliveries)).toBe(2);
    for (const world of worlds)
      expect(await ctx.db.alertWindow.findMany(ofWorld(world))).toMatchObject([{ total: 300n, pending: 299, seq: 1 }]);
  });

  it('tell of one alert from overdue attempts and new failures together, and count each once', async () => {
    const silence = { alert: { silence: '24h' } };
    const rule = { classification: [{ code: 'timeout', class: 'transient' }] };
    const world = await makeWorld(ctx.db, { nodes: { charge: { retry: RETRY, ...silence, ...rule } } });
    await writeSteps(world, many(0, 200, { code: 'timeout' }));
    await followWhole(ctx.db, NOW);
    expect(await ctx.db.awaitedAttempt.count({ where: { sourceId: world.sourceId } })).toBe(200);
    await writeSteps(world, many(200, 400, { code: 'timeout', attempt: 3, at: later(1_000) }));
    const now = later(600_000);
    const settle = async () => {
      while ((await settleOverdue(ctx.db, now, { limit: 7 })).overdue > 0);
    };
    await Promise.all([settle(), settle(), settle(), followWhole(ctx.db, now), followWhole(ctx.db, now)]);
    await settle();
    expect(await runs(world)).toHaveLength(400);
    expect(await ctx.db.delivery.findMany(ofWorld(world))).toMatchObject([{ seq: 1, count: 1 }]);
    expect(await ctx.db.alertWindow.findMany(ofWorld(world))).toMatchObject([{ total: 400n, pending: 399 }]);
    expect(await ctx.db.alertDecision.count(ofWorld(world))).toBe(400);
  });
});
