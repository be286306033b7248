import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { senderOf } from '@/lib/alerts/channels/registry';
import { confirmReceipt } from '@/lib/alerts/delivery-commands';
import { openReceipt } from '@/lib/alerts/delivery-queries';
import { testKeyring } from '@/lib/alerts/testing/outbox';
import { type Receiver, startReceiver } from '@/lib/alerts/testing/receiver';
import { testSender } from '@/lib/alerts/testing/test-sender';
import { readEvidence } from '@/lib/drills/evidence-store';
import { askForDrills, makeDrillWorld } from '@/lib/drills/testing/drill-world';
import { CHANNEL_KINDS, GROUP_LANGUAGES } from '@/lib/owners/channel-kinds';
import type { ChannelSecrets, ChannelSettings } from '@/lib/owners/channel-schema';
import { sealSecrets } from '@/lib/owners/channel-store';
import { isJsonObject } from '@/lib/shared/json';
import { testContext } from '@/lib/testing/context';
import { type Bench, openBench } from './testing/drill-bench';

const ctx = testContext();
let bench: Bench;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  bench = await openBench(ctx, {
    delivering: { senderOf: (kind) => ({ ...senderOf(kind), send: testSender().send }) },
  });
});
afterAll(async () => {
  await bench.close();
  await receiver.close();
});

const trialOf = (runId: string) => ctx.db.drillTrial.findFirstOrThrow({ where: { runId } });

describe('what a drill sends', () => {
  it.each(GROUP_LANGUAGES)('shows every field through every kind of channel, in %s', async (language) => {
    const world = await makeDrillWorld(ctx.db, { channels: [], language });
    const { id: groupId } = await ctx.db.ownerGroup.findUniqueOrThrow({ where: { slug: world.group } });
    for (const kind of CHANNEL_KINDS) {
      const { id } = await ctx.db.channel.create({ data: { groupId, kind, name: kind, settings: settingsOf(kind) } });
      const sealed = sealSecrets(testKeyring(), id, secretsOf(kind));
      await ctx.db.channel.update({ where: { id }, data: { sealed } });
    }
    const runId = await askForDrills(world, { drills: [{ drill: 2 }] });
    await bench.runAll();
    const trial = await trialOf(runId);
    const { messages } = await readEvidence(ctx.db, trial.id, new Date());
    expect([trial.state, trial.observations]).toMatchObject(['passed', expect.anything()]);
    expect(messages.map(({ state }) => state)).toEqual(CHANNEL_KINDS.map(() => 'sent'));
    for (const { body } of messages) expect(body).toContain(`/drills/${trial.id}`);
  });

  it('goes nowhere when it is only captured, and says that it is a drill when it is sent', async () => {
    const world = await makeDrillWorld(ctx.db, { channels: [{ url: receiver.url }] });
    const before = receiver.received.length;
    await askForDrills(world, { drills: [{ drill: 2 }] });
    await bench.runAll();
    expect(receiver.received).toHaveLength(before);
    await askForDrills(world, { drills: [{ drill: 2 }], channels: 'real' });
    await bench.runAll();
    expect(receiver.received).toHaveLength(before + 1);
    const kept = await ctx.drillDb.delivery.findMany({ where: { channelId: world.channels[0] ?? '' } });
    for (const { message } of kept) expect(isJsonObject(message) && message.subject).toMatch(/^Drill: /);
  });

  it('is not sent once its run has ended, even if it waited', async () => {
    const world = await makeDrillWorld(ctx.db, { channels: [{ url: receiver.url }] });
    const runId = await askForDrills(world, { drills: [{ drill: 2 }], channels: 'real' });
    const before = receiver.received.length;
    await bench.runAll(() => ({ deliver: () => undefined, times: { deliverMs: 100 } }));
    const { id: sourceId, state } = await trialOf(runId);
    expect(state).toBe('failed');
    const [left] = await ctx.drillDb.delivery.findMany({ where: { handOff: { sourceId } } });
    expect(left).toMatchObject({ state: 'dead', problem: 'given_up' });
    await ctx.drillDb.delivery.update({ where: { id: left?.id ?? '' }, data: { state: 'pending', problem: null } });
    bench.proving.deliver();
    await sleep(500);
    expect(receiver.received).toHaveLength(before);
  });

  it('is not held back by what a drill before it has done to the channel', async () => {
    const world = await makeDrillWorld(ctx.db, { channels: [{ url: receiver.url }] });
    const resting = new Date(Date.now() + 3_600_000);
    const channelId = world.channels[0] ?? '';
    await ctx.drillDb.channelState.create({ data: { channelId, failuresInRow: 9, openUntil: resting } });
    for (const channels of ['capture', 'real'] as const) {
      const runId = await askForDrills(world, { drills: [{ drill: 2 }], channels });
      await bench.runAll();
      expect((await trialOf(runId)).state).toBe('passed');
      await ctx.drillDb.channelState.update({ where: { channelId }, data: { failuresInRow: 9, openUntil: resting } });
    }
  });
});

describe('the link in a message of a drill', () => {
  it('lets its recipient say that it arrived, of the drill and not of the channel', async () => {
    const world = await makeDrillWorld(ctx.db, { channels: [{ url: receiver.url }] });
    const runId = await askForDrills(world, { drills: [{ drill: 2 }], channels: 'real' });
    await bench.runAll();
    const { id } = await trialOf(runId);
    const body = receiver.received.at(-1)?.body ?? '';
    const [, token = ''] = /\/confirm\/([A-Za-z0-9_-]{43})"/.exec(body) ?? [];
    expect((await readEvidence(ctx.db, id, new Date())).messages).toMatchObject([{ state: 'sent', confirmed: false }]);
    const [now, drills] = [new Date(), { db: ctx.drillDb }];
    expect(await openReceipt({ db: ctx.db }, token)).toBeNull();
    expect(await openReceipt(drills, token)).toMatchObject({ groupName: world.group, confirmedAt: null });
    expect(await confirmReceipt({ db: ctx.db, now }, { token })).toMatchObject({ error: { reason: 'unknown_link' } });
    expect(await confirmReceipt({ ...drills, now }, { token })).toMatchObject({ ok: true });
    expect(await confirmReceipt({ ...drills, now }, { token })).toMatchObject({ error: { reason: 'used' } });
    expect((await readEvidence(ctx.db, id, new Date())).messages).toMatchObject([{ state: 'sent', confirmed: true }]);
    expect(await ctx.db.channelState.count()).toBe(0);
  });
});

function settingsOf(kind: ChannelSettings['kind']): ChannelSettings {
  if (kind === 'mail') return { kind, to: [] };
  if (kind !== 'jira') return { kind };
  return { kind, site: 'https://ops.atlassian.net', email: 'bo@example.com', project: 'OPS', issueType: 'Task' };
}

function secretsOf(kind: ChannelSecrets['kind']): ChannelSecrets {
  const url = 'https://hooks.example/a';
  switch (kind) {
    case 'mail':
      return { kind };
    case 'jira':
      return { kind, token: 'a token' };
    case 'webhook':
      return { kind, url, signingSecrets: [`whsec_${Buffer.alloc(32).toString('base64')}`] };
    default:
      return { kind, url };
  }
}
