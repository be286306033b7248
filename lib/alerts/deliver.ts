import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Db } from '@/lib/db/client';
import { dbFailure } from '@/lib/db/errors';
import type { Prisma } from '@/lib/db/generated/client';
import { transaction } from '@/lib/db/transaction';
import type { ChannelKind } from '@/lib/owners/channel-kinds';
import { type ChannelSecrets, channelSettingsSchema } from '@/lib/owners/channel-schema';
import { openSecrets } from '@/lib/owners/channel-store';
import { newLinkToken } from '@/lib/people/one-time-link';
import type { Keyring } from '@/lib/secrets/keyring';
import { type Clock, SECOND_MS } from '@/lib/shared/clock';
import { answerText } from './answer-text';
import type { Message, Sender, Sending } from './channels/sender';
import { type Claim, claimNext } from './claim-store';
import { noticeOf } from './notice-store';
import type { SendResult } from './send-result';
import { settle } from './settle-store';

/** Where a worker says what went wrong; what it is given holds no secret. */
export interface WorkerLog {
  warn(event: object, message: string): void;
  error(event: object, message: string): void;
}

export interface Delivering {
  readonly db: Db;
  readonly now: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly senderOf: (kind: ChannelKind) => Sender;
  readonly keyring: () => Keyring;
  /** Where links lead, such as `https://failpath.example.com`. */
  readonly publicUrl: string;
  readonly log: WorkerLog;
  /** How long a delivery is held; longer than a send may take. */
  readonly leaseMs?: number;
  /** Narrow what is claimed, and how; see `Claiming`. */
  readonly among?: Prisma.Sql;
  readonly paced?: boolean;
  /** What is sent is about drills: messages say so, lead to the drill, and can be confirmed. */
  readonly drill?: boolean;
}

/** Longer than any sender waits; what still hangs then is unknown. */
const LONGEST_SEND_MS = 75 * SECOND_MS;
const LEASE_MS = 120 * SECOND_MS;
const RECORD_PAUSE_MS = 500;
const CONFIRM_BYTES = 32;

const messageSchema = z.object({ subject: z.string(), body: z.string(), repeatedBody: z.string() });

/** Claims what has been due for longest; null when nothing may go out now. Throws what the database throws. */
export function claimDelivery(delivering: Delivering): Promise<Claim | null> {
  return claimNext({ ...delivering, leaseMs: delivering.leaseMs ?? LEASE_MS });
}

/**
 * Sends what was claimed and writes down how it went. Never throws for what a channel does; throws when the database
 * stays away until the lease ends, and then the delivery counts as one whose worker died.
 */
export async function sendClaimed(delivering: Delivering, claim: Claim): Promise<void> {
  const { now: clock, log } = delivering;
  const sender = delivering.senderOf(claim.channelKind);
  const at = clock();
  const begun = performance.now();
  const result = await attempt(delivering, claim, sender);
  if (result === null) return;
  const durationMs = Math.round(performance.now() - begun);
  const done = { result, repeats: sender.repeats, at, durationMs, random: delivering.random() };
  const step = await recorded(delivering, claim, () =>
    transaction(delivering.db, (db) => settle(db, claim, { ...done, now: clock() })),
  );
  if (step === null) log.warn({ delivery: claim.id }, 'a delivery took longer than its lease; another worker has it');
}

/** Delivers one after the other until nothing may go out now; returns how many were tried. */
export async function deliverDue(delivering: Delivering): Promise<number> {
  for (let tried = 0; ; tried++) {
    const claim = await claimDelivery(delivering);
    if (claim === null) return tried;
    await sendClaimed(delivering, claim);
  }
}

/** Null: the lease was lost before anything was sent. */
async function attempt(delivering: Delivering, claim: Claim, sender: Sender): Promise<SendResult | null> {
  const { db, keyring, now, log } = delivering;
  let sending: Sending;
  let secrets: ChannelSecrets | null = null;
  try {
    const channel = await db.channel.findUniqueOrThrow({
      where: { id: claim.channelId },
      include: { group: { include: { members: { select: { name: true, email: true }, orderBy: { name: 'asc' } } } } },
    });
    const settings = channelSettingsSchema.safeParse(channel.settings);
    secrets = openSecrets(keyring(), channel);
    if (secrets === null || !settings.success) return { outcome: 'permanent', problem: 'secret_unreadable' };
    const message = await messageOf(delivering, claim, sender);
    if (message === null) return null;
    sending = {
      ...{ settings: settings.data, secrets, members: channel.group.members, now: now() },
      ...{ deliveryId: claim.id, fingerprint: claim.fingerprint, subject: message.subject },
      body: claim.possibleDuplicate ? message.repeatedBody : message.body,
    };
  } catch (error) {
    // Nothing was sent: it is tried again, and must not be lost over a fault of ours.
    if (dbFailure(error)?.kind !== 'connection_lost')
      log.error({ err: error, delivery: claim.id }, 'a message could not be made');
    return { outcome: 'retry', problem: 'worker_died' };
  }
  const result = await sent(delivering, claim, () => sender.send(sending));
  return result.answer === undefined ? result : { ...result, answer: answerText(result.answer, secrets) };
}

/** Rendered with the first try and kept before anything is sent, so that each try says the same. */
async function messageOf(
  { db, publicUrl, now, drill = false }: Delivering,
  claim: Claim,
  sender: Sender,
): Promise<Message | null> {
  const held = { id: claim.id, state: 'sending', leaseId: claim.leaseId };
  const kept = await db.delivery.findFirst({ where: held, select: { message: true } });
  if (!kept) return null;
  if (kept.message !== null) return messageSchema.parse(kept.message);
  // Kept in the message alone: it only lets a recipient say that a test, or the alert of a drill, arrived.
  const confirm = newLinkToken(randomBytes(CONFIRM_BYTES));
  const notice = await noticeOf(db, claim, { publicUrl, now: now(), confirmToken: confirm.token, drill });
  const { subject, body, repeatedBody } = sender.render(notice);
  const message = { subject, body, repeatedBody };
  const { count } = await db.delivery.updateMany({
    where: held,
    data: { message, confirmHash: drill || claim.kind === 'test' ? confirm.hash : null },
  });
  return count === 1 ? message : null;
}

/** A sender that breaks its word, by throwing or by hanging, may have sent something. */
async function sent({ log }: Delivering, claim: Claim, send: () => Promise<SendResult>): Promise<SendResult> {
  const end = new AbortController();
  const limit = sleep(LONGEST_SEND_MS, 'limit' as const, { signal: end.signal, ref: false }).catch(
    () => 'limit' as const,
  );
  try {
    const result = await Promise.race([send(), limit]);
    return result === 'limit' ? { outcome: 'unknown', problem: 'timed_out' } : result;
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown';
    log.error({ delivery: claim.id, channelKind: claim.channelKind, name }, 'a sender threw');
    return { outcome: 'unknown', problem: 'connection_broke' };
  } finally {
    end.abort();
  }
}

/** That something was sent must not be lost: until the lease ends, a database that comes back hears of it. */
async function recorded<T>({ now }: Delivering, { leaseUntil }: Claim, write: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (now().getTime() + RECORD_PAUSE_MS >= leaseUntil.getTime()) throw error;
      await sleep(RECORD_PAUSE_MS);
    }
  }
}
