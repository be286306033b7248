import type { Ctx } from '@/lib/accounts/context';
import { advanceBatch, receiveFiles, startBatch } from '@/lib/workflows/batch-import';
import { zipOf } from '@/lib/workflows/testing/zip';

const OTHER = 'format: failpath/v1\nworkflow: other\nnodes:\n  - id: charge\n';

/** Imports of many files; `known` (base64) is the file of a workflow that is there already. */
export function batchCommands(ctx: Ctx, known: string) {
  const batch = async (path: string) => (await startBatch(ctx, { files: [{ path }] })).id;
  const sent = (id: string, content: Uint8Array) =>
    receiveFiles(ctx, { id, files: [{ position: 0, content, sidecar: null }] });
  const sameFile = Buffer.from(known, 'base64');
  const archive = async (content: Uint8Array) => {
    const id = await batch('all.zip');
    await sent(id, zipOf([{ name: 'a.yaml', content }]));
    return id;
  };
  return {
    'workflows/batch-import#startBatch': { none: 'only names files: what becomes of each tells of itself' },
    'workflows/batch-import#receiveFiles': {
      writes: ['workflow.import'],
      arrange: async () => {
        const id = await batch('other.yaml');
        return () => sent(id, Buffer.from(OTHER));
      },
      idle: async () => sent(await batch('orders.yaml'), sameFile),
    },
    'workflows/batch-import#advanceBatch': {
      writes: ['workflow.import'],
      arrange: async () => {
        const id = await archive(Buffer.from(OTHER));
        return () => advanceBatch(ctx, { id });
      },
      idle: async () => advanceBatch(ctx, { id: await archive(sameFile) }),
    },
    'workflows/batch-import#cancelBatch': { none: 'what was not begun changes nothing' },
    'workflows/batch-import#replaceUnopposed': { none: 'only says what advanceBatch may replace, which tells of it' },
  } as const;
}
