import type { Diagnostic } from '@/lib/shared/diagnostic';
import { applyEdits, nextLine, type TextEdit } from '../source/members';
import { deepEqual } from '../source/shape';
import { indentationAt, isSpread } from '../source/style';
import {
  asList,
  lookup,
  ownEntry,
  type SourceMap,
  type SourceNode,
  type SourceScalar,
  type SourceTree,
} from '../source/tree';
import { quoted, yamlString } from '../source/yaml-scalar';
import type { PolicyChange } from '../types';
import { type ArgoDocument, readDocument } from './document';
import { withoutName } from './meaning';
import type { ArgoNode, ArgoStep } from './nodes';
import type { ArgoTemplate } from './template';

type Copied =
  | { readonly ok: true; readonly document: ArgoDocument; readonly notes: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** A node that gets a copy of its template. */
interface Copy {
  readonly node: ArgoNode;
  readonly step: ArgoStep;
  readonly template: ArgoTemplate;
  readonly name: string;
}

/**
 * The document in which each node whose change asks for it has a copy of the template that it shares with others: all its
 * bytes under a name of its own, right behind it. As it was where nobody asks.
 */
export function copyTemplates(document: ArgoDocument, fileName: string, changes: readonly PolicyChange[]): Copied {
  const copies = plan(document, changes);
  if (copies.length === 0) return { ok: true, document, notes: [] };
  const edits: TextEdit[] = [];
  for (const copy of copies) {
    const made = editsOf(document.tree, copy);
    if (!made) return refusal('argo_copy', copy.node);
    edits.push(...made);
  }
  const { text } = document.tree;
  const written = applyEdits(text, edits);
  const after = written === null ? null : readDocument(written, fileName).document;
  if (!after || !isCopied(document, after, copies)) return refusal('argo_copy', copies[0]?.node);
  const notes = copies.map(({ node, template, name }): Diagnostic => {
    const values = { name: template.name ?? '', other: name, id: node.id };
    return { code: 'argo_copied', severity: 'info', values, nodeId: node.id };
  });
  return { ok: true, document: after, notes };
}

/** Where all that go by a template want a copy, the first of them keeps it. */
function plan({ nodes, workflows, ambiguous }: ArgoDocument, changes: readonly PolicyChange[]): readonly Copy[] {
  const asked = new Set(changes.flatMap(({ nodeId, copyShared }) => (copyShared ? [nodeId] : [])));
  const taken = new Set(workflows.flatMap(({ templates }) => templates.map(({ name }) => name)));
  const left = new Map<SourceMap, number>();
  for (const { template } of nodes) if (template) left.set(template.map, (left.get(template.map) ?? 0) + 1);
  return nodes.toReversed().flatMap((node): readonly Copy[] => {
    const { id, step, template } = node;
    const others = template ? (left.get(template.map) ?? 0) - 1 : 0;
    if (!step || !template?.item || others < 1 || !asked.has(id) || ambiguous.has(id)) return [];
    left.set(template.map, others);
    const base = `${template.name}-${step.name}`;
    let name = base;
    for (let i = 2; taken.has(name); i++) name = `${base}-${i}`;
    taken.add(name);
    return [{ node, step, template, name }];
  });
}

function editsOf(tree: SourceTree, { step, template, name }: Copy): readonly TextEdit[] | null {
  const [own, calls] = [ownScalar(template.map, 'name'), ownScalar(step.map, 'template')];
  const copied = own && template.item && copyOf(tree, template, { own, name });
  if (!calls || !copied) return null;
  return [copied, { start: calls.start, end: calls.end, text: respelled(tree, calls, name) }];
}

/** Whole lines in block style; in flow style with its comma. */
function copyOf(
  tree: SourceTree,
  { item, spec }: ArgoTemplate,
  { own, name }: { readonly own: SourceScalar; readonly name: string },
): TextEdit | null {
  const { text } = tree;
  const list = asList(lookup(spec, 'templates'));
  // Behind an alias stands no text of its own.
  if (!item || !list || item.value.kind === 'alias') return null;
  const lineStart = text.lastIndexOf('\n', item.start - 1) + 1;
  const [start, end] = list.flow
    ? [item.start, item.value.end]
    : [Math.max(lineStart, text.startsWith('\uFEFF') ? 1 : 0), nextLine(text, item.value.end)];
  if (!list.flow && text.slice(start, item.start).trim() !== '') return null;
  const copy = text.slice(start, own.start) + respelled(tree, own, name) + text.slice(own.end, end);
  if (!list.flow) return { start: end, end, text: copy.endsWith('\n') ? copy : `${eolOf(text)}${copy}` };
  const gap = isSpread(text, list) ? eolOf(text) + indentationAt(text, item.start) : ' ';
  return { start: end, end, text: `,${gap}${copy}` };
}

function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

function ownScalar(map: SourceMap, key: string): SourceScalar | null {
  const value: SourceNode | undefined = ownEntry(map, key)?.value;
  return value?.kind === 'scalar' && value.style !== 'block' && value.anchor === null ? value : null;
}

function respelled({ format }: SourceTree, { style }: SourceScalar, name: string): string {
  if (format === 'json') return JSON.stringify(name);
  return style === 'single' || style === 'double' ? quoted(name, style) : yamlString(name, { flow: true });
}

/** Nothing changed but that the copies are there, saying what their originals say, and that the steps run them. */
function isCopied(before: ArgoDocument, after: ArgoDocument, copies: readonly Copy[]): boolean {
  const nodeOf = (document: ArgoDocument, id: string) => document.nodes.find((node) => node.id === id);
  const names = new Set(copies.map(({ name }) => name));
  const same = copies.every(({ node, template, name }) => {
    const copy = nodeOf(after, node.id)?.template;
    return copy?.name === name && deepEqual(withoutName(copy), withoutName(template));
  });
  const ids = new Set(copies.map(({ node }) => node.id));
  const rest = (document: ArgoDocument) =>
    document.nodes.map(({ id, step, template }) => [id, ids.has(id) ? (step?.name ?? null) : (template?.name ?? null)]);
  const others = (document: ArgoDocument) =>
    document.workflows.map(({ templates }) =>
      templates.filter((each) => !names.has(each.name ?? '')).map(({ name }) => name),
    );
  return same && deepEqual(rest(before), rest(after)) && deepEqual(others(before), others(after));
}

function refusal(code: string, node: ArgoNode | undefined): Copied {
  const nodeId = node?.id ?? '';
  return { ok: false, diagnostics: [{ code, severity: 'error', nodeId, values: { id: nodeId } }] };
}
