import type { Ctx } from '@/lib/accounts/context';
import { mayPublishFor, mayWaive } from '@/lib/accounts/permissions';
import type { Queryable, Tx } from '@/lib/db/client';
import type { NodeDefinition } from '@/lib/model/workflow';
import type { Reading } from './import-merge';
import { OWN_SOURCE } from './own-source-store';
import { sameSays } from './policy-merge';
import { hasNewWaiver, owningGroup } from './publish';
import { engineRetryOf, fromJsonColumn } from './store';

/** A workflow of ours as a file finds it, with its nodes and whether somebody writes on them. */
export type Existing = NonNullable<Awaited<ReturnType<typeof findExisting>>>;

/** The workflow that a file would replace; null where there is none. */
export function findExisting(db: Queryable, { workflow }: Reading) {
  return db.workflow.findFirst({
    where: { key: workflow.key, source: { key: OWN_SOURCE.key } },
    include: { nodes: { include: { draft: { select: { revision: true } } }, orderBy: { position: 'asc' } } },
  });
}

/** Why the person may not bring this file: it would publish for others (lib/accounts/permissions.ts). */
export async function mayNotImport(
  { actor }: Ctx,
  db: Tx,
  { workflow }: Reading,
  existing: Existing | null,
): Promise<{ readonly reason: 'not_owner' | 'waiver_not_owner'; readonly nodes: readonly string[] } | null> {
  const before = new Map((existing?.nodes ?? []).map(({ nodeId, config }) => [nodeId, fromJsonColumn(config)]));
  const waiving = workflow.nodes.filter(({ id, config }) => hasNewWaiver(config, before.get(id) ?? {}));
  if (!existing && waiving.length === 0) return null;
  const groups = new Set((await db.ownerGroup.findMany({ select: { slug: true } })).map(({ slug }) => slug));
  const then = { inheritedOwner: workflow.owner, groups };
  const now = { inheritedOwner: existing?.owner ?? null, groups };
  const after = new Map(workflow.nodes.map((node) => [node.id, node]));
  const foreign = (existing?.nodes ?? []).filter((node) => {
    const next = after.get(node.nodeId);
    const owner = owningGroup(fromJsonColumn(node.config).owner, now);
    if (owner === null || mayPublishFor(actor, owner)) return false;
    return !next || owningGroup(next.config.owner, then) !== owner || !saysTheSame(node, next);
  });
  if (foreign.length > 0) return { reason: 'not_owner', nodes: foreign.map(({ nodeId }) => nodeId) };
  const waived = waiving.filter(({ config }) => !mayWaive(actor, owningGroup(config.owner, then)));
  return waived.length > 0 ? { reason: 'waiver_not_owner', nodes: waived.map(({ id }) => id) } : null;
}

/** What happens when the node fails stays: its policy, and the engine's own retries, which hold beside it. */
export function saysTheSame(old: Existing['nodes'][number], next: NodeDefinition): boolean {
  const said = { policy: fromJsonColumn(old.config), engineRetry: engineRetryOf(old) };
  return sameSays(said, { policy: next.config, engineRetry: next.engineRetry });
}
