import type { z } from 'zod';
import { type Ctx, demand } from '@/lib/accounts/context';
import { record } from '@/lib/audit/record';
import type { Queryable, Tx } from '@/lib/db/client';
import { isUniqueViolation } from '@/lib/db/errors';
import { transaction } from '@/lib/db/transaction';
import { withoutCertificates } from '@/lib/dialects/certificates';
import { decodeDefinition } from '@/lib/dialects/decode';
import { sidecarName } from '@/lib/dialects/file-name';
import { detectDialect, readDefinition } from '@/lib/dialects/registry';
import type { DialectId } from '@/lib/dialects/types';
import { sameJson } from '@/lib/policy/document';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { err, ok, type Result } from '@/lib/shared/result';
import { type Brought, importRecord, type Replaced, replaceRecord } from './import-audit';
import {
  type ChangedLines,
  changedLines,
  choicesOf,
  type Merged,
  type MergeReport,
  mergeReading,
  openConflicts,
  type Reading,
  strayChoices,
} from './import-merge';
import { type Existing, findExisting, mayNotImport, saysTheSame } from './import-standing-queries';
import { lastImport } from './last-import-store';
import { OWN_SOURCE, ownSourceId } from './own-source-store';
import type { Side } from './policy-merge';
import type { MergeConflict } from './reimport';
import { dialectIdSchema, type ImportInput, type rejectedImportSchema } from './schema';
import { configsOf, fromJsonColumn, insertNodes, syncNodes, toJsonColumn } from './store';

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
        /** No sidecar was brought and the workflow has one: it stays, and was read together with the new text. */
        readonly keepsSidecar: boolean;
        /** How the file and what was published here since the last one come together. */
        readonly merge: MergeReport;
        /** Lines that would differ from what stands here; null where nobody asked to see them. */
        readonly lines: ChangedLines | null;
      }
  );

export type ImportRefusal =
  /** A file could not be read; kept under `rejectedId` with these diagnostics, which speak of that file. */
  | ({ readonly reason: 'unreadable'; readonly rejectedId: string } & Unreadable)
  /** The workflow exists: look at the preview, then confirm replacing it at that version. */
  | { readonly reason: 'exists'; readonly workflowId: string; readonly version: number }
  | { readonly reason: 'changed_meanwhile' }
  | { readonly reason: 'drafts_at_risk'; readonly nodes: readonly string[] }
  /** In these nodes the file and what was published here do not go together, and nobody has decided yet. */
  | { readonly reason: 'conflicts'; readonly nodes: readonly string[]; readonly conflicts: readonly MergeConflict[] }
  /** These nodes were decided without being in conflict. */
  | { readonly reason: 'choices_unknown'; readonly nodes: readonly string[] }
  /** The file cannot take what was published here; it can only replace it. */
  | { readonly reason: 'merge_refused'; readonly diagnostics: readonly Diagnostic[] }
  /** These nodes belong to groups that the person is no member of, and the file changes their policy. */
  | { readonly reason: 'not_owner'; readonly nodes: readonly string[] }
  /** These nodes' idempotency gates are waived by the file, and the person is not of their owner groups. */
  | { readonly reason: 'waiver_not_owner'; readonly nodes: readonly string[] }
  | { readonly reason: 'same'; readonly workflowId: string };

interface Unreadable {
  readonly file: 'definition' | 'sidecar';
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a file and says what importing it would change. An unreadable one is kept, with the reasons. */
export async function previewImport(ctx: Ctx, input: ImportInput): Promise<Result<ImportPreview, ImportRefusal>> {
  demand(ctx, 'workflow.import');
  const read = readFiles(input);
  if (!read.ok) return err(await keepRejected(ctx, input, read.error));
  const { preview, existing, reading } = await weigh(ctx.db, read.value, input, await findExisting(ctx.db, read.value));
  return ok(
    preview.kind === 'replaces' && existing ? { ...preview, lines: changedLines(existing, reading.source) } : preview,
  );
}

/** What else is written with an import, in its transaction. Throwing takes the import back. */
export type AlsoWrite = (db: Tx, imported: { readonly workflowId: string }) => Promise<void>;

const NOTHING_MORE: AlsoWrite = () => Promise.resolve();

/** Imports a file in one transaction: a new workflow, or (confirmed) a new version of an existing one. */
export async function importWorkflow(
  ctx: Ctx,
  input: ImportInput,
  also: AlsoWrite = NOTHING_MORE,
): Promise<Result<{ workflowId: string }, ImportRefusal>> {
  demand(ctx, 'workflow.import');
  const read = readFiles(input);
  if (!read.ok) return err(await keepRejected(ctx, input, read.error));
  const work = async (db: Tx) => {
    const imported = await importRead(ctx, db, read.value, input);
    if (!imported.ok) return imported;
    const written: Promise<void> = also(db, imported.value);
    await written;
    return imported;
  };
  try {
    return await ctx.db.$transaction(work, { timeout: 60_000, maxWait: 30_000 });
  } catch (error) {
    if (isUniqueViolation(error)) return err({ reason: 'changed_meanwhile' });
    throw error;
  }
}

/** Throws a kept, unreadable file away. */
export async function discardRejectedImport(
  ctx: Ctx,
  input: z.output<typeof rejectedImportSchema>,
): Promise<Result<null, never>> {
  demand(ctx, 'workflow.import');
  return transaction(ctx.db, async (db) => {
    const kept = await db.rejectedImport.findUnique({ where: { id: input.id }, omit: { content: true } });
    const { count } = await db.rejectedImport.deleteMany({ where: { id: input.id } });
    if (!kept || count === 0) return ok(null);
    const { id, fileName, createdBy, createdAt } = kept;
    await record(ctx, db, {
      action: 'import.discard',
      subject: { kind: 'file', id, name: fileName },
      before: { file: fileName, keptBy: createdBy, keptAt: createdAt.toISOString() },
    });
    return ok(null);
  });
}

async function importRead(
  ctx: Ctx,
  db: Tx,
  brought: Reading,
  input: ImportInput,
): Promise<Result<{ workflowId: string }, ImportRefusal>> {
  const { replace } = input;
  const standing = (await lockExisting(db, brought)) ? await findExisting(db, brought) : null;
  const { preview, reading, existing, broughtAs } = await weigh(db, brought, input, standing);
  if (preview.kind === 'same') return err({ reason: 'same', workflowId: preview.workflowId });
  if (preview.kind === 'new') {
    if (replace) return err({ reason: 'changed_meanwhile' });
    const refused = await mayNotImport(ctx, db, reading, null);
    if (refused) return err(refused);
    return ok({ workflowId: await insertWorkflow(ctx, db, reading) });
  }
  const { workflowId, version, draftsAtRisk } = preview;
  if (!replace)
    return err((await mayNotImport(ctx, db, reading, existing)) ?? { reason: 'exists', workflowId, version });
  if (replace.workflowId !== workflowId || replace.version !== version) return err({ reason: 'changed_meanwhile' });
  if (draftsAtRisk.length > 0) return err({ reason: 'drafts_at_risk', nodes: draftsAtRisk });
  const unmerged = mayNotMerge(preview, choicesOf(input.choices ?? []));
  if (unmerged) return err(unmerged);
  const refused = await mayNotImport(ctx, db, reading, existing);
  if (refused) return err(refused);
  await replaceWorkflow(ctx, db, workflowId, version + 1, { ...reading, broughtAs });
  if (existing) await record(ctx, db, replaceRecord(workflowId, broughtBy(reading), replacedOf(existing), preview));
  return ok({ workflowId });
}

type Replacing = Extract<ImportPreview, { kind: 'replaces' }>;

/** Why what the person decided is not enough, or too much, for the merge as it is now. */
function mayNotMerge({ merge, workflowId }: Replacing, choices: ReadonlyMap<string, Side>): ImportRefusal | null {
  if (merge.kind === 'impossible') return { reason: 'merge_refused', diagnostics: merge.diagnostics };
  const stray = strayChoices(merge, choices);
  if (stray.length > 0) return { reason: 'choices_unknown', nodes: stray };
  const open = openConflicts(merge);
  if (open.length > 0) return { reason: 'conflicts', nodes: open.map(({ nodeId }) => nodeId), conflicts: open };
  return merge.kind === 'merged' && merge.nothingNew ? { reason: 'same', workflowId } : null;
}

/** Whoever publishes or saves a draft on the same workflow waits, so that no draft vanishes unseen. False: there is none. */
async function lockExisting(db: Tx, { workflow }: Reading): Promise<boolean> {
  const rows = await db.$queryRaw<object[]>`
    select w.id from workflow w join source s on s.id = w.source_id
    where w.key = ${workflow.key} and s.key = ${OWN_SOURCE.key} for update of w`;
  if (rows.length === 0) return false;
  await db.$queryRaw`
    select n.id from node n join workflow w on w.id = n.workflow_id join source s on s.id = w.source_id
    where w.key = ${workflow.key} and s.key = ${OWN_SOURCE.key} order by n.id for update of n`;
  return true;
}

function readFiles(input: ImportInput): Result<Reading, Unreadable> {
  const text = decodeDefinition(Buffer.from(input.content, 'base64'));
  if (!text.ok) return err({ file: 'definition', diagnostics: text.error });
  const sidecar = input.sidecar === undefined ? ok(null) : decodeDefinition(Buffer.from(input.sidecar, 'base64'));
  if (!sidecar.ok) return err({ file: 'sidecar', diagnostics: sidecar.error });
  // Certificates are said of what was proved elsewhere, or here and once: they are looked at, and kept nowhere.
  const bare = withoutCertificates(sidecar.value, input.fileName);
  const source = { text: text.value, sidecar: bare.sidecar, fileName: input.fileName };
  const dialect = detectDialect(source.text);
  const { workflow, diagnostics: found } = readDefinition(source, dialect);
  const diagnostics = bare.nodes === 0 ? found : [...found, certificatesBrought(bare.nodes, input.fileName)];
  // A workflow without nodes would count as complete: there is nothing that could lack anything.
  if (workflow?.nodes.length === 0)
    return err({ file: 'definition', diagnostics: [...diagnostics, { code: 'no_nodes', severity: 'error' }] });
  return workflow && dialect
    ? ok({ source, dialect, workflow, diagnostics, sidecarKept: false })
    : err({ file: 'definition', diagnostics });
}

function certificatesBrought(nodes: number, fileName: string): Diagnostic {
  return { code: 'certificates_brought', severity: 'info', values: { count: nodes, file: sidecarName(fileName) } };
}

/** What the engine cannot say stands in the sidecar: a new text alone must not throw it away. */
function keepSidecar(reading: Reading, existing: Existing | null): Reading {
  const { source, dialect } = reading;
  if (source.sidecar !== null || !existing?.sidecar || existing.dialect !== dialect) return reading;
  const together = { ...source, sidecar: existing.sidecar };
  const { workflow, diagnostics } = readDefinition(together, dialect);
  if (!workflow) return reading;
  const brought = reading.diagnostics.filter(({ code }) => code === 'certificates_brought');
  return { source: together, dialect, workflow, diagnostics: [...diagnostics, ...brought], sidecarKept: true };
}

interface Weighed {
  readonly preview: ImportPreview;
  /** What would stand after the import: the file, or the file with what of ours is kept. */
  readonly reading: Reading;
  readonly existing: Existing | null;
  readonly broughtAs: Merged['broughtAs'];
}

/** What a file would do to what stands here now. */
async function weigh(db: Queryable, brought: Reading, input: ImportInput, existing: Existing | null): Promise<Weighed> {
  const plain = keepSidecar(brought, existing);
  const { text, sidecar } = plain.source;
  const as = { reading: plain, existing, broughtAs: null };
  if (!existing) return { ...as, preview: { ...summaryOf(plain), kind: 'new' } };
  if (existing.text === text && existing.sidecar === sidecar)
    return { ...as, preview: { ...summaryOf(plain), kind: 'same', workflowId: existing.id } };
  const { reading, report, broughtAs } = mergeReading({
    ...{ brought, plain, merge: input.merge ?? true, choices: choicesOf(input.choices ?? []) },
    standing: { dialect: dialectIdSchema.parse(existing.dialect), source: existing },
    last: await lastImport(db, existing.id),
  });
  return { reading, existing, broughtAs, preview: { ...compare(reading, existing), merge: report, lines: null } };
}

function summaryOf({ dialect, workflow: { key, name, nodes }, diagnostics }: Reading): ImportSummary {
  return { dialect, key, name, nodes: nodes.map(({ id, name, type }) => ({ id, name, type })), diagnostics };
}

function compare(reading: Reading, existing: Existing): Omit<Replacing, 'merge' | 'lines'> {
  const { workflow, sidecarKept } = reading;
  const before = new Map(existing.nodes.map((node) => [node.nodeId, node]));
  const added: string[] = [];
  const policyChanged: string[] = [];
  const otherwiseChanged: string[] = [];
  for (const node of workflow.nodes) {
    const old = before.get(node.id);
    before.delete(node.id);
    if (!old) added.push(node.id);
    else if (!saysTheSame(old, node)) policyChanged.push(node.id);
    else if (!sameJson(old.config, node.config)) otherwiseChanged.push(node.id);
  }
  const gone = [...before.values()];
  return {
    ...summaryOf(reading),
    kind: 'replaces',
    workflowId: existing.id,
    version: existing.version,
    added,
    removed: gone.map((node) => node.nodeId),
    policyChanged,
    otherwiseChanged,
    draftsAtRisk: gone.filter((node) => node.draft !== null).map((node) => node.nodeId),
    keepsSidecar: sidecarKept,
  };
}

async function insertWorkflow(ctx: Ctx, db: Tx, reading: Reading): Promise<string> {
  const { source, dialect, workflow: definition } = reading;
  const sourceId = await ownSourceId(db, ctx.now);
  const { key, name, owner } = definition;
  const { id } = await db.workflow.create({
    data: { sourceId, key, name, owner, dialect, ...source, createdAt: ctx.now, updatedAt: ctx.now },
    select: { id: true },
  });
  const changed = await insertNodes(db, id, definition, ctx.now);
  await keepVersion(ctx, db, id, 1, reading, changed);
  await record(ctx, db, importRecord(id, broughtBy(reading)));
  return id;
}

function broughtBy({ source, dialect, workflow }: Reading): Brought {
  return { fileName: source.fileName, sidecar: source.sidecar !== null, dialect, workflow };
}

function replacedOf({ version, name, owner, dialect, fileName, nodes }: Existing): Replaced {
  const configs = nodes.map(({ nodeId, config }) => ({ nodeId, config: fromJsonColumn(config) }));
  return { version, name, owner, dialect, fileName, nodes: configs };
}

/** With the file as it came, where something was merged into it. */
type Kept = Reading & { readonly broughtAs?: Merged['broughtAs'] };

async function replaceWorkflow(ctx: Ctx, db: Tx, id: string, version: number, reading: Kept): Promise<void> {
  const { source, dialect, workflow: definition } = reading;
  const { name, owner } = definition;
  const changed = await syncNodes(db, id, definition, ctx.now);
  await db.workflow.update({
    where: { id },
    data: { name, owner, dialect, ...source, version, updatedAt: ctx.now },
    select: { id: true },
  });
  await keepVersion(ctx, db, id, version, reading, changed);
}

async function keepVersion(ctx: Ctx, db: Tx, workflowId: string, version: number, reading: Kept, changed: string[]) {
  const { text, sidecar } = reading.source;
  const configs = configsOf(reading.workflow);
  const who = { publishedBy: ctx.actor.name, publishedAt: ctx.now };
  const { text: broughtText = null, sidecar: broughtSidecar = null } = reading.broughtAs ?? {};
  const came = { imported: true, broughtText, broughtSidecar };
  await db.workflowVersion.create({
    data: { workflowId, version, text, sidecar, configs, changed, ...came, ...who },
    select: { version: true },
  });
}

/** Keeps a file that could not be read; the same file once more is kept once, and audited once. */
async function keepRejected(
  ctx: Ctx,
  input: ImportInput,
  unreadable: Unreadable,
): Promise<Extract<ImportRefusal, { reason: 'unreadable' }>> {
  const isSidecar = unreadable.file === 'sidecar';
  const fileName = isSidecar ? sidecarName(input.fileName) : input.fileName;
  const content = Buffer.from((isSidecar ? input.sidecar : input.content) ?? '', 'base64');
  const kept = { diagnostics: toJsonColumn(unreadable.diagnostics), createdBy: ctx.actor.name, createdAt: ctx.now };
  const rejectedId = await transaction(ctx.db, async (db) => {
    const before = await db.rejectedImport.findFirst({ where: { fileName, content }, select: { id: true } });
    if (before) {
      await db.rejectedImport.update({ where: { id: before.id }, data: kept, select: { id: true } });
      return before.id;
    }
    const { id } = await db.rejectedImport.create({ data: { fileName, content, ...kept }, select: { id: true } });
    await record(ctx, db, {
      action: 'import.keep',
      subject: { kind: 'file', id, name: fileName },
      after: { file: fileName, bytes: content.byteLength, reasons: unreadable.diagnostics.map(({ code }) => code) },
    });
    return id;
  });
  return { reason: 'unreadable', rejectedId, ...unreadable };
}
