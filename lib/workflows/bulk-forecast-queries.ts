import type { Queryable } from '@/lib/db/client';
import { dialectById } from '@/lib/dialects/registry';
import { rememberingTrees } from '@/lib/dialects/source/parse';
import type { DefinitionText, DialectId, Loss } from '@/lib/dialects/types';
import type { NodeDefinition } from '@/lib/model/workflow';
import { policyPart, sameJson } from '@/lib/policy/document';
import { readPolicy } from '@/lib/policy/read';
import type { NodePolicy } from '@/lib/policy/schema';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { JsonObject } from '@/lib/shared/json';
import type { BulkChange } from './bulk-change';
import { engineRetryInTheWay, sortForBulk } from './bulk-sort';
import type { BulkForecast } from './bulk-vocabulary';
import { judgePolicy, owningGroup } from './publish';

/** A chosen node as it stands now, and the version that was seen of it. */
export interface BulkNode {
  readonly nodeRowId: string;
  readonly nodeId: string;
  readonly name: string;
  readonly type: string | null;
  readonly config: JsonObject;
  readonly engineRetry: readonly JsonObject[];
  readonly canCarryPolicy: boolean;
  readonly hasDraft: boolean;
  readonly version: number;
  readonly seen: number;
  readonly workflowId: string;
  readonly workflowOwner: string | null;
  readonly dialect: DialectId;
  readonly engineVersion: string | null;
}

/** What a bulk change would make of a node, were it published now by somebody who may. */
export interface NodeForecast {
  readonly forecast: Exclude<BulkForecast, 'gone'>;
  /** The policy as it stands, and as it would be. */
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** Null where it does not hold. */
  readonly policy: NodePolicy | null;
  /** What forbids publishing it. */
  readonly problems: readonly Diagnostic[];
  /** What its engine cannot say exactly. */
  readonly losses: readonly Loss[];
  /** Other nodes that go by the same definition, and would change along. */
  readonly beside: readonly SharingNode[];
  /** Slugs of the groups that own it and those nodes: who publishes must act for each of them. */
  readonly owners: readonly string[];
}

export interface SharingNode {
  readonly nodeRowId: string;
  readonly nodeId: string;
  readonly name: string;
}

/** Forecasts of nodes, in their order: each judged by itself, texts that are shared read once per workflow. */
export async function forecastNodes(
  db: Queryable,
  nodes: readonly BulkNode[],
  changes: readonly BulkChange[],
  groups: ReadonlySet<string>,
): Promise<readonly NodeForecast[]> {
  const judged = nodes.map((node) => forecastAlone(node, changes, groups));
  const beside = await besideOf(db, nodes, judged);
  return judged.map((forecast, index) => {
    const along = beside[index] ?? [];
    const { workflowOwner: inheritedOwner } = nodes[index] ?? { workflowOwner: null };
    const owners = along.flatMap(({ owner }) => owningGroup(owner, { inheritedOwner, groups }) ?? []);
    return { ...forecast, beside: along, owners: [...new Set([...forecast.owners, ...owners])] };
  });
}

function forecastAlone(node: BulkNode, changes: readonly BulkChange[], groups: ReadonlySet<string>): NodeForecast {
  const before = policyPart(node.config);
  const judging = { inheritedOwner: node.workflowOwner, groups };
  const owner = owningGroup(node.config.owner, judging);
  const owners = owner === null ? [] : [owner];
  const none = { before, after: before, policy: null, problems: [], losses: [], beside: [], owners };
  const sorted = sortForBulk(node, changes);
  if (sorted.standing === 'engine_retry')
    return { ...none, forecast: 'refused', problems: [engineRetryInTheWay(node.nodeId)] };
  if (sorted.standing !== 'open') return { ...none, forecast: sorted.standing };
  if (node.version !== node.seen) return { ...none, forecast: 'changed' };
  const { document: after } = sorted;
  const result = judgePolicy(after, before, judging);
  const problems =
    result.ok || result.error.reason !== 'policy_invalid'
      ? []
      : result.error.diagnostics.filter(({ severity }) => severity === 'error');
  const policy = result.ok ? result.value : readPolicy(after).policy;
  const losses = policy ? dialectById(node.dialect).support(definitionOfRow(node), policy, node.engineVersion) : [];
  return { ...none, forecast: result.ok ? 'changes' : 'refused', after, policy, problems, losses };
}

/** A node's row as its dialect reads it; what only the text says (what follows, where it stands) is not needed here. */
function definitionOfRow({ nodeId, name, type, canCarryPolicy, config, engineRetry }: BulkNode): NodeDefinition {
  const place = { start: 0, end: 0, line: 1, column: 1 };
  return { id: nodeId, name, type, parentId: null, next: [], canCarryPolicy, config, engineRetry, place };
}

interface Along extends SharingNode {
  readonly owner: unknown;
}

/** Per node those that would change along with it, though nobody chose them; their texts say so, where their engine shares anything. */
async function besideOf(
  db: Queryable,
  nodes: readonly BulkNode[],
  forecasts: readonly NodeForecast[],
): Promise<readonly (readonly Along[])[]> {
  const sharing = nodes.filter(
    ({ dialect }, index) => dialectById(dialect).shared !== undefined && forecasts[index]?.forecast === 'changes',
  );
  if (sharing.length === 0) return [];
  const workflows = await db.workflow.findMany({
    where: { id: { in: [...new Set(sharing.map(({ workflowId }) => workflowId))] } },
    select: {
      ...{ id: true, text: true, sidecar: true, fileName: true, engineVersion: true },
      nodes: { select: { id: true, nodeId: true, name: true, config: true } },
    },
  });
  const changedOf = new Map<string, ReadonlyMap<string, Along>>();
  for (const { id, nodes: rows, ...text } of workflows) {
    const own = nodes.flatMap((node, index) => {
      const forecast = forecasts[index];
      return node.workflowId === id && forecast?.forecast === 'changes' && forecast.policy
        ? [{ node, policy: forecast.policy }]
        : [];
    });
    const [first] = own;
    if (first) changedOf.set(id, changedAlong(first.node.dialect, text, own, rows));
  }
  const textOf = new Map(workflows.map(({ id, nodes: _, ...text }) => [id, text]));
  const along = ({ workflowId, dialect, nodeId }: BulkNode): readonly Along[] => {
    const [changed, text] = [changedOf.get(workflowId), textOf.get(workflowId)];
    if (!changed || changed.size === 0 || !text) return [];
    const shared = dialectById(dialect).shared?.(text, nodeId);
    return shared?.nodes.flatMap((other) => changed.get(other) ?? []) ?? [];
  };
  return rememberingTrees(() => nodes.map(along));
}

/** Nodes of a workflow that nobody chose and that are other ones after all chosen changes are written; by node_id. */
function changedAlong(
  dialectId: DialectId,
  text: DefinitionText,
  chosen: readonly { readonly node: BulkNode; readonly policy: NodePolicy }[],
  rows: readonly { readonly id: string; readonly nodeId: string; readonly name: string; readonly config: unknown }[],
): ReadonlyMap<string, Along> {
  const dialect = dialectById(dialectId);
  const written = dialect.write(
    text,
    chosen.map(({ node, policy }) => ({ nodeId: node.nodeId, policy })),
  );
  if (!written.ok) return new Map();
  const after = dialect.read({ ...text, text: written.text, sidecar: written.sidecar }).workflow;
  const before = dialect.read(text).workflow;
  const says = ({ config, engineRetry }: NodeDefinition) => ({ policy: policyPart(config), engineRetry });
  const said = new Map(before?.nodes.map((node) => [node.id, says(node)]));
  const ids = new Set(chosen.map(({ node }) => node.nodeId));
  const rowOf = new Map(rows.map((row) => [row.nodeId, row]));
  const found = (after?.nodes ?? []).flatMap((node): [string, Along][] => {
    const { id } = node;
    const row = rowOf.get(id);
    if (!row || ids.has(id) || sameJson(says(node), said.get(id))) return [];
    return [[id, { nodeRowId: row.id, nodeId: id, name: row.name, owner: ownerIn(row.config) }]];
  });
  return new Map(found);
}

function ownerIn(config: unknown): unknown {
  return typeof config === 'object' && config !== null && 'owner' in config ? config.owner : undefined;
}
