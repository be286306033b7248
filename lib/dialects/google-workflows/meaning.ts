import type { Json } from '@/lib/shared/json';
import { ownEntry, resolve, type SourceMap, type SourceNode } from '../source/tree';
import { triedCall, type WorkflowsDocument } from './document';

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

/** A step's own entries as they are without a retry: where nothing is caught either, a call need not be tried. */
function stepEntries(map: SourceMap): readonly (readonly [string, SourceNode])[] {
  const call = ownEntry(map, 'except') ? null : triedCall(map);
  return map.entries
    .filter(({ key }) => key !== 'retry')
    .flatMap(({ key, value }) => {
      const entries = key === 'try' && call ? call.entries : [{ key, value }];
      return entries.map((each): readonly [string, SourceNode] => [each.key, each.value]);
    });
}
