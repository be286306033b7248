import type { Diagnostic } from '@/lib/shared/diagnostic';
import { MAX_DUPLICATE_KEYS } from '../source/limits';
import { duplicateKeys, formatOf, parseDocuments, parseEdited, reservedKeys } from '../source/parse';
import { asMap, type SourceTree } from '../source/tree';
import { type ArgoNode, nodesOf } from './nodes';
import { type ArgoWorkflow, isWorkflow, readWorkflow } from './template';

/** A text of Argo Workflows: the workflows among its YAML documents, and what runs in them. */
export interface ArgoDocument {
  readonly tree: SourceTree;
  readonly workflows: readonly ArgoWorkflow[];
  readonly nodes: readonly ArgoNode[];
  /** Ids that stand more than once: nobody can tell which is meant. */
  readonly ambiguous: ReadonlySet<string>;
}

/**
 * Reads the frame of an Argo text, which may come from an `earlier` one by edits. Bad templates and steps are left out and
 * reported; other documents are passed over.
 */
export function readDocument(
  text: string,
  fileName: string,
  earlier?: SourceTree,
): { readonly document: ArgoDocument | null; readonly diagnostics: readonly Diagnostic[] } {
  const parsed = earlier ? parseEdited(earlier, text) : parseDocuments(text, formatOf(text, fileName));
  const { tree, diagnostics } = parsed;
  if (!tree) return { document: null, diagnostics };
  const maps = tree.documents.flatMap((each) => asMap(each) ?? []).filter(isWorkflow);
  if (maps.length === 0)
    return { document: null, diagnostics: [{ code: 'argo_no_workflow', severity: 'error', place: tree.place(0, 0) }] };
  const broken = maps.flatMap((map) => duplicateKeys(tree, map));
  if (broken.length > MAX_DUPLICATE_KEYS) return { document: null, diagnostics: broken.slice(0, MAX_DUPLICATE_KEYS) };
  const found = [...broken, ...reservedKeys(tree)];
  const open = new Set(broken.map(({ place }) => place?.start ?? -1));
  const read = maps.map((map) => readWorkflow(tree, map, open, found));
  const { nodes, ambiguous } = nodesOf(tree, read, open, found);
  // What is twice in the frame of a workflow leaves it out: nobody can tell what it says.
  const workflows = read.filter(({ map }) => ![...open].some((at) => map.start <= at && at < map.end));
  if (workflows.length === 0) return { document: null, diagnostics: found };
  const specs = new Set(workflows.map(({ spec }) => spec));
  const kept = nodes.filter(({ spec }) => specs.has(spec));
  return { document: { tree, workflows, nodes: kept, ambiguous }, diagnostics: found };
}
