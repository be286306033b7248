import type { Sender } from '@/lib/alerts/channels/sender';
import type { Delivering } from '@/lib/alerts/deliver';
import type { Db } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import type { ChannelMode } from '@/lib/drills/vocabulary';

/**
 * How messages of drills are delivered, by the code that delivers real ones, from the outbox of drills: those of
 * `real` runs as real ones are, with their pace; those of `capture` are rendered, claimed and settled alike, and go
 * nowhere. Only while their run is under way: nothing of a drill is begun to be sent afterwards.
 */
export function drillDelivering(delivering: Delivering, drillDb: Db, mode: ChannelMode): Delivering {
  const { senderOf } = delivering;
  return {
    ...delivering,
    ...{ db: drillDb, drill: true, among: underWay(mode), paced: mode === 'real' },
    senderOf: mode === 'real' ? senderOf : (kind) => capturing(senderOf(kind)),
  };
}

function capturing(sender: Sender): Sender {
  return { ...sender, send: () => Promise.resolve({ outcome: 'ok' }) };
}

function underWay(mode: ChannelMode): Prisma.Sql {
  return Prisma.sql`hand_off_id in (
    select h.id from drill.hand_off h
    join public.drill_trial t on t.id = h.source_id and t.state = 'running'
    join public.drill_run r on r.id = t.run_id and r.state = 'running' and r.channels = ${mode})`;
}
