import { demand, type ReadCtx } from '@/lib/accounts/context';
import { catalogueExtra } from '@/lib/catalogue/catalogue-queries';
import { sidecarName } from '@/lib/dialects/file-name';
import { putPlatformBack, reconcileSides, type Sides, takeNodeText } from '@/lib/dialects/node-sides';
import { dialectById } from '@/lib/dialects/registry';
import { differingSchedules, type SchedulePair } from '@/lib/dialects/schedules';
import { rememberingTrees } from '@/lib/dialects/source/parse';
import type { DefinitionText, DialectId, Loss, SharedPart } from '@/lib/dialects/types';
import { readPolicy } from '@/lib/policy/read';
import { type DiffFile, diffFile } from './line-diff';
import { dialectIdSchema, type PreviewInput } from './schema';

/** Form and text of a node brought together, and what publishing them would do to the files. */
export interface NodePreview extends Omit<Sides, 'written'> {
  /** Null where publishing would be refused: the diagnostics say why. */
  readonly write: WritePreview | null;
  /** What of this node's policy other nodes share, so that publishing changes them too; null = nothing. */
  readonly shared: SharedWith | null;
}

export interface WritePreview {
  readonly files: readonly DiffFile[];
  readonly losses: readonly Loss[];
  /** The rule's waits and the engine's, where they differ. */
  readonly schedules: SchedulePair | null;
  /** Keyword of the block that is put around the node for it; null = none. */
  readonly wraps: string | null;
}

/** A definition that nodes of this workflow, and other workflows of the same platform, go by. */
export interface SharedWith extends SharedPart {
  /** Their names. */
  readonly workflows: readonly string[];
}

/**
 * Brings both sides of a node together and writes them into the current text, without keeping
 * anything: the document, the node's text, all findings, and the changed lines per file.
 */
export async function previewNode(ctx: ReadCtx, input: PreviewInput): Promise<NodePreview | null> {
  demand(ctx, 'read');
  const node = await ctx.db.node.findUnique({ where: { id: input.nodeRowId }, include: { workflow: true } });
  if (!node) return null;
  const { text, sidecar, fileName, engineVersion, owner } = node.workflow;
  const source = { text, sidecar, fileName, engineVersion };
  const dialect = dialectIdSchema.parse(node.workflow.dialect);
  const { document, held, replaceEngineRetry } = input;
  const sides = reconcileSides(source, dialect, {
    ...{ nodeId: node.nodeId, document, text: input.text, held, replaceEngineRetry },
    inheritedOwner: owner,
    extra: await catalogueExtra(ctx.db),
  });
  if (!sides) return null;
  const { written, ...both } = sides;
  const shared = await sharedWith(ctx, node.workflow, node.nodeId);
  if (!written) return { ...both, shared, write: null };
  const asked = { ...input, nodeId: node.nodeId, document: sides.document };
  return { ...both, shared, write: rememberingTrees(() => writePreview(source, dialect, written, asked)) };
}

/** The lines that publishing would change, and what the engine would make of them. */
function writePreview(
  source: DefinitionText,
  dialectId: DialectId,
  written: NonNullable<Sides['written']>,
  input: Pick<PreviewInput, 'text' | 'document' | 'replaceEngineRetry' | 'copyShared'> & { readonly nodeId: string },
): WritePreview | null {
  const { nodeId, text, document, replaceEngineRetry, copyShared = false } = input;
  const dialect = dialectById(dialectId);
  const { policy } = readPolicy(document);
  if (!policy) return null;
  const change = { nodeId, policy, replaceEngineRetry, copyShared };
  const typed = takeNodeText(source, dialectId, { nodeId, text }).source;
  // Form and text are brought together without the copy, which would put another name into the node's text.
  const outcome = copyShared ? dialect.write(typed, [change]) : { ...written, ok: true as const };
  if (!outcome.ok) return null;
  const files = [
    diffFile(source.fileName, source.text, outcome.text),
    diffFile(sidecarName(source.fileName), source.sidecar ?? '', outcome.sidecar ?? ''),
  ].filter((file) => file.hunks.length > 0);
  const after = dialect.read({ ...source, text: outcome.text, sidecar: outcome.sidecar }).workflow;
  const node = after?.nodes.find(({ id }) => id === nodeId);
  const schedules = node ? differingSchedules(dialect, node, policy, source.engineVersion) : null;
  return { files, losses: outcome.losses, schedules, wraps: dialect.wraps?.(typed, change) ?? null };
}

/** Who else goes by the same definition: other workflows of the same source, by their own texts. */
async function sharedWith(
  ctx: ReadCtx,
  workflow: { readonly id: string; readonly sourceId: string; readonly dialect: string } & DefinitionText,
  nodeId: string,
): Promise<SharedWith | null> {
  const { id, sourceId, dialect } = workflow;
  const found = dialectById(dialectIdSchema.parse(dialect)).shared?.(workflow, nodeId);
  if (!found) return null;
  // What can be copied within the text is known by its name there only.
  if (found.copyable) return { ...found, workflows: [] };
  const others = await ctx.db.workflow.findMany({
    where: { sourceId, dialect, id: { not: id }, text: { contains: JSON.stringify(found.name) } },
    select: { name: true, text: true, sidecar: true, fileName: true },
    orderBy: { name: 'asc' },
    take: MAX_SHARING,
  });
  const goesBy = ({ name, ...text }: (typeof others)[number]) =>
    usesShared(dialectIdSchema.parse(dialect), text, found.name) ? [name] : [];
  return { ...found, workflows: rememberingTrees(() => others.flatMap(goesBy)) };
}
const MAX_SHARING = 200;

function usesShared(dialect: DialectId, source: DefinitionText, name: string): boolean {
  const { read, shared } = dialectById(dialect);
  const nodes = read(source).workflow?.nodes ?? [];
  return nodes.some((node) => node.name === name && shared?.(source, node.id)?.name === name);
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
