import { Prisma } from '@/lib/db/generated/client';
import { ROUTES_SQL } from '@/lib/drills/route-store';
import { CERTIFICATE_MS } from '@/lib/drills/vocabulary';

/** Drills as bits: all that every node needs, and the one that only a claim of idempotency needs. */
const ALWAYS_BITS = 0b011110;
const CLAIM_BIT = 0b100000;

/**
 * Columns `node_row_id`, `passed`, `held` and `by_platform` of each node that has certificates (`which`: a condition on
 * the certificates `c`): bits of the drills that were passed once, whose certificate holds now, and holds by the
 * platform's own log. The same rule as `certificateStanding`, by what `node_facts` keeps of each node.
 */
export function certificatesSql(now: Date, which: Prisma.Sql = Prisma.sql`true`): Prisma.Sql {
  const oldest = new Date(now.getTime() - CERTIFICATE_MS);
  const holds = Prisma.sql`
    c.passed_at > ${oldest}::timestamptz and c.policy_hash = f.policy_hash
    and c.recipient is not distinct from coalesce(f.recipient, w.owner) and c.route_hash = coalesce(r.hash, '')`;
  return Prisma.sql`
    select c.node_row_id, bit_or(1 << c.drill) as passed,
           coalesce(bit_or(1 << c.drill) filter (where ${holds}), 0) as held,
           coalesce(bit_or(1 << c.drill) filter (where c.kind = 'platform' and ${holds}), 0) as by_platform
    from drill_certificate c
    join node n on n.id = c.node_row_id
    join workflow w on w.id = n.workflow_id
    join node_facts f on f.node_row_id = n.id
    left join (${ROUTES_SQL}) r on r.slug = coalesce(f.recipient, w.owner)
    where ${which}
    group by c.node_row_id`;
}

/** `ProofState` of a node with facts `f` and certificates `p` (left joined). The same rule as `proofStanding`. */
export const PROOF_STATE_SQL = Prisma.sql`
  case when p.node_row_id is null then 'none'
       when p.by_platform & ${neededSql()} = ${neededSql()} then 'platform'
       when p.held & ${neededSql()} = ${neededSql()} then 'simulated'
       when p.passed & ${ALWAYS_BITS}::int = ${ALWAYS_BITS}::int and p.passed & ~p.held & ${neededSql()} <> 0 then 'stale'
       else 'none' end`;

function neededSql(): Prisma.Sql {
  return Prisma.sql`(case when f.claims_idempotency then ${ALWAYS_BITS | CLAIM_BIT}::int else ${ALWAYS_BITS}::int end)`;
}
