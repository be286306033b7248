import type { Queryable } from '@/lib/db/client';
import type { LastImport } from './import-merge';

/** The last file that a workflow was imported from; null where that is not known. */
export async function lastImport(db: Queryable, workflowId: string): Promise<LastImport | null> {
  const row = await db.workflowVersion.findFirst({
    where: { workflowId, imported: true },
    orderBy: { version: 'desc' },
    select: { version: true, publishedAt: true, text: true, sidecar: true, broughtText: true, broughtSidecar: true },
  });
  if (!row) return null;
  const { version, publishedAt: at, broughtText } = row;
  if (broughtText === null) return { version, at, text: row.text, sidecar: row.sidecar };
  return { version, at, text: broughtText, sidecar: row.broughtSidecar };
}
