import { createContext, useContext, useSyncExternalStore } from 'react';

/**
 * What list and picture know of each other: the node under the pointer or focus in either, and the
 * nodes that a search has left (null = all). Apart from React's state, so that of 500 cards only two
 * are drawn again.
 */
export interface MarkedStore {
  readonly subscribe: (listener: () => void) => () => void;
  readonly marked: () => string | null;
  readonly found: () => ReadonlySet<string> | null;
  readonly mark: (nodeId: string | null) => void;
  readonly find: (nodeIds: ReadonlySet<string> | null) => void;
}

/** A store of its own for each page. */
export function createMarkedStore(): MarkedStore {
  let marked: string | null = null;
  let found: ReadonlySet<string> | null = null;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    marked: () => marked,
    found: () => found,
    mark: (nodeId) => {
      if (nodeId === marked) return;
      marked = nodeId;
      tell();
    },
    find: (nodeIds) => {
      found = nodeIds;
      tell();
    },
  };
}

export const MarkedContext = createContext<MarkedStore>(createMarkedStore());

/** The store of this page, to write to. */
export function useMarkedStore(): MarkedStore {
  return useContext(MarkedContext);
}

/** The marked node; drawn again with every move. */
export function useMarked(): string | null {
  const store = useContext(MarkedContext);
  return useSyncExternalStore(store.subscribe, store.marked, () => null);
}

/** Whether this node is marked, and whether a search has left it out. */
export function useMarkOf(nodeId: string): { readonly marked: boolean; readonly leftOut: boolean } {
  const store = useContext(MarkedContext);
  const marked = useSyncExternalStore(
    store.subscribe,
    () => store.marked() === nodeId,
    () => false,
  );
  const leftOut = useSyncExternalStore(
    store.subscribe,
    () => store.found()?.has(nodeId) === false,
    () => false,
  );
  return { marked, leftOut };
}
