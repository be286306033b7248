import { readDefinition } from '@/lib/dialects/registry';
import type { DefinitionText, DialectId } from '@/lib/dialects/types';
import type { NodeDefinition, WorkflowDefinition } from '@/lib/model/workflow';
import { sameJson } from '@/lib/policy/document';

/** A definition and the dialect that it is in. */
export interface Standing {
  readonly source: DefinitionText;
  readonly dialect: DialectId;
}

/** A definition and what was read from it. */
export interface ReadStanding extends Standing {
  readonly workflow: WorkflowDefinition;
}

/**
 * Puts our lines of nodes that the file has byte for byte as the last one had them into it, so that comments and
 * spellings of ours stay. `kept`: ids of nodes that shall say what ours say. Unchanged where the outcome does not say
 * exactly that: then the policies alone are written.
 */
export function withOurLines(
  base: ReadStanding,
  ours: ReadStanding,
  file: ReadStanding,
  kept: ReadonlySet<string>,
): ReadStanding {
  const { text } = file.source;
  const [was, is] = [linesOf(base), linesOf(ours)];
  const replaced: NodeDefinition[] = [];
  let [next, from, end] = ['', 0, 0];
  for (const node of [...file.workflow.nodes].sort((a, b) => a.place.start - b.place.start)) {
    const { start, end: stop } = node.place;
    const [before, mine] = [was.get(node.id), is.get(node.id)];
    // What stands within a node that was put in is in its lines.
    if (start < end || !kept.has(node.id) || mine === undefined) continue;
    if (before === mine || before !== text.slice(start, stop)) continue;
    next += text.slice(from, start) + mine;
    from = stop;
    end = stop;
    replaced.push(node);
  }
  if (replaced.length === 0) return file;
  const source = { ...file.source, text: next + text.slice(from) };
  const { workflow } = readDefinition(source, file.dialect);
  return workflow && saysBoth(workflow, { ours, file, replaced, kept }) ? { ...file, source, workflow } : file;
}

function linesOf({ source, workflow }: ReadStanding): Map<string, string> {
  return new Map(workflow.nodes.map(({ id, place }) => [id, source.text.slice(place.start, place.end)]));
}

/** Nodes within what was put in are ours, all others the file's. */
function saysBoth(
  { key, name, owner, nodes }: WorkflowDefinition,
  {
    ours,
    file,
    replaced,
    kept,
  }: Record<'ours' | 'file', ReadStanding> & {
    readonly replaced: readonly NodeDefinition[];
    readonly kept: ReadonlySet<string>;
  },
): boolean {
  const head = sameJson([key, name, owner], [file.workflow.key, file.workflow.name, file.workflow.owner]);
  if (!head || nodes.length !== file.workflow.nodes.length) return false;
  const mine = new Map(ours.workflow.nodes.map((node) => [node.id, node]));
  return file.workflow.nodes.every((node, index) => {
    const isOurs = replaced.some(({ place }) => place.start <= node.place.start && node.place.end <= place.end);
    if (isOurs && !kept.has(node.id)) return false;
    const wanted = isOurs ? mine.get(node.id) : node;
    const found = nodes[index];
    return wanted !== undefined && found?.id === node.id && sameJson(partsOf(found), partsOf(wanted));
  });
}

function partsOf({ config, engineRetry, next, parentId }: NodeDefinition) {
  return [config, engineRetry, next, parentId];
}
