import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { type Ctx, demand } from '@/lib/accounts/context';
import { mayEditChannelsOf } from '@/lib/accounts/permissions';
import { record } from '@/lib/audit/record';
import type { Db, Tx } from '@/lib/db/client';
import { transaction } from '@/lib/db/transaction';
import { linkHash } from '@/lib/people/one-time-link';
import { wake } from '@/lib/queue/queue';
import { err, ok, type Result } from '@/lib/shared/result';
import type { receiptSchema, replaySchema, testChannelSchema } from './delivery-schema';

export type DeliveryRefusal =
  | { readonly reason: 'not_found' }
  /** Only what could not be delivered, or may not have arrived, is sent again. */
  | { readonly reason: 'not_failed' }
  /** The channel was taken away or is switched off. */
  | { readonly reason: 'channel_off' };

/**
 * Sends a test message through a channel, in the very way that notifications go; its delivery tells what the provider
 * said. A channel that is switched off can be tested. To who may not change the channel it is not there.
 */
export async function sendTest(
  ctx: Ctx,
  { channelId }: z.infer<typeof testChannelSchema>,
): Promise<Result<{ deliveryId: string }, DeliveryRefusal>> {
  demand(ctx, 'channel.edit');
  const made = await transaction(ctx.db, async (db) => {
    const channel = await db.channel.findUnique({ where: { id: channelId }, include: { group: true } });
    if (!channel || channel.removedAt !== null || !mayEditChannelsOf(ctx.actor, channel.group.slug))
      return err({ reason: 'not_found' } as const);
    const id = randomUUID();
    const { now, actor } = ctx;
    await db.delivery.create({
      data: {
        ...{ id, channelId, kind: 'test', fingerprint: id, seq: 1 },
        ...{ nextAt: now, createdAt: now, requestedBy: actor.name },
      },
      select: { id: true },
    });
    await record(ctx, db, { action: 'channel.test', subject: { kind: 'channel', id: channelId, name: channel.name } });
    return ok({ deliveryId: id });
  });
  if (made.ok) await wake(ctx.db, 'deliver');
  return made;
}

/**
 * Sends again, as it was, what could not be delivered; with tries counted anew, and marked as a possible duplicate
 * when one of those before may have arrived. To who may not change the channel it is not there.
 */
export async function replayDelivery(
  ctx: Ctx,
  { deliveryId }: z.infer<typeof replaySchema>,
): Promise<Result<null, DeliveryRefusal>> {
  demand(ctx, 'channel.edit');
  const replayed = await transaction(ctx.db, async (db): Promise<Result<null, DeliveryRefusal>> => {
    const delivery = await lockDelivery(db, deliveryId);
    if (!delivery || !mayEditChannelsOf(ctx.actor, delivery.channel.group.slug)) return err({ reason: 'not_found' });
    if (delivery.state !== 'dead' && delivery.state !== 'unknown') return err({ reason: 'not_failed' });
    const { channel, state, problem } = delivery;
    if (channel.removedAt !== null || (!channel.enabled && delivery.kind !== 'test'))
      return err({ reason: 'channel_off' });
    const unclear = await db.deliveryAttempt.count({ where: { deliveryId, outcome: 'unknown' } });
    await db.delivery.update({
      where: { id: deliveryId },
      data: {
        ...{ state: 'pending', attempts: 0, firstTriedAt: null, problem: null, nextAt: ctx.now },
        possibleDuplicate: delivery.possibleDuplicate || unclear > 0,
        requestedBy: ctx.actor.name,
      },
      select: { id: true },
    });
    await record(ctx, db, {
      action: 'channel.resend',
      subject: { kind: 'channel', id: channel.id, name: channel.name },
      before: { delivery: deliveryId, state, problem },
    });
    return ok(null);
  });
  if (replayed.ok) await wake(ctx.db, 'deliver');
  return replayed;
}

export type ReceiptRefusal = { readonly reason: 'unknown_link' } | { readonly reason: 'used' };

/**
 * A recipient says that a test message arrived. Whoever has the link may: it stands in that message only. It counts
 * for the channel as it was then; one that was changed since has to be tested again.
 */
export async function confirmReceipt(
  { db: database, now }: { readonly db: Db; readonly now: Date },
  { token }: z.infer<typeof receiptSchema>,
): Promise<Result<null, ReceiptRefusal>> {
  const confirmHash = linkHash(token);
  return transaction(database, async (db) => {
    const { count } = await db.delivery.updateMany({
      where: { confirmHash, confirmedAt: null },
      data: { confirmedAt: now },
    });
    const delivery = await db.delivery.findUnique({ where: { confirmHash }, include: { channel: true } });
    if (!delivery) return err({ reason: 'unknown_link' });
    if (count === 0) return err({ reason: 'used' });
    const { channel, channelId, createdAt } = delivery;
    if (channel.updatedAt <= createdAt) {
      const [create, update] = [{ channelId, confirmedAt: now }, { confirmedAt: now }];
      await db.channelState.upsert({ where: { channelId }, create, update, select: { channelId: true } });
    }
    return ok(null);
  });
}

async function lockDelivery(db: Tx, id: string) {
  await db.$queryRaw`select id from delivery where id = ${id}::uuid for update`;
  return db.delivery.findUnique({ where: { id }, include: { channel: { include: { group: true } } } });
}
