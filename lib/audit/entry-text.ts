import { stringify } from 'yaml';
import { isJsonObject, type Json } from '@/lib/shared/json';

/** One side of an entry as people read it, as YAML; nothing is an empty text. */
export function sideText(side: Json | null): string {
  return side === null ? '' : stringify(side, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** What a line about an entry can say of it, where its content says so. */
export interface EntryFacts {
  readonly version: number | null;
  readonly restoredFrom: number | null;
  readonly note: string | null;
  /** Ids of the nodes that it touched. */
  readonly nodes: readonly string[];
}

/** Reads them from what an entry holds; content of another shape has none. */
export function factsOf(before: Json | null, after: Json | null): EntryFacts {
  const side = isJsonObject(after) ? after : before;
  if (!isJsonObject(side)) return { version: null, restoredFrom: null, note: null, nodes: [] };
  const { version, restoredFrom, note, nodes } = side;
  return {
    version: typeof version === 'number' ? version : null,
    restoredFrom: typeof restoredFrom === 'number' ? restoredFrom : null,
    note: typeof note === 'string' ? note : null,
    nodes: Array.isArray(nodes) ? nodes.flatMap((node) => idOf(node)) : [],
  };
}

function idOf(node: unknown): string[] {
  return isJsonObject(node) && typeof node.id === 'string' ? [node.id] : [];
}
