import type { NodeDefinition } from '@/lib/model/workflow';
import type { NodePolicy } from '@/lib/policy/schema';
import { toDocument } from '@/lib/policy/written';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { JsonObject } from '@/lib/shared/json';
import { err, ok, type Result } from '@/lib/shared/result';
import { lostPolicies, POLICY_KEY, policyChange } from '../in-node';
import { plain } from '../policy-shape';
import { deepEqual } from '../source/shape';
import { createSplicer, type EntryChange, type Splicer } from '../source/splice';
import { ownEntry, type SourceMap } from '../source/tree';
import type { DefinitionText, Loss, PolicyChange, WriteResult } from '../types';
import { readDocument, type Task, type WorkflowDocument } from './document';
import { meaningBut, sharedName, sharing } from './meaning';
import { metadataOf, workflowOf } from './read';
import {
  blockOf,
  catchesForOthers,
  FILTER_KEYS,
  neverAgain,
  projectRetry,
  RETRY_KEY,
  readRetry,
  retryAt,
  sameSchedule,
  saysTheSame,
  type WantedRetry,
  writeCatch,
  writeRetry,
} from './retry';
import { readFilter, sameStatuses, writeFilter } from './statuses';
import { serverlessLosses } from './support';
import { isOurs, OUTSIDE, unwrapTask, wrapTask } from './wrap';

/**
 * Splices policies into their tasks: whole under `metadata.failpath`, and what the engine can do of them into the
 * `catch` around the task, which is put there where there is none, and taken away again. Refused when the text read
 * back does not say exactly the new policies, and of all else only the retries of tasks that share a retry policy.
 */
export function writeServerless(source: DefinitionText, changes: readonly PolicyChange[]): WriteResult {
  const { text, sidecar, fileName, engineVersion } = source;
  if (changes.length === 0) return { ok: true, text, sidecar, losses: [], diagnostics: [] };
  const { document, diagnostics } = readDocument(text, fileName);
  if (!document) return { ok: false, diagnostics };
  const before = workflowOf(document, fileName).workflow;
  const planned = changes.map((change) => targetOf(document, before.nodes, change, engineVersion));
  const refusals = planned.flatMap((each) => (each.ok ? [] : [each.error]));
  if (refusals.length > 0) return { ok: false, diagnostics: refusals };
  const targets = planned.flatMap((each) => (each.ok ? [each.value] : []));
  const differing = sharedDifferently(document, targets);
  if (differing.length > 0) return { ok: false, diagnostics: differing };
  const splicer = createSplicer(document.tree);
  const done = new Set<SourceMap>();
  const stuck = targets.filter((target) => !setTarget(splicer, document, target, done));
  if (stuck.length > 0) return { ok: false, diagnostics: stuck.map(({ task }) => cannotSplice(document, task)) };
  const spliced = splicer.finish();
  if (!spliced.ok) return spliced;
  const refused = checkWritten(document, before.nodes, { ...source, text: spliced.text }, changes);
  if (refused) return { ok: false, diagnostics: refused };
  const losses = targets.flatMap((target) => target.losses);
  return { ok: true, text: spliced.text, sidecar, losses, diagnostics: spliced.notes };
}

/** `try` where this change puts one around its task. */
export function wrapsOfServerless(source: DefinitionText, change: PolicyChange): string | null {
  const { document } = readDocument(source.text, source.fileName);
  if (!document) return null;
  const { nodes } = workflowOf(document, source.fileName).workflow;
  const target = targetOf(document, nodes, change);
  return target.ok && target.value.wanted && !target.value.keepsRetry && !target.value.task.attempt ? 'try' : null;
}

interface Target {
  readonly task: Task;
  readonly policy: NodePolicy;
  readonly wanted: WantedRetry | null;
  /** What stands there stays: it says the same, or it is in force by somebody's will. */
  readonly keepsRetry: boolean;
  readonly copyShared: boolean;
  readonly losses: readonly Loss[];
}

function targetOf(
  document: WorkflowDocument,
  before: readonly NodeDefinition[],
  { nodeId, policy, replaceEngineRetry = false, copyShared = false }: PolicyChange,
  engineVersion?: string | null,
): Result<Target, Diagnostic> {
  const refuse = (code: string) => err<Diagnostic>({ code, severity: 'error', nodeId, values: { id: nodeId } });
  const task = document.tasks.find(({ id }) => id === nodeId);
  const found = before.find(({ id }) => id === nodeId);
  if (!task || !found) return refuse('node_unknown');
  if (document.ambiguous.has(nodeId)) return refuse('node_ambiguous');
  if (!found.canCarryPolicy) return refuse('serverless_cannot_carry');
  const inForce = !replaceEngineRetry && found.engineRetry.length > 0;
  const wanted = projectRetry(policy);
  const losses = serverlessLosses(inForce ? found : { ...found, engineRetry: [] }, policy, engineVersion);
  const keepsRetry = inForce || saysTheSame(document, task, wanted);
  return ok({ task, policy, wanted, losses, copyShared, keepsRetry });
}

/** The shared retry policy that a target changes; null = it changes none. */
function sharedOf({ retries }: WorkflowDocument, { task, keepsRetry, copyShared }: Target): SourceMap | null {
  const at = task.attempt && !keepsRetry && !copyShared ? retryAt(retries, task.attempt.catch) : null;
  return at && at.name !== null ? at.map : null;
}

/** One retry policy cannot say two things: of the tasks that share it, the later is refused. */
function sharedDifferently(document: WorkflowDocument, targets: readonly Target[]): readonly Diagnostic[] {
  const wanted = new Map<SourceMap, { readonly id: string; readonly says: string }>();
  return targets.flatMap((target): Diagnostic[] => {
    const { id, attempt } = target.task;
    const map = sharedOf(document, target);
    if (!map || !attempt || (!target.wanted && isOurs(document.tree.text, target.task))) return [];
    const { count = 0, kind = '', delayMs = 0 } = target.wanted ?? {};
    const says = JSON.stringify([count, kind, delayMs]);
    const earlier = wanted.get(map);
    wanted.set(map, earlier ?? { id, says });
    if (!earlier || earlier.says === says) return [];
    const values = { id, name: retryAt(document.retries, attempt.catch)?.name ?? '', other: earlier.id };
    return [{ code: 'serverless_shared_differs', severity: 'error', nodeId: id, values }];
  });
}

/** False where the layout forbids it. */
function setTarget(splicer: Splicer, document: WorkflowDocument, target: Target, done: Set<SourceMap>): boolean {
  const { task, wanted, keepsRetry } = target;
  const { text } = document.tree;
  setPolicy(splicer, target);
  if (keepsRetry) return true;
  if (!task.attempt) return !wanted || wrapTask(splicer, text, task, writeCatch(wanted, text));
  if (!wanted && isOurs(text, task)) unwrapTask(splicer, text, task);
  else setRetry(splicer, document, { ...target, caught: task.attempt.catch }, done);
  return true;
}

function setRetry(
  splicer: Splicer,
  document: WorkflowDocument,
  target: Target & { readonly caught: SourceMap },
  done: Set<SourceMap>,
): void {
  const { task, wanted, caught } = target;
  const { text } = document.tree;
  const found = blockOf(document, task.attempt);
  const present = found?.retry ?? null;
  const read = present && readRetry(present);
  const stays = read !== null && wanted !== null && sameSchedule(read, wanted);
  const value = wanted ? writeRetry(present, wanted, text) : neverAgain(present);
  const shared = sharedOf(document, target);
  if (shared && !stays && !done.has(shared)) {
    done.add(shared);
    const keys = [...new Set([...Object.keys(value), ...shared.entries.map(({ key }) => key)])];
    splicer.setEntries(
      shared,
      keys.map((key) => ({ key, value: value[key], shape: {} })),
    );
  }
  const own: EntryChange[] =
    shared || stays
      ? []
      : [{ key: RETRY_KEY, value, shape: {}, after: ['errors', 'as', 'when', 'exceptWhen'], before: ['do'] }];
  splicer.setEntries(caught, [...(wanted ? filterChanges(caught, found?.block ?? {}, wanted) : []), ...own]);
}

/** What becomes of the errors that a `catch` catches; nothing where they stay. */
function filterChanges(caught: SourceMap, block: JsonObject, { statuses }: WantedRetry): readonly EntryChange[] {
  const present = readFilter(block);
  if (catchesForOthers(caught) || (present && sameStatuses(present, statuses))) return [];
  const wanted = writeFilter(statuses);
  return FILTER_KEYS.map((key) => ({ key, value: wanted[key], shape: {}, before: ['exceptWhen', RETRY_KEY, 'do'] }));
}

function setPolicy(splicer: Splicer, { task, policy }: Target): void {
  const metadata = metadataOf(task);
  const document = plain(toDocument(policy));
  const { map } = task;
  if (!metadata) {
    if (Object.keys(document).length === 0) return;
    const inside = map.entries.map(({ key }) => key).filter((key) => !OUTSIDE.includes(key));
    splicer.setEntries(map, [{ key: 'metadata', value: { [POLICY_KEY]: document }, shape: {}, after: inside }]);
    return;
  }
  const change = policyChange(metadata, policy);
  const alone = change.value === undefined && metadata.entries.every(({ key }) => key === POLICY_KEY);
  if (!alone) splicer.setEntries(metadata, [change]);
  else if (ownEntry(metadata, POLICY_KEY)) splicer.setEntries(map, [{ key: 'metadata', value: undefined, shape: {} }]);
}

function cannotSplice({ tree }: WorkflowDocument, { id, entry }: Task): Diagnostic {
  const place = tree.place(entry.start, entry.keyEnd);
  return { code: 'cannot_splice', severity: 'error', nodeId: id, place };
}

/** Reads the outcome back: the policies must be the wanted ones, and all the rest what it was. */
function checkWritten(
  before: WorkflowDocument,
  nodesBefore: readonly NodeDefinition[],
  { text, fileName }: DefinitionText,
  changes: readonly PolicyChange[],
): readonly Diagnostic[] | null {
  const { document: after, diagnostics } = readDocument(text, fileName);
  if (!after) return [{ code: 'write_unreadable', severity: 'error' }, ...diagnostics];
  const { nodes } = workflowOf(after, fileName).workflow;
  const changed = new Set(changes.map(({ nodeId }) => nodeId));
  const copied = new Set(changes.flatMap(({ nodeId, copyShared }) => (copyShared ? [nodeId] : [])));
  const touched = before.tasks.filter(({ id }) => changed.has(id) && !copied.has(id));
  const shared = new Set(touched.flatMap((task) => sharedName(before, task)));
  const beside = new Set(touched.flatMap((task) => sharing(before, task).map(({ id }) => id)));
  const others = (all: readonly NodeDefinition[]) =>
    all
      .filter(({ id }) => !changed.has(id) && !beside.has(id))
      .map(({ id, config, parentId, next }) => [id, config, parentId, [...next]]);
  const same = deepEqual(meaningBut(before, changed, { shared }), meaningBut(after, changed, { shared }));
  if (!same || !deepEqual(others(nodesBefore), others(nodes)))
    return [{ code: 'write_changed_meaning', severity: 'error' }];
  const lost = lostPolicies(nodes, changes);
  return lost.length > 0 ? lost : null;
}
