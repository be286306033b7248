import { ownerSlugSchema } from '@/lib/model/ids';
import type { NodeDefinition, ReadResult } from '@/lib/model/workflow';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { isJsonObject } from '@/lib/shared/json';
import { baseName } from '../file-name';
import { policyOf } from '../policy-diagnostics';
import { isPolicyKey } from '../policy-shape';
import { own } from '../source/shape';
import {
  asList,
  asString,
  lookup,
  mapToJson,
  placeOfPath,
  type SourceMap,
  type SourceNode,
  type SourceTree,
} from '../source/tree';
import { isAmbiguous } from '../source/yaml-scalar';
import type { DefinitionText } from '../types';
import { type FailpathDocument, type FailpathNode, readDocument, readKey } from './document';

/** What a platform says of retries by itself, in a text that was made of its tables: in force until the policy gets there. */
export const PLATFORM_RETRY = 'platformRetry';

/** Reads a workflow from canonical text. Every policy problem comes with its node and place. */
export function readFailpath(source: DefinitionText): ReadResult {
  const { document, diagnostics } = readDocument(source.text, source.fileName);
  if (!document) return { workflow: null, diagnostics };
  if (document.sidecarOf !== null) return { workflow: null, diagnostics: [sidecarAlone(document)] };
  if (!document.list) return { workflow: null, diagnostics };

  const found = [...diagnostics];
  const { root, tree } = document;
  const written = readKey(document);
  if (written !== null && typeof written !== 'string')
    return { workflow: null, diagnostics: [...diagnostics, written] };
  const key = written ?? baseName(source.fileName);
  if (written === null)
    found.push({
      code: 'workflow_key_missing',
      severity: 'warning',
      values: { key },
      place: tree.place(root.start, root.start),
    });
  const owner = readOwner(document, found);
  const above = new Set<string>();
  const nodes = document.nodes.map((node) => {
    const read = readNode(document, node, above, found);
    above.add(node.id);
    return read;
  });
  return {
    workflow: { key, name: asString(lookup(root, 'name')) ?? key, owner, nodes },
    diagnostics: withoutRepeats(found),
  };
}

function readNode(
  { tree }: FailpathDocument,
  node: FailpathNode,
  above: ReadonlySet<string>,
  found: Diagnostic[],
): NodeDefinition {
  const { id, map, item } = node;
  const config = mapToJson(map);
  for (const diagnostic of policyOf(config, id).diagnostics)
    found.push({ ...diagnostic, place: placeOfPath(tree, map, diagnostic.path ?? []) });
  found.push(...ambiguousScalars(tree, map, id));
  const parent = asString(lookup(map, 'parent'));
  const retry = own(config, PLATFORM_RETRY);
  return {
    id,
    name: asString(lookup(map, 'name')) ?? id,
    type: asString(lookup(map, 'type')),
    parentId: parent !== null && above.has(parent) ? parent : null,
    next: readNext(lookup(map, 'next')),
    canCarryPolicy: true,
    config,
    engineRetry: isJsonObject(retry) ? [retry] : [],
    place: tree.place(item.start, item.value.end),
  };
}

function readNext(node: SourceNode | undefined): readonly string[] {
  const one = asString(node);
  if (one !== null) return [one];
  return asList(node)?.items.flatMap((item) => asString(item.value) ?? []) ?? [];
}

function readOwner({ root, tree }: FailpathDocument, found: Diagnostic[]): string | null {
  const node = lookup(root, 'owner');
  if (!node) return null;
  const parsed = ownerSlugSchema.safeParse(asString(node) ?? undefined);
  if (parsed.success) return parsed.data;
  const code = parsed.error.issues[0]?.message ?? '';
  const known = ['owner_slug_empty', 'owner_slug_long'].includes(code) ? code : 'owner_slug_shape';
  found.push({
    code: known,
    severity: 'error',
    values: { field: 'owner', value: asString(node) ?? '' },
    path: ['owner'],
    place: tree.place(node.start, node.end),
  });
  return null;
}

/** Policy words that a YAML 1.1 platform reads as something else than we do: `owner: no`, `code: 1:30`. */
function ambiguousScalars(tree: SourceTree, map: SourceMap, nodeId: string): readonly Diagnostic[] {
  if (tree.format === 'json') return [];
  const open: SourceNode[] = map.entries.filter((entry) => isPolicyKey(entry.key)).map((entry) => entry.value);
  const found: Diagnostic[] = [];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.kind === 'map') for (const entry of node.entries) open.push(entry.value);
    if (node.kind === 'list') for (const item of node.items) open.push(item.value);
    if (node.kind !== 'scalar' || node.style !== 'plain' || typeof node.value !== 'string' || !isAmbiguous(node.value))
      continue;
    const values = { value: node.value };
    found.push({
      code: 'ambiguous_text',
      severity: 'warning',
      values,
      nodeId,
      place: tree.place(node.start, node.end),
    });
  }
  return found.toReversed();
}

function sidecarAlone({ sidecarOf, tree, root }: FailpathDocument): Diagnostic {
  const node = lookup(root, 'sidecarOf') ?? root;
  return {
    code: 'sidecar_alone',
    severity: 'error',
    values: { file: sidecarOf ?? '' },
    place: tree.place(node.start, node.end),
  };
}

/** The frame and the policy may both find the same reserved key; of one line the graver finding stays. */
function withoutRepeats(found: readonly Diagnostic[]): readonly Diagnostic[] {
  const stays = new Map<number, Diagnostic>();
  for (const each of found) {
    if (each.code !== 'reserved_key' || !each.place) continue;
    const other = stays.get(each.place.line);
    if (!other || (other.severity !== 'error' && each.severity === 'error')) stays.set(each.place.line, each);
  }
  return found.filter((each) => each.code !== 'reserved_key' || !each.place || stays.get(each.place.line) === each);
}
