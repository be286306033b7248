import type { NodeDefinition } from '@/lib/model/workflow';
import type { NodePolicy } from '@/lib/policy/schema';
import { toDocument } from '@/lib/policy/written';
import { ok } from '@/lib/shared/result';
import { areGuessed } from '../guessed-actions';
import { policyOf } from '../policy-diagnostics';
import { plain, samePolicy } from '../policy-shape';
import { deepEqual } from '../source/shape';
import { createSplicer } from '../source/splice';
import type { DefinitionText, PolicyChange, WriteResult } from '../types';
import { nodeToWrite, type SidecarTarget, type SidecarWriting, writeWithSidecar } from '../with-sidecar';
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
  return writeWithSidecar(source, changes, WRITING);
}

/** `try` where writing this change puts one around the step; null where it does not. */
export function wrapsOfGoogleWorkflows(source: DefinitionText, change: PolicyChange): string | null {
  const { document } = readDocument(source.text, source.fileName);
  const step = document?.steps.find(({ id }) => id === change.nodeId);
  if (!document || !step || !canCarry(step) || isWrapped(step)) return null;
  const wanted = project(change.policy, document.root !== null);
  return wanted.schedule && !saysTheSame(retryOf(document, step), wanted) ? 'try' : null;
}

interface Target extends SidecarTarget {
  readonly step: Step;
}

const WRITING: SidecarWriting<WorkflowsDocument, Target> = {
  read: readDocument,
  workflowOf,
  target: ({ steps, ambiguous }, before, change) => {
    const node = nodeToWrite(before, change, ambiguous, 'google_cannot_carry');
    if (!node.ok) return node;
    const step = steps.find(({ id }) => id === change.nodeId);
    if (!step) throw new Error(`no step for the node ${change.nodeId}`);
    return ok({ step, node: node.value, policy: change.policy, losses: googleLosses(node.value, change.policy) });
  },
  splice: (document, targets) => {
    const splicer = createSplicer(document.tree);
    const writer = createRetryWriter(splicer, document);
    for (const { step, node, policy } of targets)
      if (node.engineRetry.length === 0) writer.set(step, project(policy, document.root !== null));
    const problems = writer.finish();
    return problems.length > 0 ? { ok: false, diagnostics: problems } : splicer.finish();
  },
  sameBut: (before, after, changed) => deepEqual(meaningBut(before, changed), meaningBut(after, changed)),
  survived,
};

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
