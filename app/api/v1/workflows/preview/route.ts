import { api } from '@/app/_server/api';
import { previewImportOperation } from '@/lib/api/workflow-operations';
import { err, ok } from '@/lib/shared/result';
import { previewImport } from '@/lib/workflows/import';

/** What importing a file would do. Nothing is written, but that an unreadable file is kept with the reasons. */
export const POST = api(previewImportOperation, async ({ ctx, body }) => {
  const preview = await previewImport(ctx, body);
  if (preview.ok) return ok({ body: preview.value });
  const { reason, ...more } = preview.error;
  return err({ ...more, code: reason === 'unreadable' ? reason : 'precondition_failed' });
});
