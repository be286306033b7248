import { problem, route } from '@/app/_server/route';
import { receiveFiles, type SentFile } from '@/lib/workflows/batch-import';
import { batchIdSchema } from '@/lib/workflows/batch-schema';
import { MAX_BATCH_FILES } from '@/lib/workflows/batch-vocabulary';

/**
 * Files of a batch as `multipart/form-data`: `file:<position>`, beside it `sidecar:<position>`, and `unopened` for each
 * position whose file the browser could not open. Sending a piece again does no harm.
 */
export const POST = route<{ id: string }>('workflow.import', async (ctx, request, params) => {
  const asked = batchIdSchema.safeParse(params);
  if (!asked.success) return problem('not_found');
  const form = await request.formData().catch(() => null);
  const files = form && (await filesOf(form));
  if (!files) return problem('invalid');
  const progress = await receiveFiles(ctx, { ...asked.data, files });
  if (!progress.ok) return problem('not_found');
  return Response.json(progress.value, { headers: { 'Cache-Control': 'no-store' } });
});

/** Null: something stands there that is none of these. */
async function filesOf(form: FormData): Promise<SentFile[] | null> {
  const files = new Map<number, SentFile>();
  const sidecars = new Map<number, Uint8Array>();
  for (const [name, value] of form) {
    const [, kind, digits] = /^(file|sidecar):(\d{1,5})$/.exec(name) ?? [];
    const position = Number(kind === undefined ? value : digits);
    if (!Number.isInteger(position) || position >= MAX_BATCH_FILES) return null;
    if (kind === undefined && name === 'unopened') files.set(position, { position, content: null, sidecar: null });
    else if (typeof value === 'string') return null;
    else if (kind === 'sidecar') sidecars.set(position, await bytesOf(value));
    else files.set(position, { position, content: await bytesOf(value), sidecar: null });
  }
  return [...files.values()].map((file) => ({ ...file, sidecar: sidecars.get(file.position) ?? null }));
}

async function bytesOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}
