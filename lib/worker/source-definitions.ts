import { createHash } from 'node:crypto';
import { MINUTE_MS } from '@/lib/shared/clock';
import type { RawDefinition, RawNode } from '@/lib/sources/attempt';
import { roleOf } from '@/lib/sources/introspect';
import type { DefinitionRow } from '@/lib/sources/preset';
import { withSource } from '@/lib/sources/read';
import { keepLook, markSeen, whileHeld } from '@/lib/sources/reading-store';
import { definitionsStatement, readDefinitionRow } from '@/lib/sources/statements';
import { markGone, syncDefinitions } from '@/lib/workflows/sync';
import { DONE, endOf, type KnownDefinition, type Turn, type TurnEnd } from './source-shop';

/** The platform's definitions are looked at that often; what is written back looks at them by itself. */
const EVERY_MS = 5 * MINUTE_MS;
const BATCH = 50;
/** So many workflows that cannot be read are named; the others stand under one name. */
const MOST_UNREADABLE = 50;
const OTHERS = '…';

/**
 * Looks at what the role may do there, and takes in the platform's definitions, when that is due: new and changed ones,
 * and those that are gone. A definition that is as it was when this worker last took it in is only marked as seen. One
 * that cannot be read is listed.
 */
export async function readDefinitions(turn: Turn, readAt: Date | null): Promise<TurnEnd> {
  const { shop, hold, place, mapping } = turn;
  const { db, limits, stopping: signal } = shop;
  const now = shop.now();
  const statement = definitionsStatement(mapping);
  if (readAt !== null && readAt.getTime() + EVERY_MS > now.getTime()) return DONE;
  const known = new Map(shop.memory.definitions.get(hold.sourceId));
  const before = await workflowsOf(turn);
  const look: Look = { turn, known, before, now, synced: new Map(), unreadable: new Set() };
  const read = await withSource(
    place,
    async (reader) => {
      const { role } = await roleOf(reader);
      if (statement !== null)
        for await (const rows of reader.rows<Record<string, unknown>>(statement, BATCH)) await takeIn(look, rows);
      return role;
    },
    { statementMs: limits.statementMs, signal },
  );
  if (!read.ok) return endOf(read.error, turn);
  const values = [...look.unreadable].slice(0, MOST_UNREADABLE);
  await whileHeld(db, hold, (tx) => keepLook(tx, hold, { role: read.value, unreadable: values, now }));
  if (statement === null) return DONE;
  await markGone(db, hold.sourceId, { seenBefore: now });
  remember(turn, look.synced, await workflowsOf(turn));
  return DONE;
}

interface Look {
  readonly turn: Turn;
  readonly known: ReadonlyMap<string, KnownDefinition>;
  /** When each workflow here was last changed. */
  readonly before: ReadonlyMap<string, number>;
  readonly now: Date;
  /** What this look has found: hashes by the platform's id, and what cannot be read. */
  readonly synced: Map<string, string>;
  readonly unreadable: Set<string>;
}

async function takeIn(
  { turn, known, before, now, synced, unreadable }: Look,
  rows: readonly DefinitionRow[],
): Promise<void> {
  const { shop, hold, mapping } = turn;
  const changed: RawDefinition[] = [];
  const same: string[] = [];
  for (const row of rows) {
    const definition = readDefinitionRow(mapping, row);
    if (definition === null) {
      unreadable.add(OTHERS);
      continue;
    }
    const { workflow_id: key } = definition;
    const hash = hashOf(definition);
    if (isKnown(known.get(key), hash, before.get(key))) same.push(key);
    else changed.push(definition);
    synced.set(key, hash);
  }
  const report = await syncDefinitions(shop.db, hold.sourceId, changed, { now, complete: false, readAt: now });
  for (const { workflowId } of report.unreadable) {
    unreadable.add(workflowId);
    // To be looked at again, and named again.
    synced.delete(workflowId);
  }
  for (const workflowId of report.later) synced.delete(workflowId);
  await whileHeld(shop.db, hold, (tx) => markSeen(tx, hold, same, now));
}

/** Where workflows are code: makes known which nodes the attempts of a slice have named. */
export async function takeSeenNodes(turn: Turn, nodes: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> {
  const { shop, hold, mapping } = turn;
  if (definitionsStatement(mapping) !== null) return;
  const known = shop.memory.nodes.get(hold.sourceId) ?? new Set<string>();
  const nameOf = (workflowId: string, nodeId: string) => `${workflowId}\0${nodeId}`;
  const definitions = [...nodes].flatMap(([workflowId, ids]): RawDefinition[] => {
    const fresh = [...ids].filter((id) => !known.has(nameOf(workflowId, id))).sort();
    return fresh.length === 0 ? [] : [seenDefinition(workflowId, fresh)];
  });
  if (definitions.length === 0) return;
  await syncDefinitions(shop.db, hold.sourceId, definitions, { now: shop.now(), complete: false, nodesSeen: true });
  for (const { workflow_id: workflowId, nodes: seen } of definitions)
    for (const { id } of seen) known.add(nameOf(workflowId, id));
  shop.memory.nodes.set(hold.sourceId, known);
}

function seenDefinition(workflowId: string, ids: readonly string[]): RawDefinition {
  const nodes = ids.map((id): RawNode => ({ id, name: null, type: null, parent: null, retry: null }));
  const nothing = { name: null, version_id: null, tenant_id: null, document: null, origin: null };
  return { workflow_id: workflowId, ...nothing, nodes };
}

/** When each workflow here was last changed: one that was published since may differ from what was taken in. */
async function workflowsOf({ shop, hold }: Turn): Promise<ReadonlyMap<string, number>> {
  const rows = await shop.db.workflow.findMany({
    where: { sourceId: hold.sourceId },
    select: { key: true, updatedAt: true },
  });
  return new Map(rows.map(({ key, updatedAt }) => [key, updatedAt.getTime()]));
}

function isKnown(known: KnownDefinition | undefined, hash: string, updatedAt: number | undefined): boolean {
  return known !== undefined && known.hash === hash && known.updatedAt === updatedAt;
}

function remember({ shop, hold }: Turn, synced: ReadonlyMap<string, string>, after: ReadonlyMap<string, number>): void {
  const known = new Map<string, KnownDefinition>();
  for (const [key, hash] of synced) {
    const updatedAt = after.get(key);
    if (updatedAt !== undefined) known.set(key, { hash, updatedAt });
  }
  shop.memory.definitions.set(hold.sourceId, known);
}

function hashOf(definition: RawDefinition): string {
  return createHash('sha256').update(JSON.stringify(definition)).digest('base64');
}
