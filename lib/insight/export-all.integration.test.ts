import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { zipStream } from '@/lib/shared/zip-stream';
import { testContext } from '@/lib/testing/context';
import { advanceBatch, receiveFiles, startBatch } from '@/lib/workflows/batch-import';
import { batchProgress } from '@/lib/workflows/batch-queries';
import { importWorkflow } from '@/lib/workflows/import';
import { exportAll, exportFile } from './export-queries';

const ctx = testContext();
const base64 = (text: string) => Buffer.from(text).toString('base64');
const flow = (key: string) => `format: failpath/v1\nworkflow: ${key}\nname: Flow ${key}\nnodes:\n  - id: charge\n`;
const ASL = '{"StartAt":"A","States":{"A":{"Type":"Task","Resource":"arn:aws:lambda:x","End":true}}}';
const SIDECAR = 'format: failpath/v1\nsidecarOf: orders.asl.json\nworkflow: orders\nowner: order-ops\nnodes: []\n';

async function imported(fileName: string, text: string, sidecar?: string): Promise<string> {
  const file = { fileName, content: base64(text), ...(sidecar && { sidecar: base64(sidecar) }) };
  const result = await importWorkflow(ctx, file);
  if (!result.ok) throw new Error(result.error.reason);
  return result.value.workflowId;
}

async function archive(): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of zipStream(exportAll(ctx))) pieces.push(piece);
  return Buffer.concat(pieces);
}

it('takes every workflow away as the export of one does, and all of it comes back unchanged', async () => {
  const asl = await imported('orders.asl.json', ASL, SIDECAR);
  for (const key of ['a', 'b']) await imported('same.yaml', flow(key));
  // More than are read at once.
  for (let index = 0; index < 20; index++) await imported(`many-${index}.yaml`, flow(`many-${index}`));
  const zip = await archive();
  const files = new Map(Object.entries(unzipSync(zip)).map(([path, bytes]) => [path, Buffer.from(bytes).toString()]));
  expect(files.size).toBe(24);
  expect(files.get('same.yaml')).toBe(flow('a'));
  expect(files.get('b/same.yaml')).toBe(flow('b'));
  expect(files.get('orders.asl.json')).toBe(ASL);
  expect(files.get('orders.asl.failpath.yaml')).toBe((await exportFile(ctx, asl, 'sidecar'))?.content);

  const { id } = await startBatch(ctx, { files: [{ path: 'all.zip' }] });
  await receiveFiles(ctx, { id, files: [{ position: 0, content: zip, sidecar: null }] });
  for (let turn = 0; turn < 20 && (await batchProgress(ctx, id)).counts.received > 0; turn++)
    await advanceBatch(ctx, { id });
  expect((await batchProgress(ctx, id)).counts).toMatchObject({ unchanged: 23, imported: 0, look: 0, refused: 0 });
});
