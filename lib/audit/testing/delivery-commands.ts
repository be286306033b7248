import type { Ctx } from '@/lib/accounts/context';
import { replayDelivery, sendTest } from '@/lib/alerts/delivery-commands';

const GONE = '00000000-0000-4000-8000-000000000000';

/** The commands of deliveries, as rows of `auditedCommands`. */
export function deliveryCommands(ctx: Ctx, { group }: { readonly group: string }) {
  const channel = async () => {
    const data = { name: 'Night', kind: 'mail', settings: { kind: 'mail', to: [] } };
    const { id } = await ctx.db.channel.create({ data: { ...data, group: { connect: { slug: group } } } });
    return id;
  };
  return {
    'alerts/delivery-commands#sendTest': {
      writes: ['channel.test'],
      arrange: async () => {
        const channelId = await channel();
        return () => sendTest(ctx, { channelId });
      },
      idle: () => sendTest(ctx, { channelId: GONE }),
    },
    'alerts/delivery-commands#replayDelivery': {
      writes: ['channel.resend'],
      arrange: async () => {
        const data = { channelId: await channel(), kind: 'test', fingerprint: GONE, seq: 1, state: 'dead' };
        const { id: deliveryId } = await ctx.db.delivery.create({ data });
        return () => replayDelivery(ctx, { deliveryId });
      },
      idle: () => replayDelivery(ctx, { deliveryId: GONE }),
    },
    'alerts/delivery-commands#confirmReceipt': { none: 'whoever has the link says that a message arrived' },
  } as const;
}
