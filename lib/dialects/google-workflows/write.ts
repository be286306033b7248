import type { NodeDefinition, WorkflowDefinition } from '@/lib/model/workflow';
import type { NodePolicy } from '@/lib/policy/schema';
import { toDocument } from '@/lib/policy/written';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { err, ok, type Result } from '@/lib/shared/result';
import { areGuessed } from '../guessed-actions';
import { policyOf } from '../policy-diagnostics';
import { plain, samePolicy } from '../policy-shape';
import { readSidecar, writeSidecar } from '../sidecar';
import { deepEqual } from '../source/shape';
import { createSplicer } from '../source/splice';
import type { DefinitionText, Loss, PolicyChange, WriteResult } from '../types';
import { guessActions } from './actions';
import { criterionKey, criterionOf } from './criteria';
import { readDocument, type Step, type WorkflowsDocument } from './document';
import { meaningBut } from './meaning';
import { project, saysTheSame } from './project';
import { canCarry, retryOf, workflowOf } from './read';
import { createRetryWriter, isWrapped } from './retry-writer';
import { engineOf, googleLosses } from './support';

/**
 * Splices policies into `retry`, putting a `try` around a call where there is none, and into the sidecar what the
 * engine cannot say. Refused when the texts read back do not say exactly the new policies and nothing else.
 */
export function writeGoogleWorkflows(source: DefinitionText, changes: readonly PolicyChange[]): WriteResult {
  const { text, sidecar: besideText, fileName } = source;
  if (changes.length === 0) return { ok: true, text, sidecar: besideText, losses: [], diagnostics: [] };
  const { document, diagnostics } = readDocument(text, fileName);
  if (!document) return { ok: false, diagnostics };
  const { sidecar, diagnostics: ofSidecar } = readSidecar(besideText, fileName);
  if (besideText !== null && !sidecar) return { ok: false, diagnostics: ofSidecar };
  const before = workflowOf(document, source).workflow;
  const planned = changes.map((change) => targetOf(document, before, change));
  const refusals = planned.flatMap((each) => (each.ok ? [] : [each.error]));
  if (refusals.length > 0) return { ok: false, diagnostics: refusals };
  const targets = planned.flatMap((each) => (each.ok ? [each.value] : []));

  const splicer = createSplicer(document.tree);
  const writer = createRetryWriter(splicer, document);
  for (const { step, node, policy } of targets)
    if (node.engineRetry.length === 0) writer.set(step, project(policy, document.root !== null));
  const problems = writer.finish();
  if (problems.length > 0) return { ok: false, diagnostics: problems };
  const spliced = splicer.finish();
  if (!spliced.ok) return spliced;
  const edits = targets.filter(({ losses, node }) => losses.length > 0 || sidecar?.policies.has(node.id));
  const beside = writeBeside(source, edits);
  if (!beside.ok) return beside;
  const after = { ...source, text: spliced.text, sidecar: beside.text };
  const refused = checkWritten(document, before, after, changes);
  if (refused.length > 0) return { ok: false, diagnostics: refused };
  const losses = targets.flatMap((target) => target.losses);
  return {
    ok: true,
    text: after.text,
    sidecar: after.sidecar,
    losses,
    diagnostics: [...spliced.notes, ...beside.notes],
  };
}

/** `try` where writing this change puts one around the step; null where it does not. */
export function wrapsOfGoogleWorkflows(source: DefinitionText, change: PolicyChange): string | null {
  const { document } = readDocument(source.text, source.fileName);
  const step = document?.steps.find(({ id }) => id === change.nodeId);
  if (!document || !step || !canCarry(step) || isWrapped(step)) return null;
  const wanted = project(change.policy, document.root !== null);
  return wanted.schedule && !saysTheSame(retryOf(document, step), wanted) ? 'try' : null;
}

interface Target {
  readonly step: Step;
  /** Without the engine's own retry where it shall be replaced. */
  readonly node: NodeDefinition;
  readonly policy: NodePolicy;
  readonly losses: readonly Loss[];
}

function targetOf(
  { steps, ambiguous }: WorkflowsDocument,
  before: WorkflowDefinition,
  { nodeId, policy, replaceEngineRetry }: PolicyChange,
): Result<Target, Diagnostic> {
  const refuse = (code: string) => err<Diagnostic>({ code, severity: 'error', nodeId, values: { id: nodeId } });
  const step = steps.find(({ id }) => id === nodeId);
  const found = before.nodes.find(({ id }) => id === nodeId);
  if (!step || !found) return refuse('node_unknown');
  if (ambiguous.has(nodeId)) return refuse('node_ambiguous');
  if (!found.canCarryPolicy) return refuse('google_cannot_carry');
  const node = replaceEngineRetry ? { ...found, engineRetry: [] } : found;
  if (node.engineRetry.length > 0 && policy.retry) return refuse('engine_retry_in_the_way');
  return ok({ step, node, policy, losses: googleLosses(node, policy) });
}

function writeBeside({ sidecar, fileName }: DefinitionText, targets: readonly Target[]) {
  if (targets.length === 0) return { ok: true as const, text: sidecar, notes: [] };
  const edits = targets.map(({ node, policy }) => ({ nodeId: node.id, policy: plain(toDocument(policy)) }));
  return writeSidecar(sidecar, fileName, edits);
}

/** Reads the outcome back: the policies must be the wanted ones, and all the rest what it was. */
function checkWritten(
  document: WorkflowsDocument,
  before: WorkflowDefinition,
  result: DefinitionText,
  changes: readonly PolicyChange[],
): readonly Diagnostic[] {
  const after = readDocument(result.text, result.fileName);
  if (!after.document) return [{ code: 'write_unreadable', severity: 'error' }, ...after.diagnostics];
  const { workflow } = workflowOf(after.document, result);
  const changed = new Set(changes.map((change) => change.nodeId));
  const others = (nodes: readonly NodeDefinition[]) =>
    nodes.filter((node) => !changed.has(node.id)).map((node) => node.config);
  const same =
    deepEqual(meaningBut(document, changed), meaningBut(after.document, changed)) &&
    deepEqual(others(before.nodes), others(workflow.nodes));
  if (!same) return [{ code: 'write_changed_meaning', severity: 'error' }];
  return changes.flatMap(({ nodeId, policy }): Diagnostic[] => {
    const node = workflow.nodes.find((each) => each.id === nodeId);
    return node && survived(node, policy)
      ? []
      : [{ code: 'write_policy_lost', severity: 'error', nodeId, values: { id: nodeId } }];
  });
}

/** Equal, save that the engine spells codes its own way and says a constant delay as a fixed one. */
function survived(node: NodeDefinition, wanted: NodePolicy): boolean {
  const { policy } = policyOf(node.config, node.id);
  if (!policy) return false;
  const guessed = guessActions(engineOf(node));
  const withoutActions = areGuessed(guessed, wanted.actions) && areGuessed(guessed, policy.actions);
  const normal = (each: NodePolicy) => plain(toDocument(normalised(each, withoutActions)));
  return samePolicy(normal(policy), normal(wanted));
}

function normalised({ actions, retry, classification, ...rest }: NodePolicy, withoutActions: boolean): NodePolicy {
  const rules = new Map(
    classification
      ?.map((rule) => ({ ...rule, code: keyOf(rule.code) }))
      .sort((a, b) => (a.code < b.code ? -1 : 1))
      .map((rule) => [JSON.stringify(plain(rule)), rule]),
  );
  return {
    ...rest,
    ...(!withoutActions && actions && { actions }),
    ...(classification && { classification: [...rules.values()] }),
    ...(retry && { retry: normalRetry(retry) }),
  };
}

function normalRetry({ multiplier = 2, jitter, retryOn, ...rest }: NonNullable<NodePolicy['retry']>) {
  const constant = rest.backoff === 'fixed' || (rest.backoff === 'exponential' && multiplier === 1);
  return {
    ...rest,
    ...(constant ? { backoff: 'fixed' as const } : rest.backoff === 'exponential' && { multiplier }),
    ...(jitter && jitter !== 'none' && { jitter }),
    ...(retryOn && { retryOn: [...new Set(retryOn.map(keyOf))].sort() }),
  };
}

function keyOf(code: string): string {
  const { criterion } = criterionOf(code);
  return criterion ? criterionKey(criterion) : code;
}
