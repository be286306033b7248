import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { SourceNode, SourceTree } from './tree';

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Anchors that an edit would change for others too: `inside` are the parts that change, `gone` the
 * ranges that disappear. An alias that disappears itself does not count.
 */
export function sharedAnchors(
  tree: SourceTree,
  inside: readonly Range[],
  gone: readonly Range[],
): readonly Diagnostic[] {
  const reported = new Set<SourceNode>();
  return tree.aliases.flatMap((alias): Diagnostic[] => {
    const { target, name } = alias;
    if (reported.has(target) || gone.some((range) => covers(range, alias))) return [];
    const changed = inside.some((range) => covers(target, range)) || gone.some((range) => covers(range, target));
    if (!changed) return [];
    reported.add(target);
    const values = { name, line: tree.place(alias.start, alias.end).line };
    return [{ code: 'anchor_shared', severity: 'error', values, place: tree.place(target.start, target.end) }];
  });
}

function covers(outer: Range, inner: Range): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
