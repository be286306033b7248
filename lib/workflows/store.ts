import type { Tx } from '@/lib/db/client';
import type { Prisma } from '@/lib/db/generated/client';
import { readDefinition } from '@/lib/dialects/registry';
import type { DefinitionText, DialectId } from '@/lib/dialects/types';
import type { NodeDefinition, WorkflowDefinition } from '@/lib/model/workflow';
import { sameJson } from '@/lib/policy/document';
import type { JsonObject } from '@/lib/shared/json';

/** A workflow's row, locked for the rest of the transaction. */
export interface LockedWorkflow {
  readonly id: string;
  readonly name: string;
  readonly owner: string | null;
  readonly version: number;
  readonly dialect: DialectId;
  readonly source: DefinitionText;
}

/** Reads a workflow `for update`: whoever writes the same one waits until this transaction ends. */
export async function lockWorkflow(db: Tx, id: string): Promise<LockedWorkflow | null> {
  const [row] = await db.$queryRaw<
    {
      name: string;
      owner: string | null;
      version: number;
      dialect: DialectId;
      text: string;
      sidecar: string | null;
      fileName: string;
      engineVersion: string | null;
    }[]
  >`
    select name, owner, version, dialect, text, sidecar, file_name as "fileName", engine_version as "engineVersion"
    from workflow where id = ${id}::uuid for update`;
  if (!row) return null;
  const { name, owner, version, dialect, text, sidecar, fileName, engineVersion } = row;
  return { id, name, owner, version, dialect, source: { text, sidecar, fileName, engineVersion } };
}

/** Columns of a node's row as its definition says. */
export function nodeColumns(node: NodeDefinition, position: number) {
  return {
    nodeId: node.id,
    parentId: node.parentId,
    position,
    name: node.name,
    type: node.type,
    canCarryPolicy: node.canCarryPolicy,
    config: toJsonColumn(node.config),
    engineRetry: toJsonColumn(node.engineRetry),
  };
}

/** Nodes of a workflow whose text is the truth: read again from that text. Throws when it cannot be read. */
export function definitionOf(dialect: DialectId, source: DefinitionText): WorkflowDefinition {
  const { workflow } = readDefinition(source, dialect);
  if (!workflow) throw new Error(`the stored definition of ${source.fileName} cannot be read any more`);
  return workflow;
}

/**
 * Makes the node rows equal to a definition: new ones inserted, changed ones updated with their
 * version up by one, vanished ones removed unless a draft is kept on them. Returns the node_ids whose config changed.
 */
export async function syncNodes(
  db: Tx,
  workflowId: string,
  definition: WorkflowDefinition,
  now: Date,
): Promise<string[]> {
  const rows = await db.node.findMany({ where: { workflowId } });
  const byId = new Map(rows.map((row) => [row.nodeId, row]));
  const changed: string[] = [];
  const added: Prisma.NodeCreateManyInput[] = [];
  for (const [position, node] of definition.nodes.entries()) {
    const row = byId.get(node.id);
    byId.delete(node.id);
    const data = nodeColumns(node, position);
    if (!row) {
      added.push({ ...data, workflowId, updatedAt: now });
      changed.push(node.id);
    } else if (!sameJson(row.config, node.config) || !sameJson(row.engineRetry, node.engineRetry)) {
      await db.node.update({ where: { id: row.id }, data: { ...data, version: row.version + 1, updatedAt: now } });
      changed.push(node.id);
    } else if (row.position !== position || row.name !== node.name || row.parentId !== node.parentId) {
      await db.node.update({ where: { id: row.id }, data });
    }
  }
  if (added.length > 0) await db.node.createMany({ data: added });
  // What somebody is writing is not thrown away with its node; it goes once the draft does.
  const gone = { id: { in: [...byId.values()].map((row) => row.id) }, draft: null };
  if (byId.size > 0) await db.node.deleteMany({ where: gone });
  return changed;
}

/** The nodes of a workflow that has none yet, in one statement; their node_ids. */
export async function insertNodes(
  db: Tx,
  workflowId: string,
  { nodes }: WorkflowDefinition,
  now: Date,
): Promise<string[]> {
  const data = nodes.map((node, position) => ({ ...nodeColumns(node, position), workflowId, updatedAt: now }));
  await db.node.createMany({ data });
  return nodes.map(({ id }) => id);
}

/** node_id → config of every node, for the history of versions. */
export function configsOf(definition: WorkflowDefinition): Prisma.InputJsonObject {
  return toJsonColumn(Object.fromEntries(definition.nodes.map((node) => [node.id, node.config])));
}

/** JSON for a jsonb column; drops `undefined`, as JSON does. */
export function toJsonColumn<T extends object>(value: T): Prisma.InputJsonObject {
  const json: Prisma.InputJsonObject = JSON.parse(JSON.stringify(value));
  return json;
}

/** Retry blocks of a node's row that its engine keeps for itself. */
export function engineRetryOf({ engineRetry }: { readonly engineRetry: Prisma.JsonValue }): JsonObject[] {
  return Array.isArray(engineRetry) ? engineRetry.map(fromJsonColumn) : [];
}

/** A jsonb column that holds an object; anything else there is damage, not a default. */
export function fromJsonColumn(value: Prisma.JsonValue): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('expected a JSON object');
  return value;
}
