import { demand, type ReadCtx } from '@/lib/accounts/context';
import { sidecarName } from '@/lib/dialects/file-name';
import { putPlatformBack, reconcileSides, type Sides } from '@/lib/dialects/node-sides';
import type { Loss } from '@/lib/dialects/types';
import { type DiffFile, diffFile } from './line-diff';
import { dialectIdSchema, type PreviewInput } from './schema';

/** Form and text of a node brought together, and what publishing them would do to the files. */
export interface NodePreview extends Omit<Sides, 'written'> {
  /** Null where publishing would be refused: the diagnostics say why. */
  readonly write: { readonly files: readonly DiffFile[]; readonly losses: readonly Loss[] } | null;
}

/**
 * Brings both sides of a node together and writes them into the current text, without keeping
 * anything: the document, the node's text, all findings, and the changed lines per file.
 */
export async function previewNode(ctx: ReadCtx, input: PreviewInput): Promise<NodePreview | null> {
  demand(ctx, 'read');
  const node = await ctx.db.node.findUnique({ where: { id: input.nodeRowId }, include: { workflow: true } });
  if (!node) return null;
  const { text, sidecar, fileName, dialect, owner } = node.workflow;
  const { document, held, replaceEngineRetry } = input;
  const sides = reconcileSides({ text, sidecar, fileName }, dialectIdSchema.parse(dialect), {
    ...{ nodeId: node.nodeId, document, text: input.text, held, replaceEngineRetry },
    inheritedOwner: owner,
  });
  if (!sides) return null;
  const { written, ...both } = sides;
  if (!written) return { ...both, write: null };
  const files = [
    diffFile(fileName, text, written.text),
    diffFile(sidecarName(fileName), sidecar ?? '', written.sidecar ?? ''),
  ].filter((file) => file.hunks.length > 0);
  return { ...both, write: { files, losses: written.losses } };
}

/** A node's text as typed, with the platform's part as it stands in the workflow; null where it cannot be read. */
export async function putBackNodeText(
  ctx: ReadCtx,
  input: { readonly nodeRowId: string; readonly text: string },
): Promise<string | null> {
  demand(ctx, 'read');
  const node = await ctx.db.node.findUnique({ where: { id: input.nodeRowId }, include: { workflow: true } });
  if (!node) return null;
  const { text, sidecar, fileName, dialect } = node.workflow;
  const asked = { nodeId: node.nodeId, text: input.text };
  return putPlatformBack({ text, sidecar, fileName }, dialectIdSchema.parse(dialect), asked);
}
