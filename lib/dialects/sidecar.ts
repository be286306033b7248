import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { JsonObject } from '@/lib/shared/json';
import { type FailpathDocument, FORMAT, readDocument, readKey } from './failpath/document';
import { type PolicyEdit, splicePolicies } from './failpath/write';
import { baseName, sidecarName } from './file-name';
import { isPolicyKey } from './policy-shape';
import { createSplicer, type SpliceResult } from './source/splice';
import { asString, lookup, mapToJson } from './source/tree';
import { yamlString } from './source/yaml-scalar';

/** The companion file of a definition whose engine cannot say all (`failpath/v1` with `sidecarOf`). */
export interface Sidecar {
  readonly document: FailpathDocument;
  readonly workflow: string | null;
  readonly name: string | null;
  readonly owner: string | null;
  /** Policy keys by node id, as written. */
  readonly policies: ReadonlyMap<string, JsonObject>;
}

/** Reads a sidecar. Its diagnostics carry no place, since that is one in another text, but its file, line and column. */
export function readSidecar(
  text: string | null,
  fileName: string,
): { readonly sidecar: Sidecar | null; readonly diagnostics: readonly Diagnostic[] } {
  if (text === null) return { sidecar: null, diagnostics: [] };
  const file = sidecarName(fileName);
  const { document, diagnostics } = readDocument(text, file);
  const found = diagnostics.flatMap((diagnostic) => elsewhere(diagnostic, file));
  if (!document) return { sidecar: null, diagnostics: found };
  if (document.sidecarOf === null)
    return { sidecar: null, diagnostics: [{ code: 'sidecar_not_companion', severity: 'error', values: { file } }] };
  if (document.sidecarOf !== fileName)
    found.push({
      code: 'sidecar_other_file',
      severity: 'warning',
      values: { file, other: document.sidecarOf, expected: fileName },
    });
  const key = readKey(document);
  const workflow = typeof key === 'string' ? key : null;
  if (key !== null && typeof key !== 'string') found.push(...elsewhere(key, file));
  const policies = new Map(document.nodes.map((node) => [node.id, policyKeys(mapToJson(node.map))]));
  const say = (key: string) => asString(lookup(document.root, key));
  return {
    sidecar: { document, workflow, name: say('name'), owner: say('owner'), policies },
    diagnostics: found,
  };
}

/** Puts policies into a sidecar, or into a new one. Nodes that it does not list are added at its end. */
export function writeSidecar(text: string | null, fileName: string, edits: readonly PolicyEdit[]): SpliceResult {
  const withNodes =
    text === null
      ? { ok: true as const, text: newSidecar(fileName, edits), notes: [] }
      : addNodes(text, fileName, edits);
  if (!withNodes.ok) return withNodes;
  const { document, diagnostics } = readDocument(withNodes.text, sidecarName(fileName));
  return document ? splicePolicies(document, edits) : { ok: false, diagnostics };
}

function addNodes(text: string, fileName: string, edits: readonly PolicyEdit[]): SpliceResult {
  const { document, diagnostics } = readDocument(text, sidecarName(fileName));
  if (!document) return { ok: false, diagnostics };
  const missing = edits.filter(({ nodeId }) => !document.nodes.some((node) => node.id === nodeId));
  if (missing.length === 0) return { ok: true, text, notes: [] };
  const splicer = createSplicer(document.tree);
  const { list } = document;
  if (list && list.items.length > 0)
    splicer.appendItems(
      list,
      'nodes',
      missing.map(({ nodeId }) => ({ id: nodeId })),
    );
  else
    splicer.setEntries(document.root, [
      { key: 'nodes', value: missing.map(({ nodeId }) => ({ id: nodeId })), shape: {} },
    ]);
  return splicer.finish();
}

function newSidecar(fileName: string, edits: readonly PolicyEdit[]): string {
  const word = (value: string) => yamlString(value, { flow: false });
  return [
    `format: ${FORMAT}`,
    `sidecarOf: ${word(fileName)}`,
    `workflow: ${word(baseName(fileName))}`,
    'nodes:',
    ...edits.map(({ nodeId }) => `  - id: ${word(nodeId)}`),
    '',
  ].join('\n');
}

function policyKeys(config: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(config).filter(([key]) => isPolicyKey(key)));
}

function elsewhere({ place, ...diagnostic }: Diagnostic, file: string): Diagnostic[] {
  const where = { file, line: place?.line ?? 1, column: place?.column ?? 1 };
  const heading: Diagnostic = { code: 'sidecar_problem', severity: diagnostic.severity, values: where };
  return [heading, { ...diagnostic, values: { ...diagnostic.values, file, sidecarLine: where.line } }];
}
