import type { Ctx } from '@/lib/accounts/context';
import { repeatDrills, startDrills, stopAllDrills, stopDrills } from '@/lib/drills/commands';
import type { StartDrills } from '@/lib/drills/schema';

const GONE = '00000000-0000-4000-8000-000000000000';

/** The commands of drills, as rows of `auditedCommands`; `node` names the one that is drilled. */
export function drillCommands(ctx: Ctx, { node }: { readonly node: () => string }) {
  const input = (nodeRowId: string): StartDrills => ({
    ...{ nodeRowId, drills: [{ drill: 2, fault: 'http_503' }], runner: 'builtin', targetId: null, testNode: null },
    ...{ channels: 'capture', clock: 'shortened', againOf: null },
  });
  const run = async (state: string) => {
    await ctx.db.drillRun.deleteMany();
    const { id } = await ctx.db.drillRun.create({
      data: {
        ...{ nodeRowId: node(), nodeVersion: 1, workflowVersion: 1, config: {}, policyHash: '', routeHash: '', state },
        ...{ runner: 'builtin', target: 'sandbox', environment: 'sandbox', channels: 'capture', clock: 'shortened' },
        requestedBy: 'Ann',
        trials: { create: { drill: 2, fault: 'http_503', plan: {} } },
      },
    });
    return id;
  };
  return {
    'drills/commands#startDrills': {
      writes: ['drill.start'],
      arrange: async () => () => startDrills(ctx, input(node())),
      idle: () => startDrills(ctx, input(GONE)),
    },
    'drills/commands#repeatDrills': {
      writes: ['drill.start'],
      arrange: async () => {
        const runId = await run('passed');
        return () => repeatDrills(ctx, { runId });
      },
      idle: () => repeatDrills(ctx, { runId: GONE }),
    },
    'drills/commands#stopDrills': {
      writes: ['drill.stop'],
      arrange: async () => {
        const runId = await run('running');
        return () => stopDrills(ctx, { runId });
      },
      idle: async () => stopDrills(ctx, { runId: await run('passed') }),
    },
    'drills/commands#stopAllDrills': {
      writes: ['drill.stop'],
      arrange: async () => {
        await run('queued');
        return () => stopAllDrills(ctx);
      },
      idle: async () => {
        await run('passed');
        return stopAllDrills(ctx);
      },
    },
  } as const;
}
