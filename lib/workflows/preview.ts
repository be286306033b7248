import { demand, type ReadCtx } from '@/lib/accounts/context';
import { sidecarName } from '@/lib/dialects/file-name';
import { dialectById } from '@/lib/dialects/registry';
import type { Loss } from '@/lib/dialects/types';
import { readPolicy } from '@/lib/policy/read';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { JsonObject } from '@/lib/shared/json';
import { type DiffFile, diffFile } from './line-diff';
import { dialectIdSchema } from './schema';

/** What publishing would do to the files, or why it would be refused. */
export type WritePreview =
  | { readonly ok: true; readonly files: readonly DiffFile[]; readonly losses: readonly Loss[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Writes the policy into the current text without keeping it; returns the changed lines per file. */
export async function previewWrite(
  ctx: ReadCtx,
  input: { readonly nodeRowId: string; readonly document: JsonObject; readonly replaceEngineRetry: boolean },
): Promise<WritePreview | null> {
  demand(ctx, 'read');
  const node = await ctx.db.node.findUnique({ where: { id: input.nodeRowId }, include: { workflow: true } });
  if (!node) return null;
  const { policy, diagnostics } = readPolicy(input.document);
  if (!policy) return { ok: false, diagnostics };
  const { text, sidecar, fileName, dialect } = node.workflow;
  const change = { nodeId: node.nodeId, policy, replaceEngineRetry: input.replaceEngineRetry };
  const written = dialectById(dialectIdSchema.parse(dialect)).write({ text, sidecar, fileName }, [change]);
  if (!written.ok) return { ok: false, diagnostics: written.diagnostics };
  const files = [
    diffFile(fileName, text, written.text),
    diffFile(sidecarName(fileName), sidecar ?? '', written.sidecar ?? ''),
  ].filter((file) => file.hunks.length > 0);
  return { ok: true, files, losses: written.losses };
}
