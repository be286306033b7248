import { randomUUID } from 'node:crypto';
import type { Db } from '@/lib/db/client';

const NAME = 'E2E paused';
const MAPPING = {
  ...{ kind: 'preset', platform: 'dify', schema: 'dify', tenant: null, statuses: {}, retentionDays: null },
  ...{ lookBackMinutes: 60, everySeconds: 30, firstDays: 90, recountHours: 24 },
};

/** A source that nobody reads, with something on each part of its page; its id. */
export async function pausedSource(db: Db): Promise<string> {
  const there = await db.source.findFirst({ where: { name: NAME }, select: { id: true } });
  if (there) return there.id;
  const id = randomUUID();
  const now = new Date();
  await db.source.create({ data: { id, key: 'e2e-paused', name: NAME, kind: 'dify', alertsFrom: now } });
  await db.sourceMapping.create({
    data: { sourceId: id, mapping: MAPPING, pausedAt: now, role: 'writes', createdBy: 'E2E', updatedBy: 'E2E' },
  });
  const counted = { countFrom: new Date(now.getTime() - 90 * 86_400_000), countTo: now, readTo: now };
  await db.sourceReading.create({ data: { sourceId: id, phase: 'following', asOf: now, rows: 1_200, ...counted } });
  const seen = { rows: 7, firstSeen: now, lastSeen: now };
  await db.sourceUnknown.createMany({
    data: [
      { sourceId: id, kind: 'status', value: 'odd', ...seen },
      { sourceId: id, kind: 'missing', value: 'run_id', ...seen },
    ],
  });
  const row = { status: 'failed', errorCode: 'HTTP_503', occurredAt: now.toISOString() };
  const difference = {
    ...{ kind: 'changed', workflowId: 'w', nodeId: 'n', runId: 'r', subIndex: '', attempt: 1 },
    ...{ before: { ...row, status: 'running', errorCode: null }, after: row },
  };
  await db.sourceRecount.create({
    data: {
      ...{ sourceId: id, state: 'done', changed: 1, kept: 2, ...counted, endedAt: now },
      differences: [difference],
    },
  });
  return id;
}
