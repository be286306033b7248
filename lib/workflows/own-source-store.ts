import type { Queryable } from '@/lib/db/client';

/** Failpath's own source, which is there without anybody having connected it. */
export const OWN_SOURCE = { key: 'own', name: 'Failpath', kind: 'failpath' } as const;

/** The id of Failpath's own source, made when it is not there: failures from before `now` wake nobody then. */
export async function ownSourceId(db: Queryable, now: Date): Promise<string> {
  // Nearly always it is there; an upsert would have all imports wait for each other on its row.
  const there = await db.source.findUnique({ where: { key: OWN_SOURCE.key }, select: { id: true } });
  if (there) return there.id;
  const create = { ...OWN_SOURCE, alertsFrom: now };
  const { id } = await db.source.upsert({
    where: { key: OWN_SOURCE.key },
    create,
    update: {},
    select: { id: true },
  });
  return id;
}
