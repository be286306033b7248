import { randomUUID } from 'node:crypto';
import type { Db, Tx } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { transaction } from '@/lib/db/transaction';
import type { ChannelKind } from '@/lib/owners/channel-kinds';
import { channelKindSchema } from '@/lib/owners/channel-schema';
import type { Clock } from '@/lib/shared/clock';
import { takeToken } from './bucket';
import type { Sender } from './channels/sender';
import { pass } from './circuit';
import { bury, type Held, lockChannelState, settle } from './settle-store';

/** A delivery that this worker has claimed: nobody else sends it until the lease ends. */
export interface Claim extends Held {
  readonly channelKind: ChannelKind;
  readonly leaseUntil: Date;
}

export interface Claiming {
  readonly db: Db;
  readonly now: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly senderOf: (kind: ChannelKind) => Pick<Sender, 'rate' | 'repeats'>;
  readonly leaseMs: number;
  /** Narrows what may be claimed: a condition on `delivery`; default: all. */
  readonly among?: Prisma.Sql;
  /** False: no circuit and no bucket holds anything back, since nothing really goes out. */
  readonly paced?: boolean;
}

/** So many of a channel are under way at once, over all workers: one that hangs leaves room for the others. */
const MOST_PER_CHANNEL = 4;

/**
 * Claims the delivery that has been due for longest, or null when nothing may go out now. What a worker that died
 * has left is settled on the way; what a channel's circuit or bucket holds back waits, without using up a try.
 * The claim is committed when this returns: what is sent afterwards is known to be under way.
 */
export async function claimNext(claiming: Claiming): Promise<Claim | null> {
  while (await isAbandoned(claiming)) await transaction(claiming.db, (db) => settleAbandoned(db, claiming));
  for (;;) {
    const step = await transaction(claiming.db, (db) => claimOne(db, claiming));
    if (step !== 'again') return step;
  }
}

async function isAbandoned({ db, now }: Claiming): Promise<boolean> {
  return (await db.delivery.count({ where: { state: 'sending', leaseUntil: { lte: now() } } })) > 0;
}

/** A lease that has ended: whoever held it died, and what it was sending may have arrived. */
async function settleAbandoned(db: Tx, { now: clock, random, senderOf, leaseMs }: Claiming): Promise<void> {
  const now = clock();
  const [row] = await db.$queryRaw<{ id: string }[]>`
    select id from delivery where state = 'sending' and lease_until <= ${now}::timestamptz
    order by lease_until limit 1 for update skip locked`;
  if (!row) return;
  const held = await read(db, row.id);
  const kind = channelKindSchema.safeParse(held.channel.kind);
  const at = new Date((held.leaseUntil ?? now).getTime() - leaseMs);
  await settle(
    db,
    { ...heldOf(held, now), leaseId: held.leaseId ?? '' },
    {
      result: { outcome: 'unknown', problem: 'worker_died' },
      repeats: kind.success ? senderOf(kind.data).repeats : 'blind',
      ...{ at, durationMs: leaseMs, now, random: random() },
    },
  );
}

async function claimOne(db: Tx, claiming: Claiming): Promise<Claim | 'again' | null> {
  const now = claiming.now();
  const [due] = await db.$queryRaw<{ id: string }[]>`
    select id from delivery
    where state in ('pending', 'retry') and next_at <= ${now}::timestamptz and ${claiming.among ?? Prisma.sql`true`}
      and channel_id <> all(array(
        select channel_id from delivery where state = 'sending' and lease_until > ${now}::timestamptz
        group by channel_id having count(*) >= ${MOST_PER_CHANNEL}))
    order by next_at, created_at, id limit 1 for update skip locked`;
  if (!due) return null;
  const row = await read(db, due.id);
  const held = heldOf(row, now);
  const kind = channelKindSchema.safeParse(row.channel.kind);
  // A channel that is switched off may be tested all the same.
  const usable = row.channel.removedAt === null && (row.channel.enabled || row.kind === 'test');
  if (!kind.success || !usable) {
    await bury(db, held, 'given_up', now);
    return 'again';
  }
  const { paced = true } = claiming;
  const waitMs = paced ? await holdBack(db, claiming, { ...held, channelKind: kind.data, now }) : null;
  if (waitMs !== null) return 'again';
  const lease = { leaseId: randomUUID(), leaseUntil: new Date(now.getTime() + claiming.leaseMs) };
  const tries = held.tries + 1;
  const { firstTriedAt } = held;
  const data = { state: 'sending', ...lease, attempts: tries, firstTriedAt };
  await db.delivery.update({ where: { id: held.id }, data, select: { id: true } });
  return { ...held, ...lease, tries, channelKind: kind.data };
}

type Waiting = Pick<Held, 'channelId' | 'kind'> & { readonly channelKind: ChannelKind; readonly now: Date };

/** Takes a token and passes the circuit, or lets all that is due on the channel wait; null = it may go out. */
async function holdBack(db: Tx, { senderOf, leaseMs }: Claiming, waiting: Waiting): Promise<number | null> {
  const { channelId, channelKind, kind, now } = waiting;
  const state = await lockChannelState(db, channelId);
  const test = kind === 'test';
  const passage = pass(state, { now, leaseMs, test });
  if (!passage.passes) return postpone(db, waiting, { waitMs: passage.waitMs, eachMs: 0, tests: test });
  const taking = takeToken(state, senderOf(channelKind).rate, now);
  if (!taking.taken) return postpone(db, waiting, { ...taking, tests: true });
  const { tokens, refilledAt } = taking.bucket;
  const { probeUntil } = passage.circuit;
  const data = { tokens, refilledAt, probeUntil };
  await db.channelState.update({ where: { channelId }, data, select: { channelId: true } });
  return null;
}

/** In the order in which they are due, each when its turn comes; not those that another worker is looking at. */
async function postpone(
  db: Tx,
  { channelId, now }: Waiting,
  { waitMs, eachMs, tests }: { waitMs: number; eachMs: number; tests: boolean },
): Promise<number> {
  await db.$executeRaw`
    update delivery d
    set next_at = ${now}::timestamptz
      + (${waitMs}::float8 + (turn.number - 1) * ${eachMs}::float8) * interval '1 millisecond'
    from (
      select id, row_number() over (order by next_at, created_at, id) as number
      from (
        select id, next_at, created_at from delivery
        where channel_id = ${channelId}::uuid and state in ('pending', 'retry') and next_at <= ${now}::timestamptz
          and (kind <> 'test' or ${tests})
        for update skip locked
      ) due
    ) turn
    where d.id = turn.id`;
  return waitMs;
}

function read(db: Tx, id: string) {
  return db.delivery.findUniqueOrThrow({ where: { id }, include: { channel: true } });
}

function heldOf(row: Awaited<ReturnType<typeof read>>, now: Date): Omit<Held, 'leaseId'> {
  const { id, channelId, kind, fingerprint, handOffId, count, fallbackFor, possibleDuplicate } = row;
  const tried = { tries: row.attempts, firstTriedAt: row.firstTriedAt ?? now };
  return { id, channelId, kind, fingerprint, handOffId, count, fallbackFor, possibleDuplicate, ...tried };
}
