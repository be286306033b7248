import { randomUUID } from 'node:crypto';
import type { Ctx } from '@/lib/accounts/context';
import { sourceMappingSchema } from '@/lib/sources/schema';
import {
  askRecount,
  cancelCount,
  cancelRecount,
  changeSource,
  connectSource,
  pauseSource,
  removeSource,
  resumeCount,
  resumeSource,
} from '@/lib/sources/source-commands';

const GONE = '00000000-0000-4000-8000-000000000000';

/** The commands of sources, as rows of `auditedCommands`. `secret` is the password of each one's address. */
export function sourceCommands(ctx: Ctx, { secret }: { readonly secret: string }) {
  const mapping = sourceMappingSchema.parse({ kind: 'preset', platform: 'dify', schema: 'public' });
  const place = {
    ...({ kind: 'postgres', host: 'db.example.com', port: 5432, database: 'dify', user: 'reader' } as const),
    ...({ password: secret, tls: 'verified' } as const),
  };
  const fields = () => ({ name: `Dify ${randomUUID()}`, place, mapping });
  const source = async () => {
    const connected = await connectSource(ctx, fields());
    if (!connected.ok) throw new Error(connected.error.reason);
    return connected.value.id;
  };
  return {
    'sources/source-commands#connectSource': {
      writes: ['source.connect'],
      arrange: async () => () => connectSource(ctx, fields()),
      idle: () => connectSource(ctx, { ...fields(), place: { ...place, password: null } }),
    },
    'sources/source-commands#changeSource': {
      writes: ['source.update'],
      arrange: async () => {
        const id = await source();
        return () => changeSource(ctx, { ...fields(), id, revision: 1 });
      },
      idle: () => changeSource(ctx, { ...fields(), id: GONE, revision: 1 }),
    },
    'sources/source-commands#pauseSource': {
      writes: ['source.pause'],
      arrange: async () => {
        const id = await source();
        return () => pauseSource(ctx, { id });
      },
      idle: () => pauseSource(ctx, { id: GONE }),
    },
    'sources/source-commands#resumeSource': {
      writes: ['source.resume'],
      arrange: async () => {
        const id = await source();
        await ctx.db.sourceMapping.update({ where: { sourceId: id }, data: { pausedAt: ctx.now } });
        return () => resumeSource(ctx, { id });
      },
      idle: () => resumeSource(ctx, { id: GONE }),
    },
    'sources/source-commands#cancelCount': {
      writes: ['source.cancel_count'],
      arrange: async () => {
        const id = await source();
        return () => cancelCount(ctx, { id });
      },
      idle: () => cancelCount(ctx, { id: GONE }),
    },
    'sources/source-commands#resumeCount': {
      writes: ['source.resume_count'],
      arrange: async () => {
        const id = await source();
        await ctx.db.sourceReading.update({ where: { sourceId: id }, data: { phase: 'cancelled' } });
        return () => resumeCount(ctx, { id });
      },
      idle: () => resumeCount(ctx, { id: GONE }),
    },
    'sources/source-commands#askRecount': {
      writes: ['source.recount'],
      arrange: async () => {
        const id = await source();
        return () => askRecount(ctx, { id });
      },
      idle: () => askRecount(ctx, { id: GONE }),
    },
    'sources/source-commands#cancelRecount': {
      writes: ['source.cancel_recount'],
      arrange: async () => {
        const id = await source();
        const { id: recountId } = await ctx.db.sourceRecount.create({ data: { sourceId: id } });
        return () => cancelRecount(ctx, { id, recountId });
      },
      idle: () => cancelRecount(ctx, { id: GONE, recountId: GONE }),
    },
    'sources/source-commands#removeSource': {
      writes: ['source.remove'],
      arrange: async () => {
        const id = await source();
        return () => removeSource(ctx, { id });
      },
      idle: () => removeSource(ctx, { id: GONE }),
    },
  } as const;
}
