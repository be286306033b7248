import { z } from 'zod';
import { demand, type ReadCtx } from '@/lib/accounts/context';
import { sidecarName } from '@/lib/dialects/file-name';
import { nodeText } from '@/lib/dialects/node-text';
import { dialectById, readDefinition } from '@/lib/dialects/registry';
import { differingSchedules, type SchedulePair } from '@/lib/dialects/schedules';
import type { DialectId, Loss } from '@/lib/dialects/types';
import type { NodeDefinition } from '@/lib/model/workflow';
import { readPolicy } from '@/lib/policy/read';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { JsonObject } from '@/lib/shared/json';
import { type Draft, toDraft } from './drafts';
import { dialectIdSchema } from './schema';
import { fromJsonColumn } from './store';

export interface WorkflowRow {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly dialect: DialectId;
  readonly fileName: string;
  readonly owner: string | null;
  readonly version: number;
  readonly nodes: number;
  readonly drafts: number;
  readonly updatedAt: Date;
}

/** All workflows by name, with the number of their nodes and unpublished drafts. */
export async function listWorkflows(ctx: ReadCtx): Promise<WorkflowRow[]> {
  demand(ctx, 'read');
  return ctx.db.$queryRaw<WorkflowRow[]>`
    select w.id, w.key, w.name, w.dialect, w.file_name as "fileName", w.owner, w.version,
           count(n.id)::int as nodes, count(d.node_row_id)::int as drafts, w.updated_at as "updatedAt"
    from workflow w
    left join node n on n.workflow_id = w.id
    left join node_draft d on d.node_row_id = n.id
    group by w.id order by w.name, w.key`;
}

export interface SampleNode {
  readonly id: string;
  readonly name: string;
  /** A retry is published on it. */
  readonly decided: boolean;
}

/** The node of the sample data that hurts most (its README tells the story); null where that was not loaded. */
export async function sampleNode(ctx: ReadCtx): Promise<SampleNode | null> {
  demand(ctx, 'read');
  const row = await ctx.db.node.findFirst({
    where: { nodeId: 'book-parcel', workflow: { key: 'order-fulfilment', source: { key: 'own' } } },
    select: { id: true, name: true, config: true },
  });
  return row && { id: row.id, name: row.name, decided: 'retry' in fromJsonColumn(row.config) };
}

export interface WorkflowDetail extends Omit<WorkflowRow, 'nodes' | 'drafts'> {
  readonly sourceId: string;
  /** One of its dialect's versions; null = the newest. */
  readonly engineVersion: string | null;
  readonly text: string;
  readonly sidecar: string | null;
  readonly sidecarName: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly losses: readonly Loss[];
  /** Nodes on which the engine waits otherwise than the rule says. */
  readonly schedules: readonly NodeSchedules[];
}

export interface NodeSchedules extends SchedulePair {
  readonly nodeId: string;
  readonly name: string;
}

/** One workflow with its text, what reading it had to say, and what its engine cannot express. */
export async function getWorkflow(ctx: ReadCtx, id: string): Promise<WorkflowDetail | null> {
  demand(ctx, 'read');
  if (!z.uuid().safeParse(id).success) return null;
  const row = await ctx.db.workflow.findUnique({ where: { id } });
  if (!row) return null;
  const dialect = dialectIdSchema.parse(row.dialect);
  const { sourceId, key, name, fileName, engineVersion, owner, version, updatedAt, text, sidecar } = row;
  const { workflow, diagnostics } = readDefinition({ text, sidecar, fileName, engineVersion }, dialect);
  const { losses, schedules } = lossesOf(dialect, workflow?.nodes ?? [], engineVersion);
  const file = { fileName, sidecarName: sidecarName(fileName), text, sidecar };
  const about = { id, sourceId, key, name, dialect, engineVersion, owner, version, updatedAt };
  return { ...about, ...file, diagnostics, losses, schedules };
}

/** What the engine cannot say exactly, over all nodes of a definition, and where it waits otherwise. */
function lossesOf(
  dialectId: DialectId,
  nodes: readonly NodeDefinition[],
  engineVersion: string | null,
): Pick<WorkflowDetail, 'losses' | 'schedules'> {
  const dialect = dialectById(dialectId);
  const found = nodes.map((node) => {
    const { policy } = readPolicy(node.config);
    if (!policy) return { losses: [], schedules: [] };
    const pair = differingSchedules(dialect, node, policy, engineVersion);
    return {
      losses: dialect.support(node, policy, engineVersion),
      schedules: pair ? [{ ...pair, nodeId: node.id, name: node.name }] : [],
    };
  });
  return { losses: found.flatMap(({ losses }) => losses), schedules: found.flatMap(({ schedules }) => schedules) };
}

export interface ExportFile {
  readonly fileName: string;
  readonly content: string;
  readonly mediaType: string;
  readonly version: number;
}

/** The workflow in its own format, or its sidecar; null when there is none. */
export async function exportWorkflow(
  ctx: ReadCtx,
  id: string,
  part: 'definition' | 'sidecar',
): Promise<ExportFile | null> {
  demand(ctx, 'read');
  if (!z.uuid().safeParse(id).success) return null;
  const row = await ctx.db.workflow.findUnique({
    where: { id },
    select: { text: true, sidecar: true, fileName: true, version: true },
  });
  if (!row) return null;
  const content = part === 'sidecar' ? row.sidecar : row.text;
  if (content === null) return null;
  const fileName = part === 'sidecar' ? sidecarName(row.fileName) : row.fileName;
  const mediaType = fileName.endsWith('.json') ? 'application/json' : 'application/yaml';
  return { fileName, content, mediaType, version: row.version };
}

export interface NodeDetail {
  readonly id: string;
  readonly nodeId: string;
  readonly name: string;
  readonly type: string | null;
  readonly canCarryPolicy: boolean;
  readonly config: JsonObject;
  readonly engineRetry: readonly JsonObject[];
  readonly version: number;
  readonly updatedAt: Date;
  readonly workflow: {
    readonly id: string;
    readonly sourceId: string;
    readonly key: string;
    readonly name: string;
    readonly owner: string | null;
    readonly dialect: DialectId;
    readonly fileName: string;
  };
  readonly draft: Draft | null;
  /** The node's own text, where no policy can stand on it and the page shows nothing else. */
  readonly text: string | null;
  /** Who published the version in force, and when. */
  readonly lastPublished: { readonly by: string; readonly at: Date; readonly version: number } | null;
}

/** One node with its config, its workflow, and the draft that is being written on it. */
export async function getNode(ctx: ReadCtx, id: string): Promise<NodeDetail | null> {
  demand(ctx, 'read');
  if (!z.uuid().safeParse(id).success) return null;
  const row = await ctx.db.node.findUnique({ where: { id }, include: { workflow: true, draft: true } });
  if (!row) return null;
  const last = await ctx.db.workflowVersion.findFirst({
    where: { workflowId: row.workflowId, changed: { has: row.nodeId } },
    orderBy: { version: 'desc' },
    select: { publishedBy: true, publishedAt: true, version: true },
  });
  const { nodeId, name, type, canCarryPolicy, version, updatedAt, workflow } = row;
  const { sourceId, key, owner, fileName } = workflow;
  const dialect = dialectIdSchema.parse(workflow.dialect);
  return {
    ...{ id, nodeId, name, type, canCarryPolicy, version, updatedAt },
    config: fromJsonColumn(row.config),
    engineRetry: Array.isArray(row.engineRetry) ? row.engineRetry.map(fromJsonColumn) : [],
    workflow: { id: workflow.id, sourceId, key, name: workflow.name, owner, dialect, fileName },
    draft: row.draft ? toDraft(row.draft) : null,
    text: canCarryPolicy ? null : (nodeText(workflow, dialect, nodeId)?.text ?? null),
    lastPublished: last && { by: last.publishedBy, at: last.publishedAt, version: last.version },
  };
}

/** By what a node's history is found; null = no such node. */
export async function nodeScope(
  ctx: ReadCtx,
  id: string,
): Promise<{ readonly sourceId: string; readonly workflowKey: string; readonly nodeId: string } | null> {
  demand(ctx, 'read');
  if (!z.uuid().safeParse(id).success) return null;
  const select = { nodeId: true, workflow: { select: { sourceId: true, key: true } } };
  const row = await ctx.db.node.findUnique({ where: { id }, select });
  return row && { sourceId: row.workflow.sourceId, workflowKey: row.workflow.key, nodeId: row.nodeId };
}

/** Whether there is such a node; an id of another shape is none. */
export async function nodeExists(ctx: ReadCtx, id: string): Promise<boolean> {
  demand(ctx, 'read');
  if (!z.uuid().safeParse(id).success) return false;
  return (await ctx.db.node.count({ where: { id } })) > 0;
}

export interface RejectedFile {
  readonly id: string;
  readonly fileName: string;
  readonly bytes: number;
  readonly diagnostics: readonly Diagnostic[];
  readonly createdAt: Date;
}

/** Files that could not be read, newest first, with the reasons; their bytes stay in the database. */
export async function listRejectedImports(ctx: ReadCtx): Promise<RejectedFile[]> {
  demand(ctx, 'workflow.import');
  return ctx.db.$queryRaw<RejectedFile[]>`
    select id, file_name as "fileName", octet_length(content)::int as bytes, diagnostics, created_at as "createdAt"
    from rejected_import order by created_at desc limit 20`;
}

/** A kept file as it came, byte for byte; null when it was thrown away. */
export async function getRejectedImport(
  ctx: ReadCtx,
  id: string,
): Promise<{ readonly fileName: string; readonly content: Uint8Array<ArrayBuffer> } | null> {
  demand(ctx, 'workflow.import');
  if (!z.uuid().safeParse(id).success) return null;
  return ctx.db.rejectedImport.findUnique({ where: { id }, select: { fileName: true, content: true } });
}
