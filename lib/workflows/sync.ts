import type { Db, Tx } from '@/lib/db/client';
import { isUniqueViolation } from '@/lib/db/errors';
import { detectDialect, readDefinition } from '@/lib/dialects/registry';
import type { DefinitionText, DialectId } from '@/lib/dialects/types';
import { MAX_KEY_CHARACTERS } from '@/lib/model/ids';
import type { WorkflowDefinition } from '@/lib/model/workflow';
import { MINUTE_MS } from '@/lib/shared/clock';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { err, ok, type Result } from '@/lib/shared/result';
import { isStorable } from '@/lib/shared/storable';
import type { RawDefinition } from '@/lib/sources/attempt';
import { canonicalNodes, canonicalText, canonicalTextOver, nodesBeside } from './canonical-text';
import { configsOf, definitionOf, lockWorkflow, syncNodes, toJsonColumn } from './store';

export interface SyncOptions {
  readonly now: Date;
  /** The list is all that the source has: what is not in it is there no more. */
  readonly complete: boolean;
  /** Nodes are those that attempts have named so far: earlier ones stay (workflows that are code). */
  readonly nodesSeen?: boolean;
  /**
   * When the reading began that brought them. What was set there by a publication after that, or shortly before, may
   * not be in it yet: such a workflow is left for the next reading. Absent: it was read just now.
   */
  readonly readAt?: Date;
}

/** What came of it, by the platform's own id of the workflow. */
export interface SyncReport {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly gone: readonly string[];
  readonly same: number;
  /** Left for the next reading: a publication was quicker than this one. */
  readonly later: readonly string[];
  /** Not taken: what is here of it stays as it was. */
  readonly unreadable: readonly { readonly workflowId: string; readonly diagnostics: readonly Diagnostic[] }[];
}

/**
 * Makes a source's workflows here what its platform defines: new ones are added, changed ones are read again with
 * their policies kept by node id, and those that are gone stay, marked as such, with their history. Each is a
 * transaction of its own under the workflow's lock. A version is raised when a node's config changed, or nodes came
 * or went; drafts stay, also those of nodes that are gone.
 */
export async function syncDefinitions(
  db: Db,
  sourceId: string,
  definitions: readonly RawDefinition[],
  options: SyncOptions,
): Promise<SyncReport> {
  const taken: Record<Synced, string[]> = { added: [], changed: [], same: [], later: [] };
  const unreadable: SyncReport['unreadable'][number][] = [];
  for (const definition of definitions) {
    const { workflow_id: workflowId } = definition;
    const outcome = await syncOne(db, sourceId, definition, options);
    if (!outcome.ok) unreadable.push({ workflowId, diagnostics: outcome.error });
    else taken[outcome.value].push(workflowId);
  }
  const seen = definitions.map((definition) => definition.workflow_id);
  const gone = options.complete ? await markGone(db, sourceId, { except: seen }) : [];
  return { ...taken, same: taken.same.length, gone, unreadable };
}

/**
 * Marks those of a source's workflows as gone that are not named, or were last seen before a moment; their platform ids.
 * For who syncs in several parts: `complete: false` for each, then this once.
 */
export async function markGone(
  db: Db,
  sourceId: string,
  which: { readonly except: readonly string[] } | { readonly seenBefore: Date },
): Promise<readonly string[]> {
  const where = {
    workflow: { sourceId, ...('except' in which && { key: { notIn: [...which.except] } }) },
    seenAt: 'seenBefore' in which ? { lt: which.seenBefore } : { not: null },
  };
  const rows = await db.sourceDefinition.findMany({
    where,
    select: { workflowId: true, workflow: { select: { key: true } } },
  });
  if (rows.length === 0) return [];
  const ids = rows.map(({ workflowId }) => workflowId);
  await db.sourceDefinition.updateMany({ where: { ...where, workflowId: { in: ids } }, data: { seenAt: null } });
  return rows.map(({ workflow }) => workflow.key);
}

export type Synced = 'added' | 'changed' | 'same' | 'later';

/** Between what a publication says of its time and the moment from which others see it. */
const SETTLING_MS = 3 * MINUTE_MS;

/** One definition; the reasons where it cannot be taken. */
export async function syncOne(
  db: Db,
  sourceId: string,
  definition: RawDefinition,
  options: Omit<SyncOptions, 'complete'>,
): Promise<Result<Synced, readonly Diagnostic[]>> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.$transaction((tx) => syncLocked(tx, sourceId, definition, options), {
        timeout: 60_000,
        maxWait: 30_000,
      });
    } catch (error) {
      // Another worker has just added it: then it is there, and is looked at again.
      if (attempt > 1 || !isUniqueViolation(error)) throw error;
    }
  }
}

/** `syncOne` within a transaction; takes the workflow's lock by itself. */
export async function syncLocked(
  db: Tx,
  sourceId: string,
  definition: RawDefinition,
  options: Omit<SyncOptions, 'complete'>,
): Promise<Result<Synced, readonly Diagnostic[]>> {
  const { workflow_id: key } = definition;
  if (key === '' || key.length > MAX_KEY_CHARACTERS || !isStorable(key))
    return err([{ code: 'workflow_key_long', severity: 'error', values: { limit: MAX_KEY_CHARACTERS } }]);
  const found = await db.workflow.findUnique({ where: { sourceId_key: { sourceId, key } }, select: { id: true } });
  const present = found && (await lockWorkflow(db, found.id));
  if (found && present && (await isStale(db, found.id, options.readAt))) return ok('later');
  const next = nextText(definition, present ?? null, options);
  if (!next.ok) {
    if (found) await db.sourceDefinition.updateMany({ where: { workflowId: found.id }, data: { seenAt: options.now } });
    return next;
  }
  const name = definition.name !== null && isStorable(definition.name) ? definition.name : key;
  if (!found || !present) return ok(await add(db, { sourceId, key, name, ...next.value }, definition, options.now));
  // Whoever saves a draft waits, so that none vanishes unseen with its node.
  await db.$queryRaw`select id from node where workflow_id = ${found.id}::uuid order by id for update`;
  await keepOrigin(db, found.id, definition, options.now);
  const same = next.value.source.text === present.source.text && next.value.dialect === present.dialect;
  if (same) {
    const ids = next.value.workflow.nodes.map((node) => node.id);
    await db.node.deleteMany({ where: { workflowId: found.id, nodeId: { notIn: ids }, draft: null } });
    if (present.name !== name) await db.workflow.update({ where: { id: found.id }, data: { name } });
    return ok('same');
  }
  return ok(await replace(db, present, { ...next.value, name }, options.now));
}

async function isStale(db: Tx, workflowId: string, readAt: Date | undefined): Promise<boolean> {
  if (readAt === undefined) return false;
  const since = new Date(readAt.getTime() - SETTLING_MS);
  return (await db.sourceDefinition.count({ where: { workflowId, setAt: { gt: since } } })) > 0;
}

interface NextText {
  readonly dialect: DialectId;
  readonly source: DefinitionText;
  readonly workflow: WorkflowDefinition;
}

interface Present {
  readonly dialect: DialectId;
  readonly source: DefinitionText;
}

/** The text that stands for a definition: the platform's own, or one of ours made of its nodes. */
function nextText(
  definition: RawDefinition,
  present: Present | null,
  { nodesSeen = false }: Pick<SyncOptions, 'nodesSeen'>,
): Result<NextText, readonly Diagnostic[]> {
  const { document, workflow_id: key } = definition;
  const dialect = document === null ? null : (definition.dialect ?? detectDialect(document));
  const isCanonical = document === null || dialect === null;
  const fileName = present?.source.fileName ?? fileNameOf(key, isCanonical ? 'yaml' : 'json');
  const sidecar = present && present.dialect === (dialect ?? 'failpath') ? present.source.sidecar : null;
  if (!isCanonical) return readText(dialect, { text: document, sidecar, fileName });
  const nodes = canonicalNodes(definition.nodes);
  if (present?.dialect !== 'failpath')
    return readText('failpath', { text: canonicalText(definition, nodes), sidecar, fileName });
  const earlier = nodesSeen ? nodesBeside(present.source.text, nodes) : [];
  const text = canonicalTextOver(present.source.text, definition, [...earlier, ...nodes]);
  return readText('failpath', { text, sidecar, fileName });
}

function readText(dialect: DialectId, source: DefinitionText): Result<NextText, readonly Diagnostic[]> {
  const { workflow, diagnostics } = readDefinition(source, dialect);
  if (!workflow) return err(diagnostics);
  // A workflow without nodes would count as complete: there is nothing that could lack anything.
  if (workflow.nodes.length === 0) return err([...diagnostics, { code: 'no_nodes', severity: 'error' }]);
  return ok({ dialect, source, workflow });
}

/** Names the file that is exported, and its sidecar: the platform's id without what no file system takes. */
function fileNameOf(key: string, extension: string): string {
  const plain = [...key].map((each) => (/[\\/:*?"<>|]/.test(each) || each < ' ' ? '-' : each)).join('');
  return `${plain.slice(0, MAX_FILE_CHARACTERS)}.${extension}`;
}
const MAX_FILE_CHARACTERS = 200;

async function add(
  db: Tx,
  { sourceId, key, name, dialect, source, workflow }: NextText & Record<'sourceId' | 'key' | 'name', string>,
  definition: RawDefinition,
  now: Date,
): Promise<'added'> {
  const data = { sourceId, key, name, owner: workflow.owner, dialect, ...source, createdAt: now, updatedAt: now };
  const { id } = await db.workflow.create({ data, select: { id: true } });
  const changed = await syncNodes(db, id, workflow, now);
  await keepVersion(db, id, { version: 1, source, workflow, changed }, now);
  await keepOrigin(db, id, definition, now);
  return 'added';
}

async function replace(
  db: Tx,
  present: Present & { readonly id: string; readonly version: number; readonly owner: string | null },
  { dialect, source, workflow, name }: NextText & { readonly name: string },
  now: Date,
): Promise<'changed'> {
  const { id } = present;
  const changed = await syncNodes(db, id, workflow, now);
  const before = definitionOf(present.dialect, present.source).nodes.map((node) => node.id);
  const ids = new Set(workflow.nodes.map((node) => node.id));
  // A node that was moved about, or a note on the platform's canvas, is no version of any policy.
  const raised = changed.length > 0 || before.some((nodeId) => !ids.has(nodeId));
  const version = raised ? present.version + 1 : present.version;
  const owner = workflow.owner ?? present.owner;
  await db.workflow.update({ where: { id }, data: { name, owner, dialect, ...source, version, updatedAt: now } });
  if (raised) await keepVersion(db, id, { version, source, workflow, changed }, now);
  return 'changed';
}

async function keepVersion(
  db: Tx,
  workflowId: string,
  {
    version,
    source: { text, sidecar },
    workflow,
    changed,
  }: Pick<NextText, 'source' | 'workflow'> & { readonly version: number; readonly changed: string[] },
  publishedAt: Date,
): Promise<void> {
  const { source } = await db.workflow.findUniqueOrThrow({
    where: { id: workflowId },
    select: { source: { select: { name: true } } },
  });
  const data = { workflowId, version, text, sidecar, configs: configsOf(workflow), changed };
  await db.workflowVersion.create({ data: { ...data, publishedBy: source.name, publishedAt } });
}

async function keepOrigin(db: Tx, workflowId: string, definition: RawDefinition, seenAt: Date): Promise<void> {
  const { origin, version_id: version } = definition;
  const data = { origin: toJsonColumn(origin ?? {}), version, seenAt };
  await db.sourceDefinition.upsert({ where: { workflowId }, create: { workflowId, ...data }, update: data });
}
