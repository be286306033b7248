import type { Db } from '@/lib/db/client';

const NAME = 'E2E batch';
const TEXT = 'format: failpath/v1\nworkflow: torn\nnodes:\n  - id: charge\n    retry: [\n';
const TORN = {
  ...{ code: 'yaml_syntax', severity: 'error', values: { reason: 'UNCLOSED' } },
  place: { line: 5, column: 12, start: TEXT.indexOf('['), end: TEXT.indexOf('[') + 1 },
};

/** An import of many files with something of each kind, and a file of it that could not be read; their ids. */
export async function importBatch(db: Db): Promise<{ readonly batch: string; readonly file: string }> {
  const there = await db.importItem.findFirst({ where: { batch: { createdBy: NAME }, rejectedId: { not: null } } });
  if (there?.rejectedId) return { batch: there.batchId, file: there.rejectedId };
  const workflow = await db.workflow.findFirstOrThrow({ where: { key: 'order-fulfilment' } });
  const { id: file } = await db.rejectedImport.create({
    data: { fileName: 'torn.failpath.yaml', content: Buffer.from(TEXT), diagnostics: [TORN], createdBy: NAME },
  });
  const { id: batch } = await db.importBatch.create({ data: { createdBy: NAME } });
  const known = { workflowId: workflow.id, version: workflow.version };
  await db.importItem.createMany({
    data: [
      { state: 'imported', path: 'flows/new.yaml', ...known },
      {
        ...{ state: 'look', path: 'flows/changed.yaml', ...known, content: Buffer.from(TEXT) },
        changes: { added: 1, removed: 2, policyChanged: 3, otherwiseChanged: 0 },
      },
      { state: 'unreadable', path: `flows/${'W'.repeat(60)}/torn.failpath.yaml`, rejectedId: file },
      { state: 'refused', path: 'all.zip/../up.yaml', reason: 'path_outside' },
      { state: 'skipped', path: 'flows/readme.md', reason: 'other_kind' },
    ].map((item, position) => ({ ...item, batchId: batch, position })),
  });
  return { batch, file };
}
