import type { Tx } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import type { NodeRowId } from '@/lib/model/ids';
import type { BulkChange } from './bulk-change';
import { type BulkWork, WAITING_SQL } from './bulk-run-store';
import { toJsonColumn } from './store';

export interface NewBulk {
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly changes: readonly BulkChange[];
  readonly nodes: readonly { readonly nodeRowId: NodeRowId; readonly version: number }[];
}

/** Keeps a bulk change with the nodes that are still there, each once, in the given order; null = none of them is. */
export async function insertBulk(db: Tx, { nodes, changes, createdBy, createdAt }: NewBulk): Promise<string | null> {
  const bulk = await db.bulkChange.create({
    data: { createdBy, createdAt, changes: changes.map((change) => toJsonColumn(change)) },
    select: { id: true },
  });
  const count = await db.$executeRaw`
    insert into bulk_item (bulk_id, position, node_row_id, workflow_id, name, version)
    select ${bulk.id}::uuid, row_number() over (order by c.place) - 1, n.id, n.workflow_id, n.name, c.version
    from (
      select distinct on (id) id, version, place
      from unnest(${nodes.map(({ nodeRowId }) => nodeRowId)}::uuid[], ${nodes.map(({ version }) => version)}::int[])
           with ordinality as c (id, version, place)
      order by id, place
    ) c join node n on n.id = c.id`;
  if (count > 0) return bulk.id;
  await db.bulkChange.delete({ where: { id: bulk.id } });
  return null;
}

/** Settles what waits as not begun; how many that were. Waits for whoever is at it, whose items then are done. */
export async function cancelItems(db: Tx, id: string, work: BulkWork): Promise<number> {
  const column = work === 'do' ? Prisma.sql`outcome` : Prisma.sql`undo`;
  return db.$executeRaw`
    update bulk_item i set ${column} = 'cancelled', claimed_until = null
    where i.bulk_id = ${id}::uuid and ${WAITING_SQL[work]}`;
}
