import type { Ctx } from '@/lib/accounts/context';
import {
  addChannel,
  changeChannel,
  endOldSigningSecret,
  removeChannel,
  rotateSigningSecret,
  switchChannel,
} from '@/lib/owners/channel-commands';

const GONE = '00000000-0000-4000-8000-000000000000';

/** The commands of channels, as rows of `auditedCommands`. `secret` stands in what each of them gets. */
export function channelCommands(ctx: Ctx, { group, secret }: { readonly group: string; readonly secret: string }) {
  const url = `https://receiver.example.com/in?key=${encodeURIComponent(secret)}&token=${secret}`;
  const fields = { name: 'Night', fallback: false, settings: { kind: 'webhook' as const }, secrets: { url } };
  const groupId = async () => (await ctx.db.ownerGroup.findUniqueOrThrow({ where: { slug: group } })).id;
  const channel = async () => {
    const made = await addChannel(ctx, { ...fields, groupId: await groupId() });
    if (!made.ok) throw new Error(made.error.reason);
    return made.value.id;
  };
  const unreached = () => ctx.db.workflow.count({ where: { owner: group } });
  return {
    'owners/channel-commands#addChannel': {
      writes: ['channel.create'],
      arrange: async () => async () => addChannel(ctx, { ...fields, groupId: await groupId() }),
      idle: () => addChannel(ctx, { ...fields, groupId: GONE }),
    },
    'owners/channel-commands#changeChannel': {
      writes: ['channel.update'],
      arrange: async () => {
        const id = await channel();
        return () => changeChannel(ctx, { ...fields, id, name: 'Day', secrets: { url: `${url}2` } });
      },
      idle: () => changeChannel(ctx, { ...fields, id: GONE }),
    },
    'owners/channel-commands#switchChannel': {
      writes: ['channel.disable'],
      arrange: async () => {
        const id = await channel();
        return async () => switchChannel(ctx, { id, enabled: false, unreached: await unreached() });
      },
      idle: () => switchChannel(ctx, { id: GONE, enabled: false }),
    },
    'owners/channel-commands#removeChannel': {
      writes: ['channel.remove'],
      arrange: async () => {
        const id = await channel();
        return async () => removeChannel(ctx, { id, unreached: await unreached() });
      },
      idle: () => removeChannel(ctx, { id: GONE }),
    },
    'owners/channel-commands#rotateSigningSecret': {
      writes: ['channel.rotate'],
      arrange: async () => {
        const id = await channel();
        return () => rotateSigningSecret(ctx, { id });
      },
      idle: () => rotateSigningSecret(ctx, { id: GONE }),
    },
    'owners/channel-commands#endOldSigningSecret': {
      writes: ['channel.rotated'],
      arrange: async () => {
        const id = await channel();
        await rotateSigningSecret(ctx, { id });
        return () => endOldSigningSecret(ctx, { id });
      },
      idle: () => endOldSigningSecret(ctx, { id: GONE }),
    },
  } as const;
}
