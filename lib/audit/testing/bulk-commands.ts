import type { Ctx } from '@/lib/accounts/context';
import type { NodeRowId } from '@/lib/model/ids';
import { advanceBulk, cancelBulk, openBulk, startBulk, undoBulk } from '@/lib/workflows/bulk-commands';
import type { BulkMode } from '@/lib/workflows/bulk-vocabulary';

/** Changes for many nodes; `node`: one that may be changed. */
export function bulkCommands(ctx: Ctx, node: () => NodeRowId) {
  const open = async () => {
    const nodes = [{ nodeRowId: node(), version: 1 }];
    const opened = await openBulk(ctx, { changes: [{ kind: 'silence', silence: '2h' }], nodes });
    if (!opened.ok) throw new Error(opened.error.reason);
    return opened.value;
  };
  const begun = async (mode: BulkMode = 'publish') => {
    const bulk = await open();
    await startBulk(ctx, { ...bulk, mode });
    return bulk;
  };
  return {
    'workflows/bulk-commands#openBulk': { none: 'only kept to be looked at: nothing holds before it is begun' },
    'workflows/bulk-commands#startBulk': {
      writes: ['bulk.start'],
      arrange: async () => {
        const bulk = await open();
        return () => startBulk(ctx, { ...bulk, mode: 'publish' });
      },
      idle: async () => {
        const bulk = await open();
        await cancelBulk(ctx, bulk);
        return startBulk(ctx, { ...bulk, mode: 'publish' });
      },
    },
    'workflows/bulk-commands#advanceBulk': {
      writes: ['policy.bulk'],
      arrange: async () => {
        const bulk = await begun();
        return () => advanceBulk(ctx, bulk);
      },
      idle: async () => advanceBulk(ctx, await open()),
    },
    'workflows/bulk-commands#cancelBulk': {
      writes: ['bulk.cancel'],
      arrange: async () => {
        const bulk = await begun();
        return () => cancelBulk(ctx, bulk);
      },
      idle: async () => cancelBulk(ctx, await open()),
    },
    'workflows/bulk-commands#undoBulk': {
      writes: ['bulk.undo'],
      arrange: async () => {
        const bulk = await begun('draft');
        await advanceBulk(ctx, bulk);
        return () => undoBulk(ctx, bulk);
      },
      idle: async () => undoBulk(ctx, await open()),
    },
  } as const;
}
