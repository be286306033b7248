import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Ctx, ForbiddenError } from '@/lib/accounts/context';
import { testContext } from '@/lib/testing/context';
import { type Delivering, deliverDue } from './deliver';
import { confirmReceipt, replayDelivery, sendTest } from './delivery-commands';
import { deliveryOf, openReceipt } from './delivery-queries';
import { addChannel, addGroup, addNotifications, testKeyring } from './testing/outbox';
import { type Receiver, startReceiver } from './testing/receiver';
import { testSender } from './testing/test-sender';

const ctx = testContext();
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const member = (groups: string[]): Ctx => ({ ...ctx, db: ctx.db, actor: { ...ctx.actor, role: 'editor', groups } });
let receiver: Receiver;
let channelId: string;
let now: Date;

beforeEach(async () => {
  await ctx.db.handOff.deleteMany();
  await ctx.db.ownerGroup.deleteMany();
  now = ctx.now;
  receiver = await startReceiver();
  channelId = await addChannel(ctx.db, await addGroup(ctx.db), { url: receiver.url });
  await ctx.db.channel.updateMany({ data: { updatedAt: new Date(0) } });
});
afterEach(() => receiver.close());

const delivering = (repeats: 'key' | 'blind' = 'key'): Delivering => ({
  db: ctx.db,
  now: () => now,
  random: () => 0.5,
  senderOf: () => testSender({ repeats, timeoutMs: repeats === 'blind' ? 500 : 5_000 }),
  keyring: testKeyring,
  publicUrl: 'https://failpath.example.com',
  log: { warn: () => undefined, error: () => undefined },
});

async function tested(as: Ctx = ctx): Promise<string> {
  const made = await sendTest(as, { channelId });
  if (!made.ok) throw new Error(made.error.reason);
  await deliverDue(delivering());
  return made.value.deliveryId;
}

/** The token in the link of the message that arrived last. */
function arrivedToken(): string {
  const body: { confirmLink?: string } = JSON.parse(receiver.received.at(-1)?.body ?? '{}');
  return body.confirmLink?.split('/').at(-1) ?? '';
}

describe('sendTest', () => {
  it('goes the way of notifications and tells what the provider said', async () => {
    receiver.answer({ status: 404, body: 'no such robot' });
    const id = await tested(member(['payments-ops']));
    expect(receiver.received).toHaveLength(1);
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
      ...{ kind: 'test', deliveryId: id, requestedBy: 'Ann', at: ctx.now.toISOString() },
      confirmLink: expect.stringMatching(/^https:\/\/failpath\.example\.com\/confirm\/[\w-]{43}$/),
    });
    expect(await deliveryOf(ctx, id)).toMatchObject({
      ...{ kind: 'test', state: 'dead', problem: 'rejected', subject: 'test', requestedBy: 'Ann', nextAt: null },
      tries: [{ attempt: 1, outcome: 'permanent', status: 404, answer: 'no such robot' }],
    });
  });

  it('reaches a channel that is switched off, and one whose circuit failures have opened', async () => {
    await ctx.db.channel.updateMany({ data: { enabled: false } });
    const open = { failuresInRow: 5, openUntil: new Date(now.getTime() + 60_000) };
    await ctx.db.channelState.create({ data: { channelId, ...open } });
    expect(await deliveryOf(ctx, await tested())).toMatchObject({ state: 'sent' });
    expect(await ctx.db.channelState.findFirst()).toMatchObject({ failuresInRow: 0, openUntil: null });
  });

  it('is for members of the group and administrators; to others the channel is not there', async () => {
    const refused = { ok: false, error: { reason: 'not_found' } };
    expect(await sendTest(member(['others']), { channelId })).toEqual(refused);
    expect(await sendTest(ctx, { channelId: UNKNOWN })).toEqual(refused);
    const viewer: Ctx = { ...ctx, db: ctx.db, actor: { ...ctx.actor, role: 'viewer' } };
    await expect(sendTest(viewer, { channelId })).rejects.toThrow(ForbiddenError);
    await ctx.db.channel.updateMany({ data: { removedAt: now } });
    expect(await sendTest(ctx, { channelId })).toEqual(refused);
    expect(await ctx.db.delivery.count()).toBe(0);
  });
});

describe('confirmReceipt', () => {
  it('is said once, by who has the link, and stands with the delivery and its channel', async () => {
    const id = await tested();
    const token = arrivedToken();
    expect(await openReceipt(ctx, token)).toMatchObject({
      ...{ groupName: 'Payments', channelName: 'webhook', requestedBy: 'Ann', confirmedAt: null },
    });
    expect(await confirmReceipt(ctx, { token })).toEqual({ ok: true, value: null });
    expect(await deliveryOf(ctx, id)).toMatchObject({ confirmedAt: ctx.now });
    expect(await ctx.db.channelState.findFirst()).toMatchObject({ confirmedAt: ctx.now });
    expect(await confirmReceipt(ctx, { token })).toEqual({ ok: false, error: { reason: 'used' } });
    expect(await openReceipt(ctx, token)).toMatchObject({ confirmedAt: ctx.now });
  });

  it('knows no other link, and keeps only the hash of one', async () => {
    await tested();
    const token = 'x'.repeat(43);
    expect(await confirmReceipt(ctx, { token })).toEqual({ ok: false, error: { reason: 'unknown_link' } });
    expect(await openReceipt(ctx, token)).toBeNull();
    const { confirmHash } = await ctx.db.delivery.findFirstOrThrow();
    expect(confirmHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(await deliveryOf(ctx, (await ctx.db.delivery.findFirstOrThrow()).id))).not.toContain(
      arrivedToken(),
    );
  });

  it('says nothing for a channel that was changed since', async () => {
    await tested();
    await ctx.db.channel.updateMany({ data: { updatedAt: new Date(now.getTime() + 1) } });
    expect(await confirmReceipt(ctx, { token: arrivedToken() })).toMatchObject({ ok: true });
    expect(await ctx.db.channelState.findFirst()).toMatchObject({ confirmedAt: null });
  });
});

describe('replayDelivery', () => {
  it('sends again as it was what was refused, with tries counted anew', async () => {
    receiver.answer({ status: 404 });
    const [deliveryId = ''] = await addNotifications(ctx.db, channelId, 1, ctx.now);
    await deliverDue(delivering());
    receiver.answer({ status: 200 });
    expect(await replayDelivery(member(['payments-ops']), { deliveryId })).toEqual({ ok: true, value: null });
    expect(await deliveryOf(ctx, deliveryId)).toMatchObject({ state: 'pending', requestedBy: 'Ann', nextAt: ctx.now });
    await deliverDue(delivering());
    expect(receiver.received[1]).toEqual(receiver.received[0]);
    expect(await deliveryOf(ctx, deliveryId)).toMatchObject({
      ...{ state: 'sent', problem: null, possibleDuplicate: false },
      tries: [
        { attempt: 1, outcome: 'permanent' },
        { attempt: 2, outcome: 'ok' },
      ],
    });
    expect(await ctx.db.delivery.findUnique({ where: { id: deliveryId } })).toMatchObject({ attempts: 1 });
  });

  it('marks what may have arrived', async () => {
    receiver.answer('hang');
    const [deliveryId = ''] = await addNotifications(ctx.db, channelId, 1, ctx.now);
    await deliverDue(delivering('blind'));
    now = new Date(now.getTime() + 60_000);
    await deliverDue(delivering('blind'));
    expect(await deliveryOf(ctx, deliveryId)).toMatchObject({ state: 'unknown' });
    receiver.answer({ status: 200 });
    await replayDelivery(ctx, { deliveryId });
    await deliverDue(delivering('blind'));
    expect(receiver.received.at(-1)?.body).toMatch(/^possible duplicate /);
    expect(await deliveryOf(ctx, deliveryId)).toMatchObject({ state: 'sent', possibleDuplicate: true });
  });

  it('refuses what is under way, what was delivered, a channel that is off, and who is of another group', async () => {
    const [deliveryId = ''] = await addNotifications(ctx.db, channelId, 1, ctx.now);
    const refusal = async (as: Ctx = ctx) => {
      const result = await replayDelivery(as, { deliveryId });
      return result.ok ? null : result.error.reason;
    };
    expect(await refusal()).toBe('not_failed');
    await deliverDue(delivering());
    expect(await refusal()).toBe('not_failed');
    await ctx.db.delivery.updateMany({ data: { state: 'dead' } });
    expect(await refusal(member(['others']))).toBe('not_found');
    await ctx.db.channel.updateMany({ data: { enabled: false } });
    expect(await refusal()).toBe('channel_off');
    expect(await replayDelivery(ctx, { deliveryId: UNKNOWN })).toMatchObject({ error: { reason: 'not_found' } });
  });
});
