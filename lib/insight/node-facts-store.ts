import type { Ctx } from '@/lib/accounts/context';
import { Prisma } from '@/lib/db/generated/client';
import { transaction } from '@/lib/db/transaction';
import { statisticsWindow } from '@/lib/history/window';
import type { JsonObject } from '@/lib/shared/json';
import { type AppliedCatalogue, applyCatalogue, CATALOGUE_APPLIED_SQL, holdApplied } from './catalogue-facts-store';
import { codeKey, FACTS_VERSION, nodeFacts, SEARCH_MARK, standings } from './node-facts';
import { refreshProofs } from './proof-state-store';
import { refreshStandards } from './standard-state-store';

const NODES_PER_BATCH = 500;
/** Finding them costs the same for one as for all. */
const CODES_PER_BATCH = 10_000;

/** True where the text to search `f` (left joined) is not that of the node `n`. */
export const SEARCH_OUTDATED_SQL = Prisma.sql`(
  f.node_row_id is null or f.facts_version < ${FACTS_VERSION} or f.node_version < n.version
  or not starts_with(f.search, n.name || ${SEARCH_MARK}))`;

/**
 * True where the facts `f` (left joined) are not those of the node `n` and of the catalogue as it is; rows of newer rules
 * are taken as they are.
 */
export const OUTDATED_SQL = Prisma.sql`(
  ${SEARCH_OUTDATED_SQL} or not ${CATALOGUE_APPLIED_SQL})`;

/**
 * Brings `node_facts` up to the nodes' configs, the catalogue and certificates, `node_standard` up to the standards of
 * their groups, and `node_code` up to the codes seen in the window. Work is in proportion to what changed; several
 * processes may do it at once, and a row of a newer config, catalogue or newer rules is never overwritten by an older one.
 */
export async function refreshFacts(ctx: Ctx): Promise<void> {
  const catalogue = await applyCatalogue(ctx.db);
  while ((await refreshNodes(ctx, catalogue)) === NODES_PER_BATCH);
  await refreshProofs(ctx.db, ctx.now);
  await refreshStandards(ctx.db);
  while ((await judgeCodes(ctx, catalogue)) === CODES_PER_BATCH);
}

interface StaleNode {
  readonly id: string;
  readonly version: number;
  readonly nodeId: string;
  readonly name: string;
  readonly config: JsonObject;
  readonly canCarryPolicy: boolean;
  readonly hasEngineRetry: boolean;
}

async function refreshNodes({ db }: Ctx, catalogue: AppliedCatalogue): Promise<number> {
  const stale = await db.$queryRaw<StaleNode[]>`
    select n.id, n.version, n.node_id as "nodeId", n.name, n.config, n.can_carry_policy as "canCarryPolicy",
           n.engine_retry <> '[]'::jsonb as "hasEngineRetry"
    from node n left join node_facts f on f.node_row_id = n.id
    where ${SEARCH_OUTDATED_SQL}
    limit ${NODES_PER_BATCH}`;
  if (stale.length === 0) return 0;
  const rows = stale.map((node) => ({ id: node.id, version: node.version, ...nodeFacts(node, catalogue.extra) }));
  // Two statements: the second one sees codes that were judged by the old config until the first was done.
  return transaction(db, async (tx) => {
    if (!(await holdApplied(tx, catalogue))) return 0;
    const written = await tx.$queryRaw<{ id: string }[]>`
      insert into node_facts (node_row_id, facts_version, node_version, owner, lacks, nothing_can_fail, search,
                              policy_hash, recipient, claims_idempotency)
      select u.id, ${FACTS_VERSION}, u.version, u.owner, u.lacks, u."nothingCanFail", u.search,
             u."policyHash", u.recipient, u."claimsIdempotency"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as u(id uuid, version int, owner text, lacks text[], "nothingCanFail" boolean, search text,
             "policyHash" text, recipient text, "claimsIdempotency" boolean)
      join node n on n.id = u.id
      order by u.id
      on conflict (node_row_id) do update
        set facts_version = excluded.facts_version, node_version = excluded.node_version, owner = excluded.owner,
            lacks = excluded.lacks, nothing_can_fail = excluded.nothing_can_fail, search = excluded.search,
            policy_hash = excluded.policy_hash, recipient = excluded.recipient,
            claims_idempotency = excluded.claims_idempotency, proof_for = null
        where node_facts.facts_version <= excluded.facts_version and node_facts.node_version <= excluded.node_version
          and (node_facts.facts_version < excluded.facts_version or node_facts.node_version < excluded.node_version
               or node_facts.search <> excluded.search)
      returning node_row_id as id`;
    const ids = written.map(({ id }) => id);
    await tx.$executeRaw`delete from node_code where node_row_id = any(${ids}::uuid[])`;
    return stale.length;
  });
}

interface UnjudgedCode {
  readonly id: string;
  readonly version: number;
  readonly config: JsonObject;
  readonly codes: readonly (string | null)[];
}

async function judgeCodes({ db, now }: Ctx, catalogue: AppliedCatalogue): Promise<number> {
  const { from } = statisticsWindow(now);
  const found = await db.$queryRaw<UnjudgedCode[]>`
    with missing as (
      select n.id, s.error_code
      from (select source_id, workflow_id, node_id, error_code from workflow_run_step
            where status = 'failed' and occurred_at >= ${from} group by 1, 2, 3, 4) s
      join workflow w on w.source_id = s.source_id and w.key = s.workflow_id
      join node n on n.workflow_id = w.id and n.node_id = s.node_id
      join node_facts f on f.node_row_id = n.id and f.node_version = n.version and f.facts_version = ${FACTS_VERSION}
      where not exists (select from node_code c
                        where c.node_row_id = n.id and c.code_key = coalesce('=' || s.error_code, ''))
      limit ${CODES_PER_BATCH}
    )
    select n.id, n.version, n.config, m.codes
    from (select id, array_agg(error_code) as codes from missing group by id) m join node n on n.id = m.id`;
  const rows = found.flatMap(({ id, version, config, codes }) => {
    const standing = standings(config, catalogue.extra);
    return codes.map((code) => ({ id, version, key: codeKey(code), standing: standing(code) }));
  });
  if (rows.length === 0) return 0;
  // The lock holds the config still: whoever changes the facts waits, and then deletes what is written here.
  return transaction(db, async (tx) => {
    if (!(await holdApplied(tx, catalogue))) return 0;
    await tx.$executeRaw`
      insert into node_code (node_row_id, code_key, standing)
      select u.id, u.key, u.standing
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as u(id uuid, version int, key text, standing text)
      join node_facts f on f.node_row_id = u.id and f.node_version = u.version and f.facts_version = ${FACTS_VERSION}
      order by u.id, u.key
      for share of f
      on conflict do nothing`;
    return rows.length;
  });
}
