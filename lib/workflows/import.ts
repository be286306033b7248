import { type Ctx, demand, type ReadCtx } from '@/lib/accounts/context';
import type { Tx } from '@/lib/db/client';
import { isUniqueViolation } from '@/lib/db/errors';
import { decodeDefinition } from '@/lib/dialects/decode';
import { detectDialect, readDefinition } from '@/lib/dialects/registry';
import type { DefinitionText, DialectId } from '@/lib/dialects/types';
import type { WorkflowDefinition } from '@/lib/model/workflow';
import { policyPart, sameJson } from '@/lib/policy/document';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { err, ok, type Result } from '@/lib/shared/result';
import { type ImportInput, MAX_DEFINITION_BYTES } from './schema';
import { configsOf, fromJsonColumn, lockWorkflow, syncNodes, toJsonColumn } from './store';

/** Source of everything that people import as files. */
export const OWN_SOURCE = { key: 'own', name: 'Failpath', kind: 'failpath' } as const;

export interface ImportSummary {
  readonly dialect: DialectId;
  readonly key: string;
  readonly name: string;
  readonly nodes: readonly { readonly id: string; readonly name: string; readonly type: string | null }[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What an import would do. Nothing is written by asking. */
export type ImportPreview = ImportSummary &
  (
    | { readonly kind: 'new' }
    | { readonly kind: 'same'; readonly workflowId: string }
    | {
        readonly kind: 'replaces';
        readonly workflowId: string;
        readonly version: number;
        readonly added: readonly string[];
        readonly removed: readonly string[];
        readonly policyChanged: readonly string[];
        readonly otherwiseChanged: readonly string[];
        /** Removed nodes that hold somebody's unpublished draft: the import is refused until they are settled. */
        readonly draftsAtRisk: readonly string[];
      }
  );

export type ImportRefusal =
  /** It could not be read; kept under `rejectedId` with these diagnostics. */
  | { readonly reason: 'unreadable'; readonly rejectedId: string; readonly diagnostics: readonly Diagnostic[] }
  /** The workflow exists: look at the preview, then confirm replacing it at that version. */
  | { readonly reason: 'exists'; readonly workflowId: string; readonly version: number }
  | { readonly reason: 'changed_meanwhile' }
  | { readonly reason: 'drafts_at_risk'; readonly nodes: readonly string[] }
  | { readonly reason: 'same'; readonly workflowId: string };

interface Reading {
  readonly source: DefinitionText;
  readonly dialect: DialectId;
  readonly workflow: WorkflowDefinition;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a file and says what importing it would change. An unreadable one is kept, with the reasons. */
export async function previewImport(ctx: Ctx, input: ImportInput): Promise<Result<ImportPreview, ImportRefusal>> {
  demand(ctx, 'workflow.import');
  const read = readFiles(input);
  if (!read.ok) return err(await keepRejected(ctx, input, read.error));
  return ok(await compare(ctx, read.value));
}

/** Imports a file in one transaction: a new workflow, or (confirmed) a new version of an existing one. */
export async function importWorkflow(
  ctx: Ctx,
  input: ImportInput,
): Promise<Result<{ workflowId: string }, ImportRefusal>> {
  demand(ctx, 'workflow.import');
  const read = readFiles(input);
  if (!read.ok) return err(await keepRejected(ctx, input, read.error));
  const { value: reading } = read;
  try {
    return await ctx.db.$transaction(
      async (db): Promise<Result<{ workflowId: string }, ImportRefusal>> => {
        const inner = { ...ctx, db };
        const preview = await compare(inner, reading);
        if (preview.kind === 'same') return err({ reason: 'same', workflowId: preview.workflowId });
        if (preview.kind === 'new') return ok({ workflowId: await insertWorkflow(ctx, db, reading) });
        const { workflowId, version, draftsAtRisk } = preview;
        if (!input.replace) return err({ reason: 'exists', workflowId, version });
        if (draftsAtRisk.length > 0) return err({ reason: 'drafts_at_risk', nodes: draftsAtRisk });
        const locked = await lockWorkflow(db, workflowId);
        const seen = input.replace.workflowId === workflowId && input.replace.version === locked?.version;
        if (!locked || !seen) return err({ reason: 'changed_meanwhile' });
        await replaceWorkflow(ctx, db, workflowId, locked.version + 1, reading);
        return ok({ workflowId });
      },
      { timeout: 60_000, maxWait: 30_000 },
    );
  } catch (error) {
    if (isUniqueViolation(error)) return err({ reason: 'changed_meanwhile' });
    throw error;
  }
}

function readFiles(input: ImportInput): Result<Reading, readonly Diagnostic[]> {
  const bytes = Buffer.from(input.content, 'base64');
  const text = decodeDefinition(bytes, MAX_DEFINITION_BYTES);
  if (!text.ok) return text;
  let sidecar: string | null = null;
  if (input.sidecar !== undefined) {
    const decoded = decodeDefinition(Buffer.from(input.sidecar, 'base64'), MAX_DEFINITION_BYTES);
    if (!decoded.ok) return decoded;
    sidecar = decoded.value;
  }
  const source = { text: text.value, sidecar, fileName: input.fileName };
  const dialect = detectDialect(source.text, source.fileName);
  const { workflow, diagnostics } = readDefinition(source, dialect);
  return workflow && dialect ? ok({ source, dialect, workflow, diagnostics }) : err(diagnostics);
}

async function compare(ctx: ReadCtx, { source, dialect, workflow, diagnostics }: Reading): Promise<ImportPreview> {
  const summary: ImportSummary = {
    dialect,
    key: workflow.key,
    name: workflow.name,
    nodes: workflow.nodes.map(({ id, name, type }) => ({ id, name, type })),
    diagnostics,
  };
  const existing = await ctx.db.workflow.findFirst({
    where: { key: workflow.key, source: { key: OWN_SOURCE.key } },
    include: { nodes: { include: { draft: { select: { revision: true } } } } },
  });
  if (!existing) return { ...summary, kind: 'new' };
  if (existing.text === source.text && (source.sidecar === null || existing.sidecar === source.sidecar))
    return { ...summary, kind: 'same', workflowId: existing.id };
  const before = new Map(existing.nodes.map((node) => [node.nodeId, node]));
  const added: string[] = [];
  const policyChanged: string[] = [];
  const otherwiseChanged: string[] = [];
  for (const node of workflow.nodes) {
    const old = before.get(node.id);
    before.delete(node.id);
    if (!old) added.push(node.id);
    else if (!sameJson(policyPart(fromJsonColumn(old.config)), policyPart(node.config))) policyChanged.push(node.id);
    else if (!sameJson(old.config, node.config)) otherwiseChanged.push(node.id);
  }
  const gone = [...before.values()];
  return {
    ...summary,
    kind: 'replaces',
    workflowId: existing.id,
    version: existing.version,
    added,
    removed: gone.map((node) => node.nodeId),
    policyChanged,
    otherwiseChanged,
    draftsAtRisk: gone.filter((node) => node.draft !== null).map((node) => node.nodeId),
  };
}

async function insertWorkflow(ctx: Ctx, db: Tx, reading: Reading): Promise<string> {
  const { source, dialect, workflow: definition } = reading;
  const origin = await db.source.upsert({ where: { key: OWN_SOURCE.key }, create: OWN_SOURCE, update: {} });
  const { key, name, owner } = definition;
  const { id } = await db.workflow.create({
    data: { sourceId: origin.id, key, name, owner, dialect, ...source, createdAt: ctx.now, updatedAt: ctx.now },
  });
  const changed = await syncNodes(db, id, definition, ctx.now);
  await keepVersion(ctx, db, id, 1, reading, changed);
  return id;
}

async function replaceWorkflow(ctx: Ctx, db: Tx, id: string, version: number, reading: Reading): Promise<void> {
  const { source, dialect, workflow: definition } = reading;
  const { name, owner } = definition;
  const changed = await syncNodes(db, id, definition, ctx.now);
  await db.workflow.update({ where: { id }, data: { name, owner, dialect, ...source, version, updatedAt: ctx.now } });
  await keepVersion(ctx, db, id, version, reading, changed);
}

async function keepVersion(ctx: Ctx, db: Tx, workflowId: string, version: number, reading: Reading, changed: string[]) {
  const { text, sidecar } = reading.source;
  const configs = configsOf(reading.workflow);
  const who = { publishedBy: ctx.actor.name, publishedAt: ctx.now };
  await db.workflowVersion.create({ data: { workflowId, version, text, sidecar, configs, changed, ...who } });
}

async function keepRejected(
  ctx: Ctx,
  input: ImportInput,
  diagnostics: readonly Diagnostic[],
): Promise<Extract<ImportRefusal, { reason: 'unreadable' }>> {
  const { id } = await ctx.db.rejectedImport.create({
    data: {
      fileName: input.fileName,
      content: Buffer.from(input.content, 'base64'),
      diagnostics: toJsonColumn(diagnostics),
      createdBy: ctx.actor.name,
      createdAt: ctx.now,
    },
  });
  return { reason: 'unreadable', rejectedId: id, diagnostics };
}
