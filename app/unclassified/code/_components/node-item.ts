import type { AfterRetry, CodeNode } from '@/lib/insight/code-detail';

/** A node as the browser gets it. */
export type NodeItem = ReturnType<typeof toNodeItem>;

/** `after`: what followed a retry on it, null = none came; `mayPublish`: whether the reader may publish there. */
export function toNodeItem(
  { firstSeen: _first, lastSeen: _last, ...node }: CodeNode,
  more: { readonly after: AfterRetry | null; readonly mayPublish: boolean },
) {
  return { ...node, ...more };
}
