import type { Tx } from '@/lib/db/client';
import type { Prisma } from '@/lib/db/generated/client';
import { afterTry, type Circuit } from './circuit';
import { type NextStep, nextStep } from './next-step';
import type { SendProblem, SendResult } from './send-result';

/** A delivery that a worker holds: as it was when it was claimed. */
export interface Held {
  readonly id: string;
  readonly leaseId: string;
  readonly channelId: string;
  readonly kind: string;
  readonly fingerprint: string;
  readonly handOffId: string | null;
  readonly count: number;
  readonly fallbackFor: string | null;
  /** Tries since it was asked for, this one included. */
  readonly tries: number;
  readonly firstTriedAt: Date;
  readonly possibleDuplicate: boolean;
}

/** How a try went. */
export interface Try {
  readonly result: SendResult;
  readonly repeats: 'key' | 'blind';
  readonly at: Date;
  readonly durationMs: number;
  readonly now: Date;
  readonly random: number;
}

/**
 * Writes down how a try went, with what follows from it: the delivery's state, the attempt, the channel's health and
 * circuit, and, for what cannot be delivered, the fallback channel. Only while the lease is still held: null says
 * that another worker has taken the delivery over, and that nothing was written.
 */
export async function settle(db: Tx, held: Held, done: Try): Promise<NextStep | null> {
  const step = nextStep({ ...held, repeats: done.repeats }, done.result, done);
  if (!(await move(db, held, done, step))) return null;
  await keepAttempt(db, held, done);
  // That a worker died says nothing about the channel.
  if (done.result.outcome === 'ok' || done.result.problem !== 'worker_died') await keepHealth(db, held, done);
  if (step.state === 'dead' || step.state === 'unknown') await standIn(db, held, done.now);
  return step;
}

/** Gives up what can no longer go out, such as on a channel that was taken away, and lets the fallback tell it. */
export async function bury(db: Tx, held: Omit<Held, 'leaseId'>, problem: SendProblem, now: Date): Promise<void> {
  await db.delivery.update({ where: { id: held.id }, data: { state: 'dead', problem }, select: { id: true } });
  await standIn(db, held, now);
}

/** The channel's row, held until the transaction ends; made when it is not there yet. */
export async function lockChannelState(db: Tx, channelId: string) {
  const lock = () =>
    db.$queryRaw<object[]>`select channel_id from channel_state where channel_id = ${channelId}::uuid for update`;
  if ((await lock()).length === 0) {
    await db.$executeRaw`
      insert into channel_state (channel_id) values (${channelId}::uuid) on conflict (channel_id) do nothing`;
    await lock();
  }
  return db.channelState.findUniqueOrThrow({ where: { channelId } });
}

async function move(db: Tx, { id, leaseId }: Held, { result, now }: Try, step: NextStep): Promise<boolean> {
  const { count } = await db.delivery.updateMany({
    where: { id, state: 'sending', leaseId },
    data: { ...changeOf(step, result, now), leaseId: null, leaseUntil: null },
  });
  return count === 1;
}

function changeOf(step: NextStep, result: SendResult, now: Date): Prisma.DeliveryUpdateManyMutationInput {
  switch (step.state) {
    case 'sent': {
      const providerRef = result.outcome === 'ok' ? (result.providerRef ?? null) : null;
      return { state: 'sent', sentAt: now, problem: null, providerRef };
    }
    case 'retry': {
      const { problem, nextAt, possibleDuplicate } = step;
      return { state: 'retry', problem, nextAt, possibleDuplicate };
    }
    case 'dead':
    case 'unknown':
      return { state: step.state, problem: step.problem };
  }
}

/** Numbered on from what was tried before: a delivery that is sent again by hand begins to count anew. */
async function keepAttempt(db: Tx, { id }: Held, { result, at, durationMs }: Try): Promise<void> {
  const { _max: last } = await db.deliveryAttempt.aggregate({ where: { deliveryId: id }, _max: { attempt: true } });
  await db.deliveryAttempt.create({
    data: {
      deliveryId: id,
      attempt: (last.attempt ?? 0) + 1,
      at,
      durationMs,
      outcome: result.outcome,
      problem: result.outcome === 'ok' ? null : result.problem,
      status: result.status ?? null,
      answer: result.answer ?? null,
    },
    select: { attempt: true },
  });
}

async function keepHealth(db: Tx, { channelId }: Held, { result, now }: Try): Promise<void> {
  const before: Circuit = await lockChannelState(db, channelId);
  const health = result.outcome === 'ok' ? { lastSentAt: now } : { lastFailedAt: now, lastProblem: result.problem };
  const { failuresInRow, openUntil, probeUntil } = afterTry(before, result, now);
  const data = { failuresInRow, openUntil, probeUntil, ...health };
  await db.channelState.update({ where: { channelId }, data, select: { channelId: true } });
}

/**
 * A notification that its channel could not deliver goes to the group's fallback channel, if there is one; once for
 * each hand-off, whichever of the group's channels fail, and never beyond the group. Numbers below zero, which no
 * window has: the fallback channel may have windows of its own.
 */
async function standIn(
  db: Tx,
  { id, channelId, kind, fingerprint, handOffId, count, fallbackFor }: Omit<Held, 'leaseId'>,
  now: Date,
): Promise<void> {
  if (kind !== 'notification' || handOffId === null || fallbackFor !== null) return;
  const { groupId } = await db.channel.findUniqueOrThrow({ where: { id: channelId }, select: { groupId: true } });
  const fallback = await db.channel.findFirst({
    where: { groupId, fallback: true, enabled: true, removedAt: null, id: { not: channelId } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
  });
  if (!fallback) return;
  // Two channels that fail at once take turns here.
  await lockChannelState(db, fallback.id);
  if ((await db.delivery.count({ where: { channelId: fallback.id, handOffId } })) > 0) return;
  const where = { channelId: fallback.id, fingerprint, kind };
  const { _min: lowest } = await db.delivery.aggregate({ where, _min: { seq: true } });
  const seq = Math.min(lowest.seq ?? 0, 0) - 1;
  await db.delivery.create({
    data: { ...where, seq, handOffId, count, fallbackFor: id, nextAt: now, createdAt: now },
    select: { id: true },
  });
}
