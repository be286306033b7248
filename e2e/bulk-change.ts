import type { Db } from '@/lib/db/client';

const NAME = 'E2E bulk';

/** A change for many nodes that nobody has begun: its id. */
export async function bulkChange(db: Db): Promise<string> {
  const there = await db.bulkChange.findFirst({ where: { createdBy: NAME } });
  if (there) return there.id;
  const nodes = await db.node.findMany({
    where: { workflow: { key: 'order-fulfilment' } },
    orderBy: { position: 'asc' },
  });
  const { id } = await db.bulkChange.create({
    data: {
      createdBy: NAME,
      changes: [
        { kind: 'silence', silence: '2h' },
        { kind: 'classify', code: 'card_declined', class: 'terminal', reason: 'the bank refused' },
      ],
    },
  });
  await db.bulkItem.createMany({
    data: nodes.map(({ id: nodeRowId, workflowId, name, version }, position) => ({
      ...{ bulkId: id, position, nodeRowId, workflowId, name },
      version: position === 1 ? version + 1 : version,
    })),
  });
  return id;
}
