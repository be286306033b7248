import { POLICY_KEYS } from '@/lib/policy/vocabulary';
import { toDocument } from '@/lib/policy/written';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import { policyOf } from '../policy-diagnostics';
import { POLICY_ORDER, POLICY_SHAPE, plain, samePolicy } from '../policy-shape';
import { deepEqual, own, type Shape } from '../source/shape';
import { createSplicer, type EntryChange, type SpliceResult } from '../source/splice';
import { asMap, lookup, mapToJson, toJson } from '../source/tree';
import type { DefinitionText, PolicyChange, WriteResult } from '../types';
import { type FailpathDocument, type FailpathNode, readDocument } from './document';

/**
 * Splices policies into canonical text. Refused when a node is missing or ambiguous, when an anchor
 * is shared, or when the text read back does not say exactly the new policies and nothing else.
 */
export function writeFailpath(source: DefinitionText, changes: readonly PolicyChange[]): WriteResult {
  const { text, sidecar } = source;
  if (changes.length === 0) return { ok: true, text, sidecar, losses: [], diagnostics: [] };
  const { document, diagnostics } = readDocument(source.text, source.fileName);
  if (!document) return { ok: false, diagnostics };
  const spliced = splicePolicies(
    document,
    changes.map(({ nodeId, policy }) => ({ nodeId, policy: plain(toDocument(policy)) })),
  );
  if (!spliced.ok) return spliced;
  const problems = checkWritten(document, spliced.text, source.fileName, changes);
  if (problems.length > 0) return { ok: false, diagnostics: problems };
  return { ok: true, text: spliced.text, sidecar: source.sidecar, losses: [], diagnostics: spliced.notes };
}

/**
 * Puts a policy that may not hold into canonical text, as far as it can be said there. Refused when
 * the text read back does not say this very document, or anything else changed.
 */
export function sketchFailpath(
  source: DefinitionText,
  { nodeId, document: policy }: { readonly nodeId: string; readonly document: JsonObject },
): SpliceResult {
  const { document, diagnostics } = readDocument(source.text, source.fileName);
  if (!document) return { ok: false, diagnostics };
  const spliced = splicePolicies(document, [{ nodeId, policy }]);
  if (!spliced.ok) return spliced;
  const { document: after } = readDocument(spliced.text, source.fileName);
  if (!after) return { ok: false, diagnostics: [{ code: 'write_unreadable', severity: 'error' }] };
  if (!sameBut(document, after, new Set([nodeId])))
    return { ok: false, diagnostics: [{ code: 'write_changed_meaning', severity: 'error' }] };
  const node = after.nodes.find((each) => each.id === nodeId);
  if (node && samePolicy(mapToJson(node.map), policy)) return spliced;
  return { ok: false, diagnostics: [{ code: 'write_policy_lost', severity: 'error', nodeId, values: { id: nodeId } }] };
}

/** A node's policy as a plain document: only policy keys, durations as text. */
export interface PolicyEdit {
  readonly nodeId: string;
  readonly policy: JsonObject;
}

/** The text with these policies in it; nodes that the document does not have are refused. */
export function splicePolicies(document: FailpathDocument, edits: readonly PolicyEdit[]): SpliceResult {
  const splicer = createSplicer(document.tree);
  const refusals: Diagnostic[] = [];
  for (const { nodeId, policy } of edits) {
    const node = document.nodes.find((each) => each.id === nodeId);
    if (!node || document.ambiguous.has(nodeId)) {
      refusals.push({
        code: node ? 'node_ambiguous' : 'node_unknown',
        severity: 'error',
        nodeId,
        values: { id: nodeId },
      });
      continue;
    }
    splicer.setEntries(node.map, changesFor(node, policy));
  }
  return refusals.length > 0 ? { ok: false, diagnostics: refusals } : splicer.finish();
}

function changesFor(node: FailpathNode, policy: JsonObject): readonly EntryChange[] {
  const placed = exhaustedWhereItWas(node, policy);
  return POLICY_ORDER.map((key, i) => ({
    key,
    value: own(placed, key),
    shape: key === 'retry' ? RETRY_SHAPE : POLICY_SHAPE[key],
    after: POLICY_ORDER.slice(0, i),
    before: POLICY_ORDER.slice(i + 1),
  }));
}

/** `onExhausted` found under `retry` is written back there, as long as there is a retry. */
function exhaustedWhereItWas(node: FailpathNode, policy: JsonObject): JsonObject {
  const retry = asMap(lookup(node.map, 'retry'));
  const nested = !lookup(node.map, 'onExhausted') && retry !== null && lookup(retry, 'onExhausted') !== undefined;
  const wanted = own(policy, 'retry');
  if (!nested || !isJsonObject(wanted)) return policy;
  const { onExhausted, ...rest } = policy;
  return { ...rest, retry: { ...wanted, ...(onExhausted !== undefined && { onExhausted }) } };
}

/** An `onExhausted` below `retry` is ours too: said twice, the one below gives way. */
const RETRY_SHAPE: Shape = {
  ...POLICY_SHAPE.retry,
  keys: { ...POLICY_SHAPE.retry.keys, onExhausted: POLICY_SHAPE.onExhausted },
};

/** Reads the outcome back: the policies must be the wanted ones, and all the rest what it was. */
function checkWritten(
  before: FailpathDocument,
  text: string,
  fileName: string,
  changes: readonly PolicyChange[],
): readonly Diagnostic[] {
  const { document: after, diagnostics } = readDocument(text, fileName);
  if (!after) return [{ code: 'write_unreadable', severity: 'error' }, ...diagnostics];
  const changed = new Set(changes.map((change) => change.nodeId));
  if (!sameBut(before, after, changed)) return [{ code: 'write_changed_meaning', severity: 'error' }];
  return changes.flatMap(({ nodeId, policy }): Diagnostic[] => {
    const node = after.nodes.find((each) => each.id === nodeId);
    const { policy: written } = policyOf(node ? mapToJson(node.map) : {}, nodeId);
    const survived = written !== null && samePolicy(plain(toDocument(written)), plain(toDocument(policy)));
    return survived ? [] : [{ code: 'write_policy_lost', severity: 'error', nodeId, values: { id: nodeId } }];
  });
}

/** Equal in all but the policies of these nodes. */
function sameBut(before: FailpathDocument, after: FailpathDocument, changed: ReadonlySet<string>): boolean {
  return deepEqual(withoutPolicies(before, changed), withoutPolicies(after, changed));
}

function withoutPolicies(document: FailpathDocument, changed: ReadonlySet<string>): Json {
  const without = POLICY_KEYS.map(String);
  const nodes = (document.list?.items ?? []).map((item) => {
    const map = asMap(item.value);
    const known = document.nodes.find((node) => node.item === item);
    return map && known && changed.has(known.id) ? mapToJson(map, without) : toJson(item.value);
  });
  return [mapToJson(document.root, ['nodes']), nodes];
}
