import { z } from 'zod';
import { demand, type ReadCtx } from '@/lib/accounts/context';
import type { Db } from '@/lib/db/client';
import { linkHash } from '@/lib/people/one-time-link';

export const DELIVERY_STATES = ['pending', 'sending', 'retry', 'sent', 'unknown', 'dead'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** A message on its way, or at its end, with each try and what the provider said. */
export interface DeliveryView {
  readonly id: string;
  readonly channelId: string;
  readonly kind: 'notification' | 'test';
  readonly state: DeliveryState;
  /** A word of `SEND_PROBLEMS`. */
  readonly problem: string | null;
  /** First line of what is sent; null before the first try. */
  readonly subject: string | null;
  readonly possibleDuplicate: boolean;
  readonly createdAt: Date;
  readonly requestedBy: string | null;
  /** When it is tried next, while it waits. */
  readonly nextAt: Date | null;
  readonly sentAt: Date | null;
  readonly confirmedAt: Date | null;
  /** The provider's own name for it, such as the key of a ticket. */
  readonly providerRef: string | null;
  readonly fallbackFor: string | null;
  readonly tries: readonly TryView[];
}

export interface TryView {
  readonly attempt: number;
  readonly at: Date;
  readonly durationMs: number;
  readonly outcome: 'ok' | 'permanent' | 'retry' | 'unknown';
  readonly problem: string | null;
  /** HTTP or SMTP status. */
  readonly status: number | null;
  readonly answer: string | null;
}

const kindSchema = z.enum(['notification', 'test']);
const stateSchema = z.enum(DELIVERY_STATES);
const outcomeSchema = z.enum(['ok', 'permanent', 'retry', 'unknown']);
const subjectSchema = z.object({ subject: z.string() });

/** One delivery with its tries; null when there is none. The text that was sent stays in the outbox: it may hold a link. */
export async function deliveryOf(ctx: ReadCtx, id: string): Promise<DeliveryView | null> {
  demand(ctx, 'read');
  if (!z.uuid().safeParse(id).success) return null;
  const row = await ctx.db.delivery.findUnique({
    where: { id },
    include: { tries: { orderBy: { attempt: 'asc' } } },
  });
  if (!row) return null;
  const { channelId, problem, possibleDuplicate, createdAt, requestedBy, sentAt, confirmedAt, providerRef } = row;
  const state = stateSchema.parse(row.state);
  return {
    ...{ id, channelId, problem, possibleDuplicate, createdAt, requestedBy, sentAt, confirmedAt, providerRef, state },
    kind: kindSchema.parse(row.kind),
    subject: subjectSchema.nullable().parse(row.message)?.subject ?? null,
    nextAt: state === 'pending' || state === 'retry' ? row.nextAt : null,
    fallbackFor: row.fallbackFor,
    tries: row.tries.map(({ attempt, at, durationMs, outcome, problem, status, answer }) => ({
      ...{ attempt, at, durationMs, problem, status, answer },
      outcome: outcomeSchema.parse(outcome),
    })),
  };
}

/** What a test message's link is about, for whoever has it. */
export interface Receipt {
  readonly groupName: string;
  readonly channelName: string;
  readonly requestedBy: string | null;
  readonly createdAt: Date;
  /** Null: it is not known to have gone out. */
  readonly sentAt: Date | null;
  readonly confirmedAt: Date | null;
}

/**
 * The message that a link stands in: a test, or with the database of drills the alert of one. Null when there is none.
 * Nobody has to be signed in.
 */
export async function openReceipt({ db }: { readonly db: Db }, token: string): Promise<Receipt | null> {
  const row = await db.delivery.findUnique({
    where: { confirmHash: linkHash(token) },
    select: {
      ...{ requestedBy: true, createdAt: true, sentAt: true, confirmedAt: true },
      channel: { select: { name: true, group: { select: { name: true } } } },
    },
  });
  if (!row) return null;
  const { channel, ...rest } = row;
  return { ...rest, channelName: channel.name, groupName: channel.group.name };
}
