import { dialectById, readDefinition } from '@/lib/dialects/registry';
import { rememberingTrees } from '@/lib/dialects/source/parse';
import type { DefinitionText, PolicyChange } from '@/lib/dialects/types';
import type { NodeDefinition, WorkflowDefinition } from '@/lib/model/workflow';
import { checkPolicy } from '@/lib/policy/check';
import { readPolicy } from '@/lib/policy/read';
import type { PolicyKey } from '@/lib/policy/vocabulary';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { JsonObject } from '@/lib/shared/json';
import { err, ok, type Result } from '@/lib/shared/result';
import { type MergedNode, mergeSays, type NodeSays, type Side, sameSays } from './policy-merge';
import { type ReadStanding, type Standing, withOurLines } from './reimport-lines';
import { saysOf, shareOut } from './reimport-shared';

export interface ReimportInput {
  /** The file of this workflow that was brought last, as it came. */
  readonly base: Standing;
  /** What stands here now. */
  readonly ours: Standing;
  /** The file that is brought; without a sidecar it says nothing of what stands in ours. */
  readonly theirs: Standing;
  /** What people decided, by node id. */
  readonly choices: ReadonlyMap<string, Side>;
}

/** A node in which both sides say something that does not go together. */
export interface MergeConflict {
  readonly nodeId: string;
  readonly name: string;
  /**
   * `policy`: both changed the same, differently. `together`: each for itself holds, both together do not. `removed`:
   * the file has the node no more, and its policy was changed here. `refused`: the file cannot take what stands here.
   */
  readonly kind: 'policy' | 'together' | 'removed' | 'refused';
  readonly keys: readonly PolicyKey[];
  /** What each side says of those keys; null where it has no such node. */
  readonly base: JsonObject | null;
  readonly ours: JsonObject;
  readonly theirs: JsonObject | null;
  /** Retries that the engine keeps for itself are part of what is in conflict. */
  readonly engineRetry: boolean;
  /** Why they do not go together, or why the file cannot take it. */
  readonly diagnostics: readonly Diagnostic[];
  /** Sides that can be chosen. */
  readonly sides: readonly Side[];
  /** The one that was chosen; null = it has to be. */
  readonly chosen: Side | null;
}

/** A node in which something of ours is kept, or something of the file taken, and what the file and the outcome say. */
export interface MergedChange {
  readonly nodeId: string;
  readonly name: string;
  readonly kept: readonly PolicyKey[];
  readonly taken: readonly PolicyKey[];
  readonly theirs: JsonObject;
  readonly merged: JsonObject;
}

export interface Reimport {
  /** The file with what of ours is kept; of open conflicts ours, as far as that is possible. */
  readonly source: DefinitionText;
  readonly workflow: WorkflowDefinition;
  readonly diagnostics: readonly Diagnostic[];
  readonly changes: readonly MergedChange[];
  readonly conflicts: readonly MergeConflict[];
}

export type Unmergeable =
  /** The last file cannot be read any more, so nobody can tell who changed what. */
  | { readonly reason: 'base_unreadable' }
  /** The text takes each node's policy for itself, but not all of them. */
  | { readonly reason: 'refused'; readonly diagnostics: readonly Diagnostic[] };

/**
 * Brings a changed file and what was published here since the last one together, node by node and part by part: what
 * only one side changed is that side's. The platform's own keys, nodes that came and their order are the file's: it is
 * what runs. What of ours is kept is written into the file by its dialect.
 */
export function planReimport(input: ReimportInput): Result<Reimport, Unmergeable> {
  return rememberingTrees(() => plan(input));
}

function plan(input: ReimportInput): Result<Reimport, Unmergeable> {
  const { base, ours, theirs } = input;
  const keepsSidecar = theirs.source.sidecar === null && ours.dialect === theirs.dialect;
  const sidecar = keepsSidecar ? ours.source.sidecar : theirs.source.sidecar;
  const start: Standing = { ...theirs, source: { ...theirs.source, sidecar } };
  const here = sameText(base, ours);
  const there = base.source.text === theirs.source.text && (keepsSidecar || sameText(base, theirs));
  if (here || there) return untouched(here ? start : ours);
  const [was, is, will] = [readNodes(base), readNodes(ours), readNodes(start)];
  if (!was || !is || !will) return err({ reason: 'base_unreadable' });
  const said = keepsSidecar ? asIfUnsaid(input, { was, is, will }) : (node: NodeDefinition) => saysOf(node);
  const inheritedOwner = will.workflow.owner;
  const decisions = will.workflow.nodes.map((node) =>
    decide(
      { node, base: was.says(node.id), ours: is.says(node.id), theirs: said(node) },
      input.choices,
      inheritedOwner,
    ),
  );
  const kept = new Set(
    decisions.flatMap(({ node, ours: mine, wanted }) => (mine && sameSays(mine, wanted) ? node.id : [])),
  );
  const file = withOurLines(was, is, will, kept);
  const written = write(file, file === will ? decisions : inText(decisions, file), input.choices);
  if (!written.ok) return written;
  const read = readDefinition(written.value.source, start.dialect);
  if (!read.workflow) return err({ reason: 'refused', diagnostics: read.diagnostics });
  const { workflow, diagnostics } = read;
  const outcomes = written.value.decisions;
  const gone = removed(was, is, will, input.choices);
  return ok({
    source: written.value.source,
    workflow,
    diagnostics,
    changes: outcomes.flatMap(changeOf),
    conflicts: [...outcomes.flatMap(({ conflict }) => conflict ?? []), ...gone],
  });
}

/** Decisions with their nodes as another text has them. */
function inText(decisions: readonly Decision[], { workflow }: ReadStanding): Decision[] {
  const byId = new Map(workflow.nodes.map((node) => [node.id, node]));
  return decisions.map((decision) => ({ ...decision, node: byId.get(decision.node.id) ?? decision.node }));
}

/** One side changed nothing at all: the other one stands, byte for byte. */
function untouched({ source, dialect }: Standing): Result<Reimport, Unmergeable> {
  const { workflow, diagnostics } = readDefinition(source, dialect);
  if (!workflow) return err({ reason: 'base_unreadable' });
  return ok({ source, workflow, diagnostics, changes: [], conflicts: [] });
}

function sameText(a: Standing, b: Standing): boolean {
  return a.source.text === b.source.text && a.source.sidecar === b.source.sidecar;
}

interface ReadNodes extends ReadStanding {
  readonly says: (nodeId: string) => NodeSays | null;
}

function readNodes({ source, dialect }: Standing): ReadNodes | null {
  const { workflow } = readDefinition(source, dialect);
  if (!workflow) return null;
  const byId = new Map(workflow.nodes.map((node) => [node.id, node]));
  return {
    source,
    dialect,
    workflow,
    says: (nodeId) => {
      const node = byId.get(nodeId);
      return node ? saysOf(node) : null;
    },
  };
}

/**
 * What a file without its sidecar says of a node: nothing new, where its text goes with the sidecar of the last file
 * or with the one that stands here; else what it says beside the last file's.
 */
function asIfUnsaid({ base, theirs }: ReimportInput, read: Record<'was' | 'is' | 'will', ReadNodes>) {
  const { was, is, will } = read;
  const sidecar = base.dialect === theirs.dialect ? base.source.sidecar : null;
  const beside = readNodes({ ...theirs, source: { ...theirs.source, sidecar } }) ?? will;
  return ({ id, ...node }: NodeDefinition): NodeSays => {
    const [before, here] = [was.says(id), is.says(id)];
    const [besideBase, besideOurs] = [beside.says(id), saysOf({ id, ...node })];
    if (besideBase && before && sameSays(besideBase, before)) return before;
    if (here && sameSays(besideOurs, here)) return here;
    return besideBase ?? besideOurs;
  };
}

interface Asked {
  readonly node: NodeDefinition;
  readonly base: NodeSays | null;
  readonly ours: NodeSays | null;
  readonly theirs: NodeSays;
}

interface Decision extends Asked {
  readonly wanted: NodeSays;
  readonly kept: readonly PolicyKey[];
  readonly taken: readonly PolicyKey[];
  readonly conflict: MergeConflict | null;
}

const NOTHING: NodeSays = { policy: {}, engineRetry: [] };

function decide(asked: Asked, choices: ReadonlyMap<string, Side>, inheritedOwner: string | null): Decision {
  const { node, ours, theirs } = asked;
  const base = asked.base ?? NOTHING;
  if (!ours) return { ...asked, wanted: theirs, kept: [], taken: [], conflict: null };
  const chosen = choices.get(node.id) ?? null;
  const merged = mergeSays(base, ours, theirs, chosen ?? 'ours');
  const { kept, taken, conflicts } = merged;
  const disputed = conflicts.length > 0;
  if (!disputed && kept.length === 0) return { ...asked, wanted: theirs, kept, taken, conflict: null };
  const problems = problemsOf(merged, asked, inheritedOwner);
  if (problems.length === 0 && !disputed) return { ...asked, wanted: merged.says, kept, taken, conflict: null };
  // Where the parts do not go together, the node is one part.
  const whole = problems.length > 0;
  const side = chosen ?? 'ours';
  return {
    ...asked,
    wanted: whole ? { ours, theirs }[side] : merged.says,
    kept: whole ? [] : kept,
    taken: whole ? [] : taken,
    conflict: {
      nodeId: node.id,
      name: node.name,
      kind: disputed ? 'policy' : 'together',
      keys: whole ? [...new Set([...kept, ...taken, ...conflicts])] : conflicts,
      ...(whole
        ? { base: asked.base?.policy ?? null, ours: ours.policy, theirs: theirs.policy }
        : { ...merged.disputed, base: asked.base && merged.disputed.base }),
      engineRetry: ours.engineRetry.length !== theirs.engineRetry.length,
      diagnostics: disputed ? [] : problems,
      sides: ['ours', 'theirs'],
      chosen,
    },
  };
}

/** What forbids a policy that neither side has written; faults that one of them has for itself are not of our making. */
function problemsOf(
  { says }: MergedNode,
  { ours, theirs }: Asked,
  inheritedOwner: string | null,
): readonly Diagnostic[] {
  if (ours && sameSays(says, ours)) return [];
  const known = new Set([ours, theirs].flatMap((each) => (each ? errorsOf(each, inheritedOwner) : [])).map(nameOf));
  const { policy } = readPolicy(says.policy);
  const errors = errorsOf(says, inheritedOwner);
  return policy ? errors.filter((each) => !known.has(nameOf(each))) : errors;
}

/** By the built-in rows of the catalogue: what a file says against itself, it says by itself. */
function errorsOf({ policy: document }: NodeSays, inheritedOwner: string | null): readonly Diagnostic[] {
  const { policy, diagnostics } = readPolicy(document);
  const all = policy ? [...diagnostics, ...checkPolicy(policy, { inheritedOwner })] : diagnostics;
  return all.filter(({ severity }) => severity === 'error');
}

function nameOf({ code, path, values }: Diagnostic): string {
  return JSON.stringify([code, path?.[0] ?? null, values ?? null]);
}

interface Written {
  readonly source: DefinitionText;
  readonly decisions: readonly Decision[];
}

/** Puts what is wanted into the file. What the file cannot take becomes a conflict of its node, and the file's side holds. */
function write(
  start: Standing,
  decisions: readonly Decision[],
  choices: ReadonlyMap<string, Side>,
): Result<Written, Unmergeable> {
  const dialect = dialectById(start.dialect);
  const planned = decisions.flatMap((decision) => {
    if (sameSays(saysOf(decision.node), decision.wanted)) return [];
    return [{ decision, change: changeFor(decision) }];
  });
  const wanted = new Map(decisions.map(({ node, wanted: says }) => [node.id, says]));
  const possible = planned.flatMap(({ change }) => (change.ok ? [change.value] : []));
  const { changes, refused: unshared } = shareOut(start, wanted, possible);
  const refused = new Map(unshared);
  for (const { decision, change } of planned) if (!change.ok) refused.set(decision.node.id, change.error);
  let written = dialect.write(start.source, changes);
  if (!written.ok) {
    const takes = changes.filter((change) => {
      const alone = dialect.write(start.source, [change]);
      if (!alone.ok) refused.set(change.nodeId, alone.diagnostics);
      return alone.ok;
    });
    if (takes.length === changes.length) return err({ reason: 'refused', diagnostics: written.diagnostics });
    written = dialect.write(start.source, takes);
    if (!written.ok) return err({ reason: 'refused', diagnostics: written.diagnostics });
  }
  const outcomes = decisions.map((decision) => {
    const why = refused.get(decision.node.id);
    return why && decision.wanted !== decision.theirs ? notTaken(decision, why, choices) : decision;
  });
  return ok({ source: { ...start.source, text: written.text, sidecar: written.sidecar }, decisions: outcomes });
}

function changeFor({ node, wanted }: Decision): Result<PolicyChange, readonly Diagnostic[]> {
  const { policy, diagnostics } = readPolicy(wanted.policy);
  if (!policy) return err(diagnostics);
  const gives = node.engineRetry.length > 0 && wanted.engineRetry.length === 0;
  if (
    !gives &&
    !sameSays({ ...NOTHING, engineRetry: node.engineRetry }, { ...NOTHING, engineRetry: wanted.engineRetry })
  )
    return err([{ code: 'merge_engine_retry', severity: 'error', nodeId: node.id, values: { id: node.id } }]);
  return ok({ nodeId: node.id, policy, ...(gives && { replaceEngineRetry: true }) });
}

function notTaken(
  decision: Decision,
  diagnostics: readonly Diagnostic[],
  choices: ReadonlyMap<string, Side>,
): Decision {
  const { node, base, ours, theirs, kept, taken, conflict } = decision;
  const { keys, ...sides } = conflict ?? { keys: kept, base: base?.policy ?? null };
  return {
    ...decision,
    wanted: theirs,
    kept: [],
    taken,
    conflict: {
      ...sides,
      nodeId: node.id,
      name: node.name,
      kind: 'refused',
      keys: [...new Set([...keys, ...kept])],
      base: base?.policy ?? null,
      ours: ours?.policy ?? {},
      theirs: theirs.policy,
      engineRetry: (ours?.engineRetry.length ?? 0) !== theirs.engineRetry.length,
      diagnostics,
      sides: ['theirs'],
      chosen: choices.get(node.id) === 'theirs' ? 'theirs' : null,
    },
  };
}

/** Nodes that the file has no more and whose policy was changed here: it would be gone with them. */
function removed(was: ReadNodes, is: ReadNodes, will: ReadNodes, choices: ReadonlyMap<string, Side>): MergeConflict[] {
  const stay = new Set(will.workflow.nodes.map(({ id }) => id));
  return is.workflow.nodes.flatMap((node): MergeConflict[] => {
    if (stay.has(node.id)) return [];
    const [base, ours] = [was.says(node.id), saysOf(node)];
    const { conflicts, kept, disputed } = mergeSays(base ?? NOTHING, ours, NOTHING, 'ours');
    if (sameSays(base ?? NOTHING, ours)) return [];
    return [
      {
        nodeId: node.id,
        name: node.name,
        kind: 'removed',
        keys: [...new Set([...conflicts, ...kept])],
        base: base && disputed.base,
        ours: ours.policy,
        theirs: null,
        engineRetry: false,
        diagnostics: [],
        sides: ['theirs'],
        chosen: choices.get(node.id) === 'theirs' ? 'theirs' : null,
      },
    ];
  });
}

function changeOf({ node, wanted, kept, taken, theirs, conflict }: Decision): MergedChange[] {
  if (kept.length === 0 && taken.length === 0 && conflict === null) return [];
  return [{ nodeId: node.id, name: node.name, kept, taken, theirs: theirs.policy, merged: wanted.policy }];
}
