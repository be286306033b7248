import type { NodeDefinition, WorkflowDefinition } from '@/lib/model/workflow';
import type { NodePolicy } from '@/lib/policy/schema';
import { toDocument } from '@/lib/policy/written';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { err, ok, type Result } from '@/lib/shared/result';
import { policyOf } from '../policy-diagnostics';
import { plain, samePolicy } from '../policy-shape';
import { readSidecar, writeSidecar } from '../sidecar';
import { rememberingTrees } from '../source/parse';
import { deepEqual } from '../source/shape';
import { createSplicer } from '../source/splice';
import { asMap, ownEntry, type SourceEntry, toJsonWithout } from '../source/tree';
import type { DefinitionText, Loss, PolicyChange, WriteResult } from '../types';
import { isRetried } from './actions';
import { type KestraText, readText, type Task } from './flow';
import { countStyleOf, planRetry, RETRY_KEYS } from './plan';
import { project } from './project';
import { canCarry, workflowOf } from './read';
import { isKnownKey } from './schedule';
import { kestraLosses, sameActions } from './support';

/**
 * Splices policies into the `retry` of their tasks, and into the sidecar what Kestra cannot say. Refused when the texts
 * read back do not say exactly the new policies and nothing else.
 */
export function writeKestra(source: DefinitionText, changes: readonly PolicyChange[]): WriteResult {
  const { text, sidecar } = source;
  if (changes.length === 0) return { ok: true, text, sidecar, losses: [], diagnostics: [] };
  return rememberingTrees(() => write(source, changes));
}

function write(source: DefinitionText, changes: readonly PolicyChange[]): WriteResult {
  const { text, sidecar: besideText, fileName, engineVersion } = source;
  const { document, diagnostics } = readText(text, fileName);
  if (!document) return { ok: false, diagnostics };
  const { sidecar, diagnostics: ofSidecar } = readSidecar(besideText, fileName);
  if (besideText !== null && !sidecar) return { ok: false, diagnostics: ofSidecar };
  const before = workflowOf(document, source).workflow;
  const planned = changes.map((change) => targetOf(document, before, change, engineVersion));
  const refusals = planned.flatMap((each) => (each.ok ? [] : [each.error]));
  if (refusals.length > 0) return { ok: false, diagnostics: refusals };
  const targets = planned.flatMap((each) => (each.ok ? [each.value] : []));

  const spliced = spliceRetries(document, targets, engineVersion);
  if (!spliced.ok) return spliced;
  const edits = targets.filter(({ losses, node }) => losses.length > 0 || sidecar?.policies.has(node.id));
  const policies = edits.map(({ node, policy }) => ({ nodeId: node.id, policy: plain(toDocument(policy)) }));
  const beside =
    edits.length > 0
      ? writeSidecar(besideText, fileName, policies)
      : { ok: true as const, text: besideText, notes: [] };
  if (!beside.ok) return beside;
  const refused = checkWritten(document, before, { ...source, text: spliced.text, sidecar: beside.text }, changes);
  if (refused) return { ok: false, diagnostics: refused };
  const losses = targets.flatMap((target) => target.losses);
  const notes = [...spliced.notes, ...beside.notes];
  return { ok: true, text: spliced.text, sidecar: beside.text, losses, diagnostics: notes };
}

interface Target {
  readonly task: Task;
  /** Without the engine's own retry where that shall be replaced. */
  readonly node: NodeDefinition;
  readonly policy: NodePolicy;
  readonly losses: readonly Loss[];
}

function targetOf(
  document: KestraText,
  before: WorkflowDefinition,
  { nodeId, policy, replaceEngineRetry }: PolicyChange,
  engineVersion: string | null | undefined,
): Result<Target, Diagnostic> {
  const refuse = (code: string) => err<Diagnostic>({ code, severity: 'error', nodeId, values: { id: nodeId } });
  const task = document.tasks.find(({ id }) => id === nodeId);
  const found = before.nodes.find(({ id }) => id === nodeId);
  if (!task || !found) return refuse('node_unknown');
  if (document.ambiguous.has(nodeId)) return refuse('node_ambiguous');
  if (!canCarry(task)) return refuse('kestra_cannot_carry');
  const node = replaceEngineRetry ? { ...found, engineRetry: [] } : found;
  if (node.engineRetry.length > 0 && policy.retry) return refuse('engine_retry_in_the_way');
  return ok({ task, node, policy, losses: kestraLosses(node, policy, engineVersion) });
}

function spliceRetries(document: KestraText, targets: readonly Target[], engineVersion: string | null | undefined) {
  const splicer = createSplicer(document.tree);
  const style = countStyleOf(document, engineVersion);
  const refusals: Diagnostic[] = [];
  for (const { task, node, policy } of targets) {
    if (node.engineRetry.length > 0 || !isRetried(task.type ?? '')) continue;
    const plan = planRetry(task, project(policy).schedule, style);
    if (plan.kind === 'change') splicer.setEntries(task.map, [plan.entry]);
    if (plan.kind !== 'in_the_way') continue;
    const values = { name: task.name };
    refusals.push({ code: 'kestra_defaults_in_the_way', severity: 'error', values, nodeId: task.id });
  }
  return refusals.length > 0 ? { ok: false as const, diagnostics: refusals } : splicer.finish();
}

/** Reads the outcome back: the policies must be the wanted ones, and all the rest what it was. */
function checkWritten(
  before: KestraText,
  workflowBefore: WorkflowDefinition,
  result: DefinitionText,
  changes: readonly PolicyChange[],
): readonly Diagnostic[] | null {
  const { document: after, diagnostics } = readText(result.text, result.fileName, before.tree);
  if (!after) return [{ code: 'write_unreadable', severity: 'error' }, ...diagnostics];
  const { nodes } = workflowOf(after, result).workflow;
  const changed = new Set(changes.map(({ nodeId }) => nodeId));
  const others = (all: readonly NodeDefinition[]) =>
    all.filter(({ id }) => !changed.has(id)).map(({ config }) => config);
  const omitted = omittedIn(before, after, changed);
  const same = deepEqual(
    toJsonWithout(before.tree.root, omitted.before),
    toJsonWithout(after.tree.root, omitted.after),
  );
  if (!same || !deepEqual(others(workflowBefore.nodes), others(nodes)))
    return [{ code: 'write_changed_meaning', severity: 'error' }];
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const lost = changes.flatMap(({ nodeId, policy }): Diagnostic[] => {
    const node = byId.get(nodeId);
    if (node && survived(node, policy)) return [];
    return [{ code: 'write_policy_lost', severity: 'error', nodeId, values: { id: nodeId } }];
  });
  return lost.length > 0 ? lost : null;
}

/** What the policies of these tasks own in both texts: a whole `retry` where one of them has none, else its keys. */
function omittedIn(before: KestraText, after: KestraText, changed: ReadonlySet<string>) {
  const omitted = { before: new Set<SourceEntry>(), after: new Set<SourceEntry>() };
  const taskOf = new Map(after.tasks.map((task) => [task.id, task]));
  for (const { id, map } of before.tasks) {
    const other = taskOf.get(id);
    if (!changed.has(id) || !other) continue;
    const [was, is] = [ownEntry(map, 'retry'), ownEntry(other.map, 'retry')];
    // An alias stands for a map that belongs to somebody else.
    const stays = was?.value.kind === 'map' && is?.value.kind === 'map';
    for (const entry of ownedOf(was, stays)) omitted.before.add(entry);
    for (const entry of ownedOf(is, stays)) omitted.after.add(entry);
  }
  return omitted;
}

function ownedOf(retry: SourceEntry | undefined, stays: boolean): readonly SourceEntry[] {
  if (!retry) return [];
  const inner = asMap(retry.value)?.entries ?? [];
  return stays ? inner.filter(({ key }) => isOurs(key)) : [retry];
}

/** `behavior` too: what began new executions is the retry of one task from then on. What Kestra refuses is no loss. */
function isOurs(key: string): boolean {
  return key === 'behavior' || !isKnownKey(key) || RETRY_KEYS.some((each) => each === key);
}

function survived(node: NodeDefinition, wanted: NodePolicy): boolean {
  const { policy } = policyOf(node.config, node.id);
  if (!policy) return false;
  const guessed = sameActions(node, wanted) && sameActions(node, policy);
  const said = ({ actions, ...rest }: NodePolicy) => plain(toDocument({ ...rest, ...(!guessed && { actions }) }));
  return samePolicy(said(policy), said(wanted));
}
