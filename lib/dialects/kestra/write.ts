import type { NodeDefinition } from '@/lib/model/workflow';
import type { NodePolicy } from '@/lib/policy/schema';
import { toDocument } from '@/lib/policy/written';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { ok } from '@/lib/shared/result';
import { policyOf } from '../policy-diagnostics';
import { plain, samePolicy } from '../policy-shape';
import { rememberingTrees } from '../source/parse';
import { deepEqual } from '../source/shape';
import { createSplicer } from '../source/splice';
import { asMap, ownEntry, type SourceEntry, toJsonWithout } from '../source/tree';
import type { DefinitionText, PolicyChange, WriteResult } from '../types';
import { nodeToWrite, type SidecarTarget, type SidecarWriting, writeWithSidecar } from '../with-sidecar';
import { isRetried } from './actions';
import { type KestraText, readText, type Task } from './flow';
import { countStyleOf, planRetry, RETRY_KEYS } from './plan';
import { project } from './project';
import { workflowOf } from './read';
import { isKnownKey } from './schedule';
import { kestraLosses, sameActions } from './support';

/**
 * Splices policies into the `retry` of their tasks, and into the sidecar what Kestra cannot say. Refused when the texts
 * read back do not say exactly the new policies and nothing else.
 */
export function writeKestra(source: DefinitionText, changes: readonly PolicyChange[]): WriteResult {
  return rememberingTrees(() => writeWithSidecar(source, changes, writingFor(source.engineVersion)));
}

interface Target extends SidecarTarget {
  readonly task: Task;
}

function writingFor(engineVersion: string | null | undefined): SidecarWriting<KestraText, Target> {
  return {
    read: (text, fileName, earlier) => readText(text, fileName, earlier?.tree),
    workflowOf,
    target: ({ tasks, ambiguous }, before, change) => {
      const node = nodeToWrite(before, change, ambiguous, 'kestra_cannot_carry');
      if (!node.ok) return node;
      const task = tasks.find(({ id }) => id === change.nodeId);
      if (!task) throw new Error(`no task for the node ${change.nodeId}`);
      const { policy } = change;
      return ok({ task, node: node.value, policy, losses: kestraLosses(node.value, policy, engineVersion) });
    },
    splice: (document, targets) => spliceRetries(document, targets, engineVersion),
    sameBut: (before, after, changed) => {
      const omitted = omittedIn(before, after, changed);
      return deepEqual(toJsonWithout(before.tree.root, omitted.before), toJsonWithout(after.tree.root, omitted.after));
    },
    survived,
  };
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
