import { dialectById, readDefinition } from '@/lib/dialects/registry';
import type { PolicyChange, SharedPart } from '@/lib/dialects/types';
import type { NodeDefinition } from '@/lib/model/workflow';
import { policyPart } from '@/lib/policy/document';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { type NodeSays, sameSays } from './policy-merge';
import type { Standing } from './reimport-lines';

/** Changes that may be written together, and why some nodes' may not. */
export interface SharedOut {
  readonly changes: readonly PolicyChange[];
  readonly refused: ReadonlyMap<string, readonly Diagnostic[]>;
}

interface Group {
  readonly part: SharedPart;
  readonly changes: readonly PolicyChange[];
}

/** What a node says: its policy and the engine's own retries. */
export function saysOf({ config, engineRetry }: NodeDefinition): NodeSays {
  return { policy: policyPart(config), engineRetry };
}

/**
 * Nodes that go by one definition change along with each other. Tries what comes of it: one change of each definition is
 * written, then those of its other nodes as far as they do not say yet what they are `wanted` to. Where the nodes are to
 * differ, each change gets a copy if the engine can do that; else it is refused, with the definition and another node.
 */
export function shareOut(
  start: Standing,
  wanted: ReadonlyMap<string, NodeSays>,
  changes: readonly PolicyChange[],
): SharedOut {
  const groups = groupsOf(start, changes);
  const refused = new Map<string, readonly Diagnostic[]>();
  if (groups.length === 0) return { changes, refused };
  const settled = new Map<string, PolicyChange>();
  for (const { part, changes: all } of groups) {
    const found = together(start, wanted, { part, changes: all });
    for (const change of found ?? (part.copyable ? all.map((each) => ({ ...each, copyShared: true })) : []))
      settled.set(change.nodeId, change);
    if (found || part.copyable) continue;
    for (const { nodeId } of all) refused.set(nodeId, [cannotShare(nodeId, part, wanted)]);
  }
  const grouped = new Set(groups.flatMap((group) => group.changes.map(({ nodeId }) => nodeId)));
  return {
    changes: changes.flatMap((each) => (grouped.has(each.nodeId) ? (settled.get(each.nodeId) ?? []) : each)),
    refused,
  };
}

function groupsOf({ source, dialect }: Standing, changes: readonly PolicyChange[]): Group[] {
  const { shared } = dialectById(dialect);
  const groups = new Map<string, { part: SharedPart; changes: PolicyChange[] }>();
  for (const change of shared ? changes : []) {
    const part = shared?.(source, change.nodeId);
    if (!part) continue;
    const key = [change.nodeId, ...part.nodes].sort().join('\n');
    const group = groups.get(key) ?? { part, changes: [] };
    groups.set(key, group);
    group.changes.push(change);
  }
  return [...groups.values()];
}

/** The changes of a group after which all of its nodes say what they are to; null = there are none. */
function together(
  start: Standing,
  wanted: ReadonlyMap<string, NodeSays>,
  { part, changes }: Group,
): readonly PolicyChange[] | null {
  const members = new Set([...part.nodes, ...changes.map(({ nodeId }) => nodeId)]);
  // Whoever says the most: of what the definition itself says, the others need no word of their own.
  const [first, ...others] = changes.toSorted((a, b) => lengthOf(wanted, b) - lengthOf(wanted, a));
  if (!first) return [];
  const alone = wrongAfter(start, wanted, [first], members);
  if (alone?.size === 0) return [first];
  const more = others.filter(({ nodeId }) => alone === null || alone.has(nodeId));
  const all = [first, ...more];
  return more.length > 0 && wrongAfter(start, wanted, all, members)?.size === 0 ? all : null;
}

function lengthOf(wanted: ReadonlyMap<string, NodeSays>, { nodeId }: PolicyChange): number {
  return JSON.stringify(wanted.get(nodeId)?.policy ?? {}).length;
}

/** Which of these nodes do not say what they are to after a write; null = it cannot be written. */
function wrongAfter(
  { source, dialect }: Standing,
  wanted: ReadonlyMap<string, NodeSays>,
  changes: readonly PolicyChange[],
  members: ReadonlySet<string>,
): ReadonlySet<string> | null {
  const written = dialectById(dialect).write(source, changes);
  if (!written.ok) return null;
  const { workflow } = readDefinition({ ...source, text: written.text, sidecar: written.sidecar }, dialect);
  if (!workflow) return null;
  return new Set(
    workflow.nodes.flatMap((node) => {
      const says = wanted.get(node.id);
      return members.has(node.id) && says && !sameSays(saysOf(node), says) ? [node.id] : [];
    }),
  );
}

function cannotShare(nodeId: string, { name, nodes }: SharedPart, wanted: ReadonlyMap<string, NodeSays>): Diagnostic {
  const mine = wanted.get(nodeId);
  const other = nodes.find((id) => {
    const theirs = wanted.get(id);
    return id !== nodeId && mine !== undefined && theirs !== undefined && !sameSays(theirs, mine);
  });
  const values = { id: nodeId, name, other: other ?? nodes.find((id) => id !== nodeId) ?? nodeId };
  return { code: 'merge_shared', severity: 'error', nodeId, values };
}
