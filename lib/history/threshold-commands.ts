import type { z } from 'zod';
import { type Ctx, demand } from '@/lib/accounts/context';
import { record } from '@/lib/audit/record';
import type { Tx } from '@/lib/db/client';
import { transaction } from '@/lib/db/transaction';
import { err, ok, type Result } from '@/lib/shared/result';
import type { measureSchema, ThresholdSettingInput } from './threshold-schema';

export type ThresholdSettingRefusal = { readonly reason: 'not_found' };

/**
 * Sets what the thresholds of a source rest on: minimum sample and window. Changes no config; workers measure its nodes again
 * at once, since what is enough may have changed. The same again changes nothing.
 */
export async function setThresholdSample(
  ctx: Ctx,
  { sourceId: id, executions, failures, windowDays }: ThresholdSettingInput,
): Promise<Result<null, ThresholdSettingRefusal>> {
  demand(ctx, 'source.edit');
  return transaction(ctx.db, async (db): Promise<Result<null, ThresholdSettingRefusal>> => {
    await db.$queryRaw`select from source where id = ${id}::uuid for update`;
    const before = await db.source.findFirst({
      where: { id, OR: [{ mapping: null }, { mapping: { removedAt: null } }] },
      select: { name: true, thresholdExecutions: true, thresholdFailures: true, thresholdDays: true },
    });
    if (before === null) return err({ reason: 'not_found' });
    const { name, ...held } = before;
    const after = { thresholdExecutions: executions, thresholdFailures: failures, thresholdDays: windowDays };
    if (JSON.stringify(contentOf(held)) === JSON.stringify(contentOf(after))) return ok(null);
    await db.source.update({ where: { id }, data: after, select: { id: true } });
    await db.measuredSource.upsert({
      where: { sourceId: id },
      create: { sourceId: id, askedAt: ctx.now },
      update: { askedAt: ctx.now, failedAt: null, failures: 0 },
    });
    await record(ctx, db, {
      action: 'source.thresholds',
      subject: { kind: 'source', id, name },
      before: contentOf(held),
      after: contentOf(after),
    });
    return ok(null);
  });
}

export type MeasureRefusal = { readonly reason: 'not_found' };

/**
 * Has the thresholds of a source, or of all sources, measured again as soon as a worker comes to it. Asked for again before
 * that, it is the same. One entry of the audit per source.
 */
export async function askMeasuring(
  ctx: Ctx,
  { sourceId }: z.output<typeof measureSchema>,
): Promise<Result<{ readonly sources: number }, MeasureRefusal>> {
  demand(ctx, 'policy.edit');
  return transaction(ctx.db, async (db): Promise<Result<{ sources: number }, MeasureRefusal>> => {
    const sources = await db.source.findMany({
      where: {
        ...(sourceId !== null && { id: sourceId }),
        workflows: { some: {} },
        OR: [{ mapping: null }, { mapping: { removedAt: null } }],
      },
      orderBy: { id: 'asc' },
      select: { id: true, name: true },
    });
    if (sources.length === 0 && sourceId !== null) return err({ reason: 'not_found' });
    const waiting = await stillAsked(db);
    for (const { id, name } of sources) {
      const again = waiting.has(id);
      await db.measuredSource.upsert({
        where: { sourceId: id },
        create: { sourceId: id, askedAt: ctx.now },
        update: { ...(!again && { askedAt: ctx.now }), failedAt: null, failures: 0 },
      });
      if (!again) await record(ctx, db, { action: 'source.measure', subject: { kind: 'source', id, name } });
    }
    return ok({ sources: sources.length });
  });
}

/** Sources with nodes that were not measured yet since somebody last asked. */
async function stillAsked(db: Tx): Promise<ReadonlySet<string>> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select q.source_id as id from measured_source q
    where q.asked_at is not null and exists (
      select from workflow w join node n on n.workflow_id = w.id left join measured_node m on m.node_row_id = n.id
      where w.source_id = q.source_id and (m.node_row_id is null or m.measured_at < q.asked_at))`;
  return new Set(rows.map(({ id }) => id));
}

function contentOf({
  thresholdExecutions: executions,
  thresholdFailures: failures,
  thresholdDays: windowDays,
}: {
  readonly thresholdExecutions: number;
  readonly thresholdFailures: number;
  readonly thresholdDays: number;
}) {
  return { executions, failures, windowDays };
}
