import type { UnclassifiedCode } from '@/lib/insight/unclassified-list';

/** A row as the browser gets it: in values that JSON can hold. */
export type CodeItem = ReturnType<typeof toCodeItem>;

export function toCodeItem({ firstSeen, lastSeen, ...row }: UnclassifiedCode) {
  // Epoch ms.
  return { ...row, firstSeen: firstSeen.getTime(), lastSeen: lastSeen.getTime() };
}
