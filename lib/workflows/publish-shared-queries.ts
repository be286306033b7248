import { type Actor, mayPublishFor } from '@/lib/accounts/permissions';
import type { Tx } from '@/lib/db/client';
import type { WorkflowDefinition } from '@/lib/model/workflow';
import { policyPart, sameJson } from '@/lib/policy/document';
import type { JsonObject } from '@/lib/shared/json';
import { fromJsonColumn } from './store';

/** A node that a publication changes though nobody wrote on it: it shares a definition with one that somebody did. */
export interface ChangedBeside {
  readonly nodeRowId: string;
  readonly nodeId: string;
  /** Its config before. */
  readonly published: JsonObject;
}

/** The nodes beside those written on whose policy, or the engine's own retry beside it, is another one in the new definition. */
export async function changedBeside(
  db: Tx,
  workflowId: string,
  after: WorkflowDefinition,
  written: readonly string[],
): Promise<readonly ChangedBeside[]> {
  const rows = await db.node.findMany({
    where: { workflowId, nodeId: { notIn: [...written] } },
    select: { id: true, nodeId: true, config: true, engineRetry: true },
    orderBy: { position: 'asc' },
  });
  const next = new Map(after.nodes.map((node) => [node.id, node]));
  return rows.flatMap(({ id, nodeId, config, engineRetry }) => {
    const published = fromJsonColumn(config);
    const then = next.get(nodeId);
    if (!then) return [];
    const samePolicy = sameJson(policyPart(published), policyPart(then.config));
    if (samePolicy && sameJson(engineRetry, then.engineRetry)) return [];
    return [{ nodeRowId: id, nodeId, published }];
  });
}

/** Nodes and their group of which this actor may not change what happens when they fail; null = there are none. */
export function foreignBeside(
  actor: Actor,
  nodes: readonly ChangedBeside[],
  owningGroup: (owner: unknown) => string | null,
): { readonly owner: string; readonly nodes: readonly string[] } | null {
  const owned = nodes.map(({ nodeId, published }) => ({ nodeId, owner: owningGroup(published.owner) }));
  const [first] = owned.flatMap(({ owner }) => (owner !== null && !mayPublishFor(actor, owner) ? [owner] : []));
  if (first === undefined) return null;
  return { owner: first, nodes: owned.filter(({ owner }) => owner === first).map(({ nodeId }) => nodeId) };
}
