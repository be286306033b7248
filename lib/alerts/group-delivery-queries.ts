import { z } from 'zod';
import { demand, type ReadCtx } from '@/lib/accounts/context';

/** A message to one of a group's channels, with what its last try came to. */
export interface GroupDelivery {
  readonly id: string;
  readonly channelName: string;
  /** notification or test. */
  readonly kind: string;
  readonly state: string;
  readonly attempts: number;
  readonly problem: string | null;
  readonly possibleDuplicate: boolean;
  readonly isFallback: boolean;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  readonly confirmedAt: Date | null;
  readonly requestedBy: string | null;
  /** What was told of; null for a test, and for what is not imported any more. */
  readonly about: {
    readonly nodeId: string;
    readonly nodeName: string | null;
    readonly errorCode: string | null;
  } | null;
  readonly count: number;
  /** What the provider said at last. */
  readonly answer: { readonly status: number | null; readonly text: string | null } | null;
}

interface DeliveryRecord extends Omit<GroupDelivery, 'about' | 'answer'> {
  readonly nodeId: string | null;
  readonly nodeName: string | null;
  readonly errorCode: string | null;
  readonly status: number | null;
  readonly answer: string | null;
}

/** The last messages to the channels of a group, newest first, those of channels that were taken away included. */
export async function recentDeliveries(ctx: ReadCtx, groupId: string, limit = 20): Promise<GroupDelivery[]> {
  demand(ctx, 'read');
  if (!z.uuid().safeParse(groupId).success) return [];
  const rows = await ctx.db.$queryRaw<DeliveryRecord[]>`
    select d.id, c.name as "channelName", d.kind, d.state, d.attempts, d.problem, d.count,
           d.possible_duplicate as "possibleDuplicate", d.fallback_for is not null as "isFallback",
           d.created_at as "createdAt", d.sent_at as "sentAt", d.confirmed_at as "confirmedAt",
           d.requested_by as "requestedBy", h.node_id as "nodeId", n.name as "nodeName", h.error_code as "errorCode",
           t.status, t.answer
    from delivery d join channel c on c.id = d.channel_id
    left join hand_off h on h.id = d.hand_off_id
    left join node n on n.id = h.node_row_id
    left join lateral (
      select status, answer from delivery_attempt where delivery_id = d.id order by attempt desc limit 1
    ) t on true
    where c.group_id = ${groupId}::uuid
    order by d.created_at desc, d.id desc limit ${limit}`;
  return rows.map(({ nodeId, nodeName, errorCode, status, answer, ...row }) => ({
    ...row,
    about: nodeId === null ? null : { nodeId, nodeName, errorCode },
    answer: status === null && answer === null ? null : { status, text: answer },
  }));
}
