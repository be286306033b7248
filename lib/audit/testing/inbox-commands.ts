import type { Ctx } from '@/lib/accounts/context';
import { acknowledgeHandOffs, assignHandOffs, reopenHandOffs, resolveHandOffs } from '@/lib/alerts/inbox-commands';

const FINGERPRINT = '00112233445566778899aabbccddeeff';

/** The commands of the inbox, as rows of `auditedCommands`: one record of a node that `group` owns. */
export function inboxCommands(ctx: Ctx, { group }: { readonly group: string }) {
  const keys = [{ fingerprint: FINGERPRINT, seenUntil: ctx.now.toISOString() }];
  const record = async (change: { readonly state?: string; readonly note?: string } = {}) => {
    await ctx.db.handOff.deleteMany();
    const { id: sourceId } = await ctx.db.source.findFirstOrThrow();
    const times = { decidedAt: ctx.now, firstFailedAt: ctx.now, lastFailedAt: ctx.now, createdAt: ctx.now };
    const node = { sourceId, workflowId: 'orders', runId: 'r', nodeId: 'charge', fingerprint: FINGERPRINT };
    const why = { trigger: 'terminal', because: {}, attempt: 1, errorCode: 'declined' };
    const policy = { nodeVersion: 1, workflowVersion: 1, recipient: group, recipientFrom: 'node', silenceMs: 60_000 };
    await ctx.db.handOff.create({ data: { ...node, ...times, ...why, ...policy, changedAt: ctx.now, ...change } });
  };
  return {
    'alerts/inbox-commands#acknowledgeHandOffs': {
      writes: ['hand_off.acknowledge'],
      arrange: async () => {
        await record();
        return () => acknowledgeHandOffs(ctx, { keys });
      },
      idle: async () => {
        await record({ state: 'acknowledged' });
        return acknowledgeHandOffs(ctx, { keys });
      },
    },
    'alerts/inbox-commands#assignHandOffs': {
      writes: ['hand_off.assign'],
      arrange: async () => {
        await record();
        return () => assignHandOffs(ctx, { keys, personId: ctx.actor.id });
      },
      idle: async () => {
        await record();
        return assignHandOffs(ctx, { keys, personId: null });
      },
    },
    'alerts/inbox-commands#resolveHandOffs': {
      writes: ['hand_off.resolve'],
      arrange: async () => {
        await record();
        return () => resolveHandOffs(ctx, { keys, note: 'charged by hand' });
      },
      idle: async () => {
        await record({ state: 'resolved' });
        return resolveHandOffs(ctx, { keys, note: 'charged by hand' });
      },
    },
    'alerts/inbox-commands#reopenHandOffs': {
      writes: ['hand_off.reopen'],
      arrange: async () => {
        await record({ state: 'resolved', note: 'charged by hand' });
        return () => reopenHandOffs(ctx, { keys });
      },
      idle: async () => {
        await record();
        return reopenHandOffs(ctx, { keys });
      },
    },
  } as const;
}
