import type { Db } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { transaction } from '@/lib/db/transaction';
import { ROUTES_SQL } from '@/lib/drills/route-store';
import { CERTIFICATE_MS } from '@/lib/drills/vocabulary';

const NODES_PER_BATCH = 2_000;

/** Drills as bits: all that every node needs, and the one that only a claim of idempotency needs. */
const ALWAYS_BITS = 0b011110;
const CLAIM_BIT = 0b100000;

/** Who is told of the node with facts `f` in the workflow `w`, joined to the routes `r` by `RECIPIENT_SQL`. */
export const RECIPIENT_SQL = Prisma.sql`coalesce(f.recipient, w.owner)`;
const PROOF_FOR_SQL = Prisma.sql`concat(${RECIPIENT_SQL}, ' ', r.hash)`;

/**
 * True where what `node_facts` keeps of the node's certificates is not what they come to now: one of them changed, or
 * somebody else would be told, or through other channels, or one has aged out.
 */
export function proofOutdatedSql(now: Date): Prisma.Sql {
  return Prisma.sql`(
    f.proof_for is null or f.proof_until <= ${now}::timestamptz or (f.proof_for <> '' and f.proof_for <> ${PROOF_FOR_SQL}))`;
}

/** Brings what `node_facts` keeps of certificates up to date; work is in proportion to what changed. */
export async function refreshProofs(db: Db, now: Date): Promise<void> {
  while ((await refreshBatch(db, now)) === NODES_PER_BATCH);
}

/**
 * Two statements: whoever changes a certificate holds the lock of its node's facts until that is committed, so that the
 * second one sees it; or waits here, and then forgets what is written.
 */
async function refreshBatch(db: Db, now: Date): Promise<number> {
  return transaction(db, async (tx) => {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      select f.node_row_id as id
      from node_facts f
      join node n on n.id = f.node_row_id
      join workflow w on w.id = n.workflow_id
      left join (${ROUTES_SQL}) r on r.slug = ${RECIPIENT_SQL}
      where ${proofOutdatedSql(now)}
      order by f.node_row_id
      limit ${NODES_PER_BATCH}
      for update of f`;
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await workOut(tx, ids, now);
    return ids.length;
  });
}

/** The same rule as `proofStanding`, by what `node_facts` keeps of each node. */
async function workOut(tx: Prisma.TransactionClient, ids: readonly string[], now: Date): Promise<void> {
  await tx.$executeRaw`
    update node_facts as kept
    set proof = u.proof, proof_for = u.proof_for, proof_until = u.proof_until
    from (
      select f.node_row_id, case when p.node_row_id is null then '' else ${PROOF_FOR_SQL} end as proof_for,
             p.proof_until, ${PROOF_STATE_SQL} as proof
      from node_facts f
      join node n on n.id = f.node_row_id
      join workflow w on w.id = n.workflow_id
      left join (${ROUTES_SQL}) r on r.slug = ${RECIPIENT_SQL}
      left join lateral (${certificatesSql(now)}) p on true
      where f.node_row_id = any(${ids}::uuid[])
    ) u
    where u.node_row_id = kept.node_row_id`;
}

/**
 * Bits of the drills that the node's certificates passed once, that hold now, and that hold by the platform's own log;
 * until when that stays so by itself. No row where there is none. The same rule as `certificateStanding`.
 */
function certificatesSql(now: Date): Prisma.Sql {
  const oldest = new Date(now.getTime() - CERTIFICATE_MS);
  return Prisma.sql`
    select c.node_row_id, bit_or(1 << c.drill) as passed,
           coalesce(bit_or(1 << c.drill) filter (where h.holds), 0) as held,
           coalesce(bit_or(1 << c.drill) filter (where h.holds and c.kind = 'platform'), 0) as by_platform,
           min(c.passed_at) filter (where h.holds) + ${CERTIFICATE_MS / 1_000} * interval '1 second' as proof_until
    from drill_certificate c
    cross join lateral (
      select c.passed_at > ${oldest}::timestamptz and c.policy_hash = f.policy_hash
             and c.recipient is not distinct from ${RECIPIENT_SQL} and c.route_hash = coalesce(r.hash, '') as holds) h
    where c.node_row_id = f.node_row_id
    group by c.node_row_id`;
}

const NEEDED_SQL = Prisma.sql`
  (case when f.claims_idempotency then ${ALWAYS_BITS | CLAIM_BIT}::int else ${ALWAYS_BITS}::int end)`;

/** `ProofState` of a node with facts `f` and certificates `p`. */
const PROOF_STATE_SQL = Prisma.sql`
  case when p.node_row_id is null then 'none'
       when p.by_platform & ${NEEDED_SQL} = ${NEEDED_SQL} then 'platform'
       when p.held & ${NEEDED_SQL} = ${NEEDED_SQL} then 'simulated'
       when p.passed & ${ALWAYS_BITS}::int = ${ALWAYS_BITS}::int and p.passed & ~p.held & ${NEEDED_SQL} <> 0 then 'stale'
       else 'none' end`;
