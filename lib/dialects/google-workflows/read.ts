import type { NodeDefinition, ReadResult } from '@/lib/model/workflow';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import { plainActions } from '../guessed-actions';
import type { Sidecar } from '../sidecar';
import { own } from '../source/shape';
import { asList, asMap, lookup, mapToJson, type SourceMap, toJson } from '../source/tree';
import type { DefinitionText } from '../types';
import { policyBeside, saidBeside, sidecarDiffers, type WorkflowRead, workflowWithSidecar } from '../with-sidecar';
import { guessActions } from './actions';
import { readDocument, type Step, tryOf, type WorkflowsDocument } from './document';
import { project, saysTheSame } from './project';
import { type Interpretation, interpretRetry, policyOfRetry } from './retry';

/** Set on nodes of texts whose steps stand directly in the file: no subworkflow can stand beside them. */
export const NO_SUBWORKFLOWS = 'noSubworkflows';
/** What a step does, by the key that says it. */
const TYPES = ['call', 'assign', 'switch', 'for', 'parallel', 'raise', 'return', 'try', 'steps', 'next'];

/**
 * Reads a workflow and its sidecar. Where `retry` says what the sidecar's policy comes to, the sidecar holds whole;
 * else `retry` holds for retry and classes, and a warning names the step.
 */
export function readGoogleWorkflows(source: DefinitionText): ReadResult {
  const { document, diagnostics } = readDocument(source.text, source.fileName);
  if (!document) return { workflow: null, diagnostics };
  const { workflow, diagnostics: found } = workflowOf(document, source);
  return { workflow, diagnostics: [...diagnostics, ...found] };
}

/** The workflow that a document and its sidecar make. */
export function workflowOf(document: WorkflowsDocument, source: DefinitionText): WorkflowRead {
  return workflowWithSidecar(source, (sidecar, found) =>
    document.steps.map((step) => readNode(document, step, sidecar, found)),
  );
}

/** True where a retry may stand: around a call, or in a `try` that is there. */
export function canCarry({ map }: Pick<Step, 'map'>): boolean {
  return lookup(map, 'call') !== undefined || lookup(map, 'try') !== undefined;
}

/** How a step is tried again, as its text says it. */
export function retryOf({ root }: WorkflowsDocument, { map }: Step): Interpretation {
  const retry = lookup(map, 'retry');
  return interpretRetry(retry && toJson(retry), root);
}

function readNode(
  document: WorkflowsDocument,
  step: Step,
  sidecar: Sidecar | null,
  found: Diagnostic[],
): NodeDefinition {
  const { tree, root } = document;
  const { id, name, map, item } = step;
  const engine = engineOf(map);
  const type = TYPES.find((each) => own(engine, each) !== undefined || lookup(map, each)) ?? null;
  const carries = canCarry(step);
  const retry = retryOf(document, step);
  const block = lookup(map, 'retry');
  if (carries && block && retry.kind === 'engine') {
    const severity = retry.reason === 'malformed' ? 'warning' : 'info';
    const place = tree.place(block.start, block.end);
    const values = { name, reason: retry.reason };
    found.push({ nodeId: id, place, code: 'google_retry_kept', severity, values });
  }
  if (carries && block && retry.kind === 'plain' && retry.rules === null) {
    const place = tree.place(block.start, block.end);
    found.push({ code: 'google_predicate_missing', severity: 'warning', nodeId: id, values: { name }, place });
  }
  const actions = guessActions(engine);
  const config: JsonObject = {
    id,
    name,
    ...(type !== null && { type }),
    ...(root === null && carries && { [NO_SUBWORKFLOWS]: true }),
    ...(step.catches.length > 0 && { failurePath: step.catches.map((next) => ({ next })) }),
    engine,
    ...(actions.length > 0 && { actions: plainActions(actions) }),
    ...(carries ? policyKeys(document, step, retry, sidecar, found) : {}),
  };
  return {
    ...{ id, name, type, config },
    parentId: step.parent,
    next: step.next,
    canCarryPolicy: carries,
    engineRetry: carries && retry.kind === 'engine' && block ? [asBlock(toJson(block))] : [],
    place: tree.place(item.start, item.value.end),
  };
}

/** The policy in force: what the text says, what the sidecar says, or each for its part. */
function policyKeys(
  { tree, root }: WorkflowsDocument,
  { id, map, entry }: Step,
  found: Interpretation,
  sidecar: Sidecar | null,
  diagnostics: Diagnostic[],
): JsonObject {
  const ofText = found.kind === 'plain' ? policyOfRetry(found) : {};
  const beside = sidecar?.policies.get(id);
  if (!beside) return ofText;
  const { holds, diagnostics: problems } = policyBeside(beside, id, {
    engineHolds: found.kind === 'engine',
    agrees: (policy) => saysTheSame(found, project(policy, root !== null)),
  });
  diagnostics.push(...problems);
  if (holds) return beside;
  const at = lookup(map, 'retry') ?? entry;
  diagnostics.push(sidecarDiffers(id, id, tree.place(at.start, 'kind' in at ? at.end : at.keyEnd)));
  return { ...ofText, ...saidBeside(beside) };
}

/** What a step does, whether it stands below `try` or not; without retry, and without the steps below it. */
function engineOf(map: SourceMap): JsonObject {
  const tried = tryOf(map);
  const part = (key: string, from: SourceMap | null = map): JsonObject => {
    const inner = from && asMap(lookup(from, key));
    return inner ? { [key]: mapToJson(inner, ['steps', 'branches', 'for']) } : {};
  };
  const parallel = asMap(lookup(map, 'parallel'));
  const cases = asList(lookup(map, 'switch'))?.items.flatMap(({ value }) => asMap(value) ?? []);
  const nested = ['retry', 'steps', 'for', 'parallel', 'switch', 'try', 'except'];
  return {
    ...mapToJson(map, nested),
    ...part('for'),
    ...(parallel && { parallel: { ...mapToJson(parallel, ['branches', 'for']), ...part('for', parallel) } }),
    ...(cases && { switch: cases.map((each) => mapToJson(each, ['steps'])) }),
    ...(tried && engineOf(tried)),
    ...part('except'),
  };
}

function asBlock(retry: JsonObject[string]): JsonObject {
  return isJsonObject(retry) ? retry : { value: retry ?? null };
}
