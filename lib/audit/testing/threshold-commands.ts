import type { Ctx } from '@/lib/accounts/context';
import { askMeasuring, setThresholdSample } from '@/lib/history/threshold-commands';
import { takeThresholds, undoThresholds } from '@/lib/insight/threshold-commands';
import type { NodeRowId } from '@/lib/model/ids';

const GONE = '00000000-0000-4000-8000-000000000000';

/** The commands of thresholds, as rows of `auditedCommands`; `node` is the one that they are about. */
export function thresholdCommands(ctx: Ctx, node: () => NodeRowId) {
  const source = async () => {
    const found = await ctx.db.node.findUniqueOrThrow({ where: { id: node() }, select: { workflow: true } });
    return found.workflow.sourceId;
  };
  const ripe = async () => {
    await ctx.db.measuredNode.create({
      data: {
        ...{ nodeRowId: node(), nodeVersion: 1, measuredAt: ctx.now },
        states: {
          create: {
            ...{ codeHash: GONE, code: 'timeout', state: 'ripe', since: ctx.now, suggested: 12 },
            ...{ sampleSize: 412, failureCount: 57, windowDays: 30 },
          },
        },
      },
    });
    return [{ nodeRowId: node(), code: 'timeout', failures: 12 }];
  };
  return {
    'history/threshold-commands#setThresholdSample': {
      writes: ['source.thresholds'],
      arrange: async () => {
        const sourceId = await source();
        await ctx.db.source.update({ where: { id: sourceId }, data: { thresholdDays: 30 } });
        return () => setThresholdSample(ctx, { sourceId, executions: 30, failures: 10, windowDays: 60 });
      },
      idle: async () => {
        const sourceId = await source();
        const { thresholdExecutions, thresholdFailures, thresholdDays } = await ctx.db.source.findUniqueOrThrow({
          where: { id: sourceId },
        });
        const sample = { executions: thresholdExecutions, failures: thresholdFailures, windowDays: thresholdDays };
        return setThresholdSample(ctx, { sourceId, ...sample });
      },
    },
    'history/threshold-commands#askMeasuring': {
      writes: ['source.measure'],
      arrange: async () => {
        const sourceId = await source();
        await ctx.db.measuredSource.deleteMany({});
        return () => askMeasuring(ctx, { sourceId });
      },
      idle: async () => {
        const sourceId = await source();
        await ctx.db.measuredSource.deleteMany({});
        await ctx.db.measuredSource.create({ data: { sourceId, askedAt: ctx.now } });
        return askMeasuring(ctx, { sourceId });
      },
    },
    'insight/threshold-commands#takeThresholds': {
      writes: ['draft.threshold'],
      arrange: async () => {
        const choices = await ripe();
        return () => takeThresholds(ctx, { choices });
      },
      idle: async () => {
        const choices = await ripe();
        return takeThresholds(ctx, { choices: choices.map((each) => ({ ...each, failures: 13 })) });
      },
    },
    'insight/threshold-commands#undoThresholds': {
      writes: ['draft.discard'],
      arrange: async () => {
        const taken = await takeThresholds(ctx, { choices: await ripe() });
        const at = taken.ok ? taken.value.at : '';
        return () => undoThresholds(ctx, { nodeRowIds: [node()], at });
      },
      idle: () => undoThresholds(ctx, { nodeRowIds: [node()], at: ctx.now.toISOString() }),
    },
  } as const;
}
