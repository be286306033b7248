import type { Db } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { readPolicy } from '@/lib/policy/read';
import { readStandard } from '@/lib/policy/read-standard';
import { deviatingParts, deviations, STANDARD_RULES } from '@/lib/policy/standard';
import type { Standard } from '@/lib/policy/standard-schema';
import type { StandardPart } from '@/lib/policy/vocabulary';
import type { JsonObject } from '@/lib/shared/json';
import type { StandardStanding } from './standard-choice';

const NODES_PER_BATCH = 500;

/** The standard `gs` of the group `g` that owns a node, where it says anything. */
export const JOIN_STANDARD = Prisma.sql`
  left join group_standard gs on gs.group_id = g.id and gs.document <> '{}'::jsonb`;

/** What the node `n` was found to make of it; outdated or not. */
export const JOIN_STATE = Prisma.sql`left join node_standard ns on ns.node_row_id = n.id`;

/** True where a standard is asked of the node: of one at which the engine lets no policy stand, nothing can be. */
export const ASKED_SQL = Prisma.sql`(gs.group_id is not null and n.can_carry_policy)`;

/** True where what `ns` keeps was worked out for another standard, another version of it or of the node, or by older rules. */
export const STANDARD_OUTDATED_SQL = Prisma.sql`
  (${ASKED_SQL} and (ns.group_id, ns.standard_version, ns.node_version) is distinct from (gs.group_id, gs.version, n.version)
   or ${ASKED_SQL} and ns.rules_version < ${STANDARD_RULES})`;

/** How a row with the columns `deviates` and `excused` stands to a part, or to all of it; as `standingOf`. */
export function standingSql(part: StandardPart | null, standing: StandardStanding): Prisma.Sql {
  const has = (column: Prisma.Sql) =>
    part === null ? Prisma.sql`cardinality(${column}) > 0` : Prisma.sql`${part} = any(${column})`;
  const [deviates, excused] = [has(Prisma.sql`deviates`), has(Prisma.sql`excused`)];
  if (standing === 'deviates') return Prisma.sql`coalesce(${deviates}, false)`;
  if (standing === 'excused') return Prisma.sql`coalesce(not ${deviates} and ${excused}, false)`;
  return Prisma.sql`coalesce(not ${deviates} and not ${excused}, false)`;
}

/**
 * Brings `node_standard` up to the standards of groups and the configs of their nodes. Work is in proportion to what
 * changed, and there is none where no group has a standard. Several processes may do it at once: what one of them writes
 * says for which versions it holds, so that a reader takes none for another.
 */
export async function refreshStandards(db: Db): Promise<void> {
  while ((await refreshBatch(db)) === NODES_PER_BATCH);
}

interface Stale {
  readonly id: string;
  readonly version: number;
  readonly config: JsonObject;
  readonly groupId: string;
  readonly slug: string;
  readonly standardVersion: number;
  readonly document: JsonObject;
}

async function refreshBatch(db: Db): Promise<number> {
  const stale = await db.$queryRaw<Stale[]>`
    select n.id, n.version, n.config, g.id as "groupId", g.slug, gs.version as "standardVersion",
           gs.document
    from group_standard gs
    join owner_group g on g.id = gs.group_id
    join node_facts f on true
    join node n on n.id = f.node_row_id
    join workflow w on w.id = n.workflow_id
    ${JOIN_STATE}
    where gs.document <> '{}'::jsonb and g.slug = coalesce(f.owner, w.owner) and ${STANDARD_OUTDATED_SQL}
    limit ${NODES_PER_BATCH}`;
  if (stale.length === 0) return 0;
  const standards = new Map<string, Standard>();
  const rows = stale.map(({ id, version, groupId, standardVersion, slug, config, document }) => {
    const key = `${groupId} ${standardVersion}`;
    const standard = standards.get(key) ?? readStandard(document).standard ?? {};
    standards.set(key, standard);
    const found = deviations(standard, readPolicy(config).policy, slug);
    const excused = found.excuses.map(({ part }) => part);
    return { id, version, groupId, standardVersion, deviates: deviatingParts(found), excused };
  });
  await db.$executeRaw`
    insert into node_standard (node_row_id, group_id, standard_version, node_version, rules_version, deviates, excused)
    select u.id, u."groupId", u."standardVersion", u.version, ${STANDARD_RULES}, u.deviates, u.excused
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as u(id uuid, version int, "groupId" uuid, "standardVersion" int, deviates text[], excused text[])
    join node n on n.id = u.id
    order by u.id
    on conflict (node_row_id) do update
      set group_id = excluded.group_id, standard_version = excluded.standard_version,
          node_version = excluded.node_version, rules_version = excluded.rules_version,
          deviates = excluded.deviates, excused = excluded.excused`;
  return stale.length;
}
