import type { Json } from '@/lib/shared/json';
import { ownEntry, resolve, type SourceEntry, type SourceMap, type SourceNode } from '../source/tree';
import type { WorkflowsDocument } from './document';

/**
 * What a text means but for what the policies of these steps own: their `retry`, a `try` that is only there for it, and
 * the subworkflows that were made for policies. `hidden` becomes null wherever it stands.
 */
export function meaningBut(
  { tree, root, steps, predicates }: WorkflowsDocument,
  changed: ReadonlySet<string>,
  hidden?: SourceNode,
): Json {
  const maps = new Set(steps.flatMap(({ id, map }) => (changed.has(id) ? [map] : [])));
  const made = new Set(predicates.values());
  return said(tree.root);

  function said(node: SourceNode): Json {
    const target = resolve(node);
    if (target === hidden) return null;
    if (target.kind === 'scalar') return target.value;
    if (target.kind === 'list') return target.items.map(({ value }) => said(value));
    if (target.kind !== 'map') return null;
    if (maps.has(target)) return stepEntries(target).map(([key, value]) => [key, said(value)]);
    const entries = target === root ? target.entries.filter((entry) => !made.has(entry)) : target.entries;
    return entries.map(({ key, value }) => [key, said(value)]);
  }
}

/** A step's own entries as they are without a retry: where nothing is caught either, nothing has to be tried. */
export function stepEntries(map: SourceMap): readonly (readonly [string, SourceNode])[] {
  const catches = ownEntry(map, 'except') !== undefined;
  return map.entries
    .filter(({ key }) => key !== 'retry')
    .flatMap((entry) => (entry.key === 'try' && !catches ? untried(entry) : [[entry.key, entry.value] as const]));
}

function untried({ key, value }: SourceEntry): readonly (readonly [string, SourceNode])[] {
  const target = resolve(value);
  if (target.kind === 'map') return target.entries.map((entry) => [entry.key, entry.value]);
  return [[target.kind === 'list' ? 'steps' : key, value]];
}
