import type { Json } from '@/lib/shared/json';
import { POLICY_KEY } from '../in-node';
import { asMap, ownEntry, resolve, type SourceEntry, type SourceMap, type SourceNode, toJson } from '../source/tree';
import type { ConductorDocument } from './document';
import { RETRY_KEYS } from './retry';

/**
 * What a text means but for what the policies of these tasks own: `failpath` in their `metadata`, their own
 * `retryCount`, and the retries in the definitions that they go by. `hidden` becomes null wherever it stands.
 */
export function meaningBut(
  { root, tasks }: ConductorDocument,
  changed: ReadonlySet<string>,
  hidden?: SourceNode,
): Json {
  const omitted = new Set<SourceEntry>();
  const emptied = new Set<SourceEntry>();
  for (const { id, map, definition } of tasks) {
    if (!changed.has(id)) continue;
    omit(map, ['retryCount']);
    const metadata = ownEntry(map, 'metadata');
    const inner = metadata && asMap(metadata.value);
    if (metadata && toJson(metadata.value) === null) omitted.add(metadata);
    if (metadata && inner) {
      omit(inner, [POLICY_KEY]);
      if (inner.entries.every(({ key }) => key === POLICY_KEY)) emptied.add(metadata);
    }
    if (definition) omit(definition.map, RETRY_KEYS);
  }
  return said(root);

  function omit(map: SourceMap, keys: readonly string[]): void {
    for (const entry of map.entries) if (keys.includes(entry.key)) omitted.add(entry);
  }

  function said(node: SourceNode): Json {
    const target = resolve(node);
    if (target === hidden) return null;
    if (target.kind === 'scalar') return target.value;
    if (target.kind === 'list') return target.items.map(({ value }) => said(value));
    if (target.kind !== 'map') return null;
    const stay = target.entries.filter((entry) => !omitted.has(entry) && !emptied.has(entry));
    return stay.map(({ key, value }) => [key, said(value)]);
  }
}
