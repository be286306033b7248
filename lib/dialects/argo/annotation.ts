import { policyPart } from '@/lib/policy/document';
import type { Place } from '@/lib/shared/diagnostic';
import type { JsonObject } from '@/lib/shared/json';
import { policyOf } from '../policy-diagnostics';
import { POLICY_ORDER, POLICY_SHAPE, samePolicy } from '../policy-shape';
import { duplicateKeys, parseSource } from '../source/parse';
import { renderYamlEntry } from '../source/render';
import { own } from '../source/shape';
import { createSplicer, type EntryChange } from '../source/splice';
import { PLAIN_STYLE } from '../source/style';
import {
  asMap,
  lookup,
  mapToJson,
  placeOfPath,
  resolve,
  type SourceMap,
  type SourceScalar,
  type SourceTree,
} from '../source/tree';
import { type ArgoTemplate, TEMPLATE_TYPES } from './template';

/** Key of a template's `annotations` under which the whole policy stands as text: the engine takes texts only. */
export const POLICY_ANNOTATION = 'failpath.dev/policy';
export const ANNOTATIONS = 'annotations';

/** A policy as it stands in an annotation. */
export interface WrittenPolicy {
  readonly node: SourceScalar;
  /** Null: it cannot be read as a policy. */
  readonly inner: InnerPolicy | null;
}

interface InnerPolicy extends ReturnType<typeof policyOf> {
  readonly tree: SourceTree;
  readonly root: SourceMap;
  readonly document: JsonObject;
}

/** What has been read already: nobody changes a tree, and to understand a policy takes as long as to parse it. */
const understood = new WeakMap<SourceScalar, WrittenPolicy>();

/** The policy in a template's annotation; null = there is none. */
export function policyTextOf({ map }: Pick<ArgoTemplate, 'map'>): WrittenPolicy | null {
  const annotations = asMap(lookup(map, ANNOTATIONS));
  const found = annotations && lookup(annotations, POLICY_ANNOTATION);
  const node = found && resolve(found);
  if (node?.kind !== 'scalar') return null;
  const written = understood.get(node) ?? understand(node);
  understood.set(node, written);
  return written;
}

function understand(node: SourceScalar): WrittenPolicy {
  const { tree } = typeof node.value === 'string' ? parseSource(node.value, 'yaml') : { tree: null };
  const root = tree && asMap(tree.root);
  if (!tree || !root || duplicateKeys(tree).length > 0) return { node, inner: null };
  const document = policyPart(mapToJson(root));
  return { node, inner: { tree, root, document, ...policyOf(document, '') } };
}

/**
 * The changes of a template's keys that make its annotation say this policy; none where it does. `null` takes it away.
 * In block style it is a block literal of YAML; a policy in a quoted text, in flow style or in JSON is one line of JSON.
 */
export function annotationChanges(
  template: ArgoTemplate,
  document: JsonObject | null,
): { readonly map: SourceMap; readonly change: EntryChange } | null {
  const { map } = template;
  const node = lookup(map, ANNOTATIONS);
  const annotations = asMap(node);
  const present = policyTextOf(template);
  const shape = { keys: { [POLICY_ANNOTATION]: {} } };
  const here = { key: ANNOTATIONS, shape, after: ['name'], before: ['inputs', 'retryStrategy', ...TEMPLATE_TYPES] };
  if (document === null) {
    const alone = annotations?.entries.every(({ key }) => key === POLICY_ANNOTATION) ?? false;
    if (!annotations || lookup(annotations, POLICY_ANNOTATION) === undefined) return null;
    return alone
      ? { map, change: { ...here, value: undefined, shape: {} } }
      : { map: annotations, change: { key: POLICY_ANNOTATION, value: undefined, shape: {} } };
  }
  if (present?.inner && samePolicy(present.inner.document, document)) return null;
  const lines = present ? present.node.style === 'block' : !(annotations ?? map).flow;
  const value = textOf(document, lines, present);
  if (annotations && node?.kind !== 'alias' && annotations.entries.length > 0)
    return { map: annotations, change: { key: POLICY_ANNOTATION, value, shape: {} } };
  const others = annotations ? mapToJson(annotations) : {};
  return { map, change: { ...here, value: { ...others, [POLICY_ANNOTATION]: value } } };
}

/** Where a path of the policy stands in the text around the annotation; null where the policy does not say it. */
export function placeInText(
  tree: SourceTree,
  { node, inner }: WrittenPolicy,
  path: readonly (string | number)[],
): Place {
  const whole = tree.place(node.start, node.end);
  if (!inner || node.style !== 'block') return whole;
  const within = placeOfPath(inner.tree, inner.root, path);
  const lines = tree.text.slice(node.start, node.end).split('\n');
  const first = lines.slice(1).find((line) => line.trim() !== '') ?? '';
  const indent = first.length - first.trimStart().length;
  const before = lines.slice(0, within.line).reduce((sum, line) => sum + line.length + 1, node.start);
  const start = before + indent + within.column - 1;
  const last = inner.tree.text.slice(within.start, within.end).split('\n').length - 1;
  return tree.place(start, Math.min(node.end, start + within.end - within.start + last * indent));
}

/** Keys of others in the text, and its remarks, stay. Argo would fill in `{{…}}`, in annotations too: it is escaped. */
function textOf(document: JsonObject, lines: boolean, present: WrittenPolicy | null): string {
  const json = JSON.stringify(document);
  if (!lines || json.includes('{{')) return json.replaceAll('{{', '{\\u007b') + (lines ? '\n' : '');
  const edited = present?.inner && !present.inner.root.flow ? spliced(present.inner, document) : null;
  if (edited !== null && !edited.includes('{{')) return `${edited.trimEnd()}\n`;
  return `${yamlOf(document).join('\n')}\n`;
}

function spliced({ tree, root }: InnerPolicy, document: JsonObject): string | null {
  const splicer = createSplicer(tree);
  const changes = POLICY_ORDER.map((key, i): EntryChange => {
    const around = { after: POLICY_ORDER.slice(0, i), before: POLICY_ORDER.slice(i + 1) };
    return { key, value: own(document, key), shape: POLICY_SHAPE[key], ...around };
  });
  splicer.setEntries(root, changes);
  const result = splicer.finish();
  if (!result.ok) return null;
  const after = parseSource(result.text, 'yaml').tree;
  const back = after && asMap(after.root);
  return back && samePolicy(policyPart(mapToJson(back)), document) ? result.text : null;
}

function yamlOf(document: JsonObject): readonly string[] {
  return POLICY_ORDER.flatMap((key) => {
    const value = own(document, key);
    return value === undefined ? [] : renderYamlEntry(key, value, PLAIN_STYLE);
  });
}
