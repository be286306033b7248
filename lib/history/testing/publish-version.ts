import type { Db } from '@/lib/db/client';
import type { JsonObject } from '@/lib/shared/json';
import { toJsonColumn } from '@/lib/workflows/store';

/** A version of the workflow `orders` of a source, as a publication keeps it. */
export async function publishVersion(
  db: Db,
  sourceId: string,
  { version = 1, at, nodes }: { version?: number; at: Date; nodes: Readonly<Record<string, JsonObject>> },
): Promise<void> {
  const { id: workflowId } = await db.workflow.findUniqueOrThrow({
    where: { sourceId_key: { sourceId, key: 'orders' } },
  });
  await db.workflowVersion.create({
    data: {
      ...{ workflowId, version, text: '', changed: Object.keys(nodes), publishedBy: 'Ann', publishedAt: at },
      configs: toJsonColumn(nodes),
    },
  });
}
