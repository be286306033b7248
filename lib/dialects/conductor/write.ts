import type { NodeDefinition } from '@/lib/model/workflow';
import type { NodePolicy } from '@/lib/policy/schema';
import { toDocument } from '@/lib/policy/written';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { err, ok, type Result } from '@/lib/shared/result';
import { lostPolicies, POLICY_KEY, policyChange } from '../in-node';
import { plain } from '../policy-shape';
import { deepEqual } from '../source/shape';
import { createSplicer, type Splicer } from '../source/splice';
import { ownEntry, type SourceMap } from '../source/tree';
import type { DefinitionText, Loss, PolicyChange, WriteResult } from '../types';
import { type ConductorDocument, type ConductorTask, readDocument } from './document';
import { meaningBut } from './meaning';
import { metadataOf, workflowOf } from './read';
import { blockOf, ownCount, projectRetry, retryEntries, saysTheSame } from './retry';
import { conductorLosses } from './support';

/**
 * Splices policies into their tasks: whole under `metadata.failpath`, and what the engine can do of them into the task
 * definition, which other tasks may share. Refused when the text read back does not say exactly the new policies, and
 * of all else only the retries of tasks that share a definition.
 */
export function writeConductor(source: DefinitionText, changes: readonly PolicyChange[]): WriteResult {
  const { text, sidecar, fileName } = source;
  if (changes.length === 0) return { ok: true, text, sidecar, losses: [], diagnostics: [] };
  const { document, diagnostics } = readDocument(text, fileName);
  if (!document) return { ok: false, diagnostics };
  const before = workflowOf(document, fileName).workflow;
  const planned = changes.map((change) => targetOf(document, before.nodes, change));
  const refusals = planned.flatMap((each) => (each.ok ? [] : [each.error]));
  if (refusals.length > 0) return { ok: false, diagnostics: refusals };
  const targets = planned.flatMap((each) => (each.ok ? [each.value] : []));
  const differing = sharedDifferently(targets);
  if (differing.length > 0) return { ok: false, diagnostics: differing };
  const splicer = createSplicer(document.tree);
  const done = { counts: new Set<SourceMap>(), rest: new Set<SourceMap>() };
  for (const target of targets) {
    if (!target.keepsRetry) setRetry(splicer, target, done);
    setPolicy(splicer, target);
  }
  const spliced = splicer.finish();
  if (!spliced.ok) return spliced;
  const refused = checkWritten(document, before.nodes, { ...source, text: spliced.text }, changes);
  if (refused) return { ok: false, diagnostics: refused };
  const losses = targets.flatMap((target) => target.losses);
  return { ok: true, text: spliced.text, sidecar, losses, diagnostics: spliced.notes };
}

interface Target {
  readonly task: ConductorTask;
  readonly policy: NodePolicy;
  /** What stands there stays: it says the same, it is in force by somebody's will, or there is nothing that could say it. */
  readonly keepsRetry: boolean;
  readonly losses: readonly Loss[];
}

function targetOf(
  { tasks, ambiguous }: ConductorDocument,
  before: readonly NodeDefinition[],
  { nodeId, policy, replaceEngineRetry = false }: PolicyChange,
): Result<Target, Diagnostic> {
  const refuse = (code: string) => err<Diagnostic>({ code, severity: 'error', nodeId, values: { id: nodeId } });
  const task = tasks.find(({ id }) => id === nodeId);
  const found = before.find(({ id }) => id === nodeId);
  if (!task || !found) return refuse('node_unknown');
  if (ambiguous.has(nodeId)) return refuse('node_ambiguous');
  if (!found.canCarryPolicy) return refuse('conductor_cannot_carry');
  const inForce = !replaceEngineRetry && found.engineRetry.length > 0;
  const losses = conductorLosses(inForce ? found : { ...found, engineRetry: [] }, policy);
  return ok({ task, policy, losses, keepsRetry: inForce || saysTheSame(blockOf(task), policy) });
}

/** One definition cannot say two things: of the tasks that share it, the later is refused. */
function sharedDifferently(targets: readonly Target[]): readonly Diagnostic[] {
  const wanted = new Map<SourceMap, { readonly id: string; readonly says: string }>();
  return targets.flatMap(({ task, policy, keepsRetry }): Diagnostic[] => {
    const { definition, id, name } = task;
    if (!definition || keepsRetry) return [];
    const says = JSON.stringify(projectRetry(policy));
    const earlier = wanted.get(definition.map);
    wanted.set(definition.map, earlier ?? { id, says });
    if (!earlier || earlier.says === says) return [];
    const values = { id, name, other: earlier.id };
    return [{ code: 'conductor_shared_differs', severity: 'error', nodeId: id, values }];
  });
}

function setRetry(splicer: Splicer, { task, policy }: Target, done: Done): void {
  const block = blockOf(task);
  if (!task.definition || !block) return;
  const { retryCount, ...rest } = retryEntries(block, projectRetry(policy));
  const entry = (key: string, value: (typeof rest)[string]) => ({ key, value, shape: {} });
  const count = entry('retryCount', retryCount);
  const here = ownCount(task) !== undefined;
  if (here) splicer.setEntries(task.map, [count]);
  const { map } = task.definition;
  const counts = here || done.counts.has(map) ? [] : [count];
  const others = done.rest.has(map) ? [] : Object.entries(rest).map(([key, value]) => entry(key, value));
  if (!here) done.counts.add(map);
  done.rest.add(map);
  splicer.setEntries(map, [...counts, ...others]);
}

/** Definitions that have been set: tasks that share one all want the same. */
interface Done {
  readonly counts: Set<SourceMap>;
  readonly rest: Set<SourceMap>;
}

function setPolicy(splicer: Splicer, { task, policy }: Target): void {
  const metadata = metadataOf(task);
  const document = plain(toDocument(policy));
  if (!metadata) {
    if (Object.keys(document).length === 0) return;
    splicer.setEntries(task.map, [{ key: 'metadata', value: { [POLICY_KEY]: document }, shape: {} }]);
    return;
  }
  const change = policyChange(metadata, policy);
  const alone = change.value === undefined && metadata.entries.every(({ key }) => key === POLICY_KEY);
  if (!alone) splicer.setEntries(metadata, [change]);
  else if (ownEntry(metadata, POLICY_KEY))
    splicer.setEntries(task.map, [{ key: 'metadata', value: undefined, shape: {} }]);
}

/** Reads the outcome back: the policies must be the wanted ones, and all the rest what it was. */
function checkWritten(
  before: ConductorDocument,
  nodesBefore: readonly NodeDefinition[],
  { text, fileName }: DefinitionText,
  changes: readonly PolicyChange[],
): readonly Diagnostic[] | null {
  const { document: after, diagnostics } = readDocument(text, fileName);
  if (!after) return [{ code: 'write_unreadable', severity: 'error' }, ...diagnostics];
  const { nodes } = workflowOf(after, fileName).workflow;
  const changed = new Set(changes.map(({ nodeId }) => nodeId));
  const touched = new Set(
    before.tasks.flatMap(({ id, definition }) => (changed.has(id) && definition ? [definition.map] : [])),
  );
  const sharing = new Set(
    before.tasks.flatMap(({ id, definition }) => (definition && touched.has(definition.map) ? [id] : [])),
  );
  const others = (all: readonly NodeDefinition[]) =>
    all.filter(({ id }) => !changed.has(id) && !sharing.has(id)).map(({ config }) => config);
  const same = deepEqual(meaningBut(before, changed), meaningBut(after, changed));
  if (!same || !deepEqual(others(nodesBefore), others(nodes)))
    return [{ code: 'write_changed_meaning', severity: 'error' }];
  const lost = lostPolicies(nodes, changes);
  return lost.length > 0 ? lost : null;
}
