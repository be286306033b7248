import { expect, it } from 'vitest';
import { testContext } from '@/lib/testing/context';
import { handOffDetail, keyCounts, keyMembers } from './hand-off-queries';
import { followWhole, makeWorld, RETRY, type StepInput, type WorldInput, writeSteps } from './testing/alert-world';
import { traceOf } from './trace';

const ctx = testContext();
const AT = new Date('2026-11-20T08:00:00Z');
const later = (seconds: number) => new Date(AT.getTime() + seconds * 1_000);
const NOW = later(120);
const RULE = { classification: [{ code: 'timeout', class: 'transient' }] };

/** Follows these steps in a world of their own; ids of the hand-offs by run. */
async function handedOff(input: WorldInput, steps: readonly StepInput[], now = NOW) {
  const world = await makeWorld(ctx.db, input);
  await writeSteps(world, steps);
  await followWhole(ctx.db, now);
  const rows = await ctx.db.handOff.findMany({ where: { sourceId: world.sourceId }, orderBy: { decidedAt: 'asc' } });
  return { world, rows, ids: new Map(rows.map(({ runId, id }) => [runId, id])) };
}

const detailOf = async (id: string | undefined) => {
  const detail = await handOffDetail(ctx, id ?? '');
  if (!detail) throw new Error('there is no such hand-off');
  return detail;
};

it('tells a hand-off with all attempts, the retry that was in force, and who it went to', async () => {
  const attempts = [1, 2, 3].map((attempt) => ({ run: 'r', attempt, code: 'timeout', at: later(attempt * 10) }));
  const { world, ids } = await handedOff({ nodes: { charge: { retry: RETRY, ...RULE } } }, attempts);
  const detail = await detailOf(ids.get('r'));
  expect(detail).toMatchObject({
    ...{ attempt: 3, errorCode: 'timeout', trigger: 'exhausted', limit: 'max_attempts', state: 'open' },
    because: { class: 'transient', because: 'rule:timeout', decidedBy: { pattern: 'timeout', index: 0 } },
    retry: { maxAttempts: 3 },
    recipient: { slug: world.group, name: world.group, from: 'workflow' },
    node: { nodeId: 'charge', name: 'charge' },
    channels: [{ name: 'main', outcome: 'notified', window: { seq: 1, from: later(30) }, standIn: null }],
  });
  expect(detail.attempts.map(({ attempt, endedAt }) => [attempt, endedAt])).toEqual(
    [1, 2, 3].map((attempt) => [attempt, later(attempt * 10).getTime()]),
  );
});

it('reads the retry of the version that decided, not of a later one; without that version it is not known', async () => {
  const { world, ids } = await handedOff({ nodes: { charge: { retry: RETRY } } }, [{ run: 'r', at: AT }]);
  const where = { sourceId_key: { sourceId: world.sourceId, key: 'orders' } };
  const { id: workflowId } = await ctx.db.workflow.update({ where, data: { version: 2 } });
  await ctx.db.node.updateMany({ where: { workflowId }, data: { config: { retry: { ...RETRY, maxAttempts: 9 } } } });
  expect((await detailOf(ids.get('r'))).retry).toBeUndefined();
  const configs = { charge: { retry: RETRY } };
  await ctx.db.workflowVersion.create({
    data: { workflowId, version: 1, text: '', configs, changed: [], publishedBy: 'Ann', publishedAt: AT },
  });
  expect((await detailOf(ids.get('r'))).retry).toMatchObject({ maxAttempts: 3 });
});

it('lets the notification of the window speak for a muted one, and its fallback', async () => {
  const channels = [{ name: 'main' }, { name: 'spare', fallback: true }];
  const { world, ids } = await handedOff({ channels }, [
    { run: 'a', at: AT },
    { run: 'b', at: later(60) },
  ]);
  const first = ids.get('a') ?? '';
  const [main = '', spare = ''] = [world.channels.get('main'), world.channels.get('spare')];
  const told = await ctx.db.delivery.findFirstOrThrow({ where: { channelId: main } });
  const tries = { create: [{ attempt: 1, at: AT, durationMs: 9, outcome: 'permanent', problem: 'gone', status: 404 }] };
  await ctx.db.delivery.update({ where: { id: told.id }, data: { state: 'dead', problem: 'gone', tries } });
  const { fingerprint } = told;
  const standIn = { channelId: spare, fingerprint, kind: 'notification', seq: -1, handOffId: first, state: 'sent' };
  await ctx.db.delivery.create({ data: { ...standIn, fallbackFor: told.id } });
  const detail = await detailOf(ids.get('b'));
  expect(detail.channels).toMatchObject([
    {
      ...{ name: 'main', outcome: 'muted', standing: 'on', window: { seq: 1, from: AT, until: later(1_800) } },
      latest: { until: later(1_800), pending: 1 },
      notification: {
        handOffId: first,
        state: 'dead',
        problem: 'gone',
        tries: [{ status: 404, outcome: 'permanent' }],
      },
      standIn: { channelName: 'spare', state: 'sent' },
    },
  ]);
  const keys = traceOf(detail, NOW).flatMap(({ lines }) => lines.map(({ key }) => key));
  expect(keys.slice(-6)).toEqual([
    ...['delivery.speaks', 'delivery.dead', 'try.status', 'fallback.used', 'delivery.sent', 'next.silent'],
  ]);
});

it('says when an earlier window was opened, after the next one has begun', async () => {
  const { ids } = await handedOff(
    {},
    [
      { run: 'a', at: AT },
      { run: 'b', at: later(60) },
      { run: 'c', at: later(3_600) },
    ],
    later(3_700),
  );
  expect((await detailOf(ids.get('b'))).channels).toMatchObject([
    {
      outcome: 'muted',
      window: { seq: 1, from: AT, until: later(1_800) },
      latest: { until: later(5_400), pending: 0 },
    },
  ]);
});

it('tells of nobody, and of a channel that was taken away', async () => {
  const nobody = await handedOff({ owner: null }, [{ run: 'r', at: AT }]);
  expect(await detailOf(nobody.ids.get('r'))).toMatchObject({ recipient: null, channels: [] });
  const missing = await handedOff({ owner: 'gone' }, [{ run: 'r', at: AT }]);
  expect(await detailOf(missing.ids.get('r'))).toMatchObject({
    ...{ recipient: { slug: 'gone', name: null }, silentBecause: 'group_missing' },
  });
  const removed = await handedOff({}, [{ run: 'r', at: AT }]);
  await ctx.db.channel.updateMany({
    where: { id: { in: [...removed.world.channels.values()] } },
    data: { removedAt: NOW, enabled: false },
  });
  expect((await detailOf(removed.ids.get('r'))).channels).toMatchObject([{ standing: 'removed' }]);
});

it('counts and pages what is of the same key', async () => {
  const steps = Array.from({ length: 5 }, (_, index) => ({ run: `r${index}`, at: later(index) }));
  const { rows } = await handedOff({}, steps);
  const { fingerprint = '' } = rows[0] ?? {};
  await ctx.db.handOff.updateMany({ where: { fingerprint, runId: 'r0' }, data: { state: 'resolved' } });
  expect(await keyCounts(ctx, fingerprint)).toEqual({
    ...{ waiting: 4, open: 4, resolved: 1, total: 5, firstAt: AT, lastAt: later(4), seenUntil: NOW },
  });
  expect((await keyMembers(ctx, fingerprint, { skip: 1, take: 2 })).map(({ runId }) => runId)).toEqual(['r3', 'r2']);
  expect(await keyCounts(ctx, 'nothing')).toBeNull();
});

it.each(['nonsense', '00000000-0000-4000-8000-000000000000'])('knows no hand-off %s', async (id) => {
  expect(await handOffDetail(ctx, id)).toBeNull();
});
