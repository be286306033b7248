import { type CatalogueExtra, type CatalogueRow, catalogueSays, normaliseCode } from '@/lib/policy/catalogue';
import { candidates, classify, classifyInput, conflicts } from '@/lib/policy/classify';
import type { NodePolicy } from '@/lib/policy/schema';
import type { FailureClass } from '@/lib/policy/vocabulary';

/** What becomes of one code on one node, in the order in which it is said: what changes what happens comes first. */
export const EFFECT_KINDS = [
  /** Went to a person at once, and is retried. */
  'retried',
  /** Was retried, and goes to a person at once. */
  'handed_off',
  /** Becomes transient, but the node tries once: it goes to a person as before. */
  'tries_once',
  /** Nobody had decided, and now it is: nothing else changes. */
  'decided',
  /** Somebody had decided, and now nobody has: terminal, since it is not known. */
  'undecided',
  /** The node's own list of what is retried is closed: it stays as it is. */
  'kept_by_list',
  /** A rule of the node's own decides, or an entry of its list. */
  'kept_by_rule',
  /** Another reason, the same outcome. */
  'same',
] as const;
export type EffectKind = (typeof EFFECT_KINDS)[number];

/** A node that failed with a code, and how often. */
export interface EffectRow {
  readonly nodeRowId: string;
  readonly errorCode: string;
  /** Failed attempts, and executions with at least one, in the last 30 days. */
  readonly failures: number;
  readonly failedExecutions: number;
}

export interface EffectNode {
  readonly id: string;
  readonly nodeId: string;
  readonly name: string;
  readonly workflowName: string;
  readonly policy: NodePolicy;
}

export interface CodeEffect extends Omit<EffectNode, 'policy'>, Omit<EffectRow, 'nodeRowId'> {
  readonly kind: EffectKind;
  readonly before: FailureClass;
  readonly after: FailureClass;
}

export interface EffectGroup {
  readonly kind: EffectKind;
  readonly nodes: number;
  readonly failures: number;
  readonly failedExecutions: number;
  /** Those with most failures first, `MOST_SHOWN` at most. */
  readonly shown: readonly CodeEffect[];
}

/** What a change of the catalogue comes to, before it is made. */
export interface CatalogueEffect {
  /** Nodes that failed with such a code in the last 30 days. */
  readonly nodes: number;
  readonly failures: number;
  readonly groups: readonly EffectGroup[];
  /** Nodes whose own rules would contradict each other: nobody could publish them until that is mended. */
  readonly contradicting: readonly Omit<EffectNode, 'policy'>[];
  /** What the built-in rows say of the code, which this replaces. */
  readonly replaces: CatalogueRow | null;
}

export const MOST_SHOWN = 20;

/** The catalogue before and after a change. */
export interface CatalogueChange {
  readonly before: CatalogueExtra;
  readonly after: CatalogueExtra;
}

/** Whether the catalogue says something else of a code; each spelling is asked once. */
export function touches({ before, after }: CatalogueChange): (code: string) => boolean {
  const known = new Map<string, boolean>();
  return (code) => {
    const found =
      known.get(code) ??
      (normaliseCode(code, before) !== normaliseCode(code, after) ||
        !isSame(catalogueSays(code, before), catalogueSays(code, after)));
    known.set(code, found);
    return found;
  };
}

/**
 * What a change of the catalogue comes to on these nodes, by the failures of the last 30 days. A node's own patterns may
 * come to mean other codes by it, so of a node that names such a pattern all codes are to be among the rows.
 */
export function catalogueEffect(
  change: CatalogueChange,
  nodes: readonly EffectNode[],
  rows: readonly EffectRow[],
): Omit<CatalogueEffect, 'replaces'> {
  const touched = touches(change);
  const nodeOf = new Map(nodes.map((node) => [node.id, node]));
  const effects = rows.flatMap((row) => {
    const node = nodeOf.get(row.nodeRowId);
    return node ? (effectOf(change, node, row, touched(row.errorCode)) ?? []) : [];
  });
  return {
    nodes: new Set(effects.map(({ id }) => id)).size,
    failures: sum(effects, ({ failures }) => failures),
    groups: EFFECT_KINDS.flatMap((kind) => groupOf(kind, effects)),
    contradicting: nodes
      .filter(({ policy }) => contradicts(policy, change.after) && !contradicts(policy, change.before))
      .map(withoutPolicy),
  };
}

function effectOf(
  { before, after }: CatalogueChange,
  node: EffectNode,
  { nodeRowId: _, ...row }: EffectRow,
  touched: boolean,
): CodeEffect | null {
  const was = classify(classifyInput(node.policy, before), row.errorCode);
  const becomes = classify(classifyInput(node.policy, after), row.errorCode);
  if (!touched && was.class === becomes.class && was.unknown === becomes.unknown) return null;
  const retries = (node.policy.retry?.maxAttempts ?? 1) > 1;
  const effect = (kind: EffectKind) => ({
    ...withoutPolicy(node),
    ...row,
    ...{ kind, before: was.class, after: becomes.class },
  });
  if (was.class !== becomes.class) {
    if (becomes.class === 'transient') return effect(retries ? 'retried' : 'tries_once');
    if (retries) return effect('handed_off');
  }
  if (becomes.decidedBy !== null) return effect('kept_by_rule');
  if (becomes.because === 'not in retryOn') return effect('kept_by_list');
  if (was.unknown !== becomes.unknown) return effect(becomes.unknown ? 'undecided' : 'decided');
  return effect('same');
}

function groupOf(kind: EffectKind, effects: readonly CodeEffect[]): EffectGroup[] {
  const of = effects.filter((effect) => effect.kind === kind);
  if (of.length === 0) return [];
  return [
    {
      kind,
      nodes: new Set(of.map(({ id }) => id)).size,
      failures: sum(of, ({ failures }) => failures),
      failedExecutions: sum(of, ({ failedExecutions }) => failedExecutions),
      shown: of.toSorted((a, b) => b.failures - a.failures).slice(0, MOST_SHOWN),
    },
  ];
}

function contradicts(policy: NodePolicy, extra: CatalogueExtra): boolean {
  return candidates(classifyInput(policy)).length > 1 && conflicts(classifyInput(policy, extra)).length > 0;
}

function withoutPolicy({ policy: _, ...node }: EffectNode): Omit<EffectNode, 'policy'> {
  return node;
}

function isSame(a: ReturnType<typeof catalogueSays>, b: ReturnType<typeof catalogueSays>): boolean {
  if (a === null || b === null) return a === b;
  return a.class === b.class && a.token === b.token && a.added === b.added && a.source === b.source;
}

function sum<T>(rows: readonly T[], pick: (row: T) => number): number {
  return rows.reduce((total, row) => total + pick(row), 0);
}
