import type { Json } from '@/lib/shared/json';
import { asMap, mapToJson, resolve, type SourceEntry, type SourceNode, toJson } from '../source/tree';
import { ANNOTATIONS, POLICY_ANNOTATION } from './annotation';
import type { ArgoDocument } from './document';
import { OWNED, RETRY_STRATEGY } from './strategy';
import type { ArgoTemplate } from './template';

/**
 * What a text means but for what the policies of these templates own: their annotation, and what of `retryStrategy` is
 * ours. `hidden` becomes null wherever it stands.
 */
export function meaningBut(
  { tree }: Pick<ArgoDocument, 'tree'>,
  templates: readonly ArgoTemplate[],
  hidden?: SourceNode,
): Json {
  const owned = new Map<SourceEntry, readonly string[]>();
  for (const { map } of templates)
    for (const entry of map.entries) {
      if (entry.key === RETRY_STRATEGY) owned.set(entry, OWNED);
      if (entry.key === ANNOTATIONS) owned.set(entry, [POLICY_ANNOTATION]);
    }
  return said(tree.root);

  function said(node: SourceNode): Json {
    const target = resolve(node);
    if (target === hidden) return null;
    if (target.kind === 'scalar') return target.value;
    if (target.kind === 'list') return target.items.map(({ value }) => said(value));
    if (target.kind !== 'map') return null;
    return target.entries.flatMap((entry): readonly Json[] => {
      const keys = owned.get(entry);
      if (!keys) return [[entry.key, said(entry.value)]];
      const map = asMap(entry.value);
      // A strategy that is none, or of which nothing is left, is as good as absent.
      const rest = map ? mapToJson(map, keys) : {};
      return Object.keys(rest).length === 0 ? [] : [[entry.key, rest]];
    });
  }
}

/** The plain value of a template, without its name. */
export function withoutName({ map }: ArgoTemplate): Json {
  return map.entries.flatMap(({ key, value }) => (key === 'name' ? [] : [[key, toJson(value)]]));
}
