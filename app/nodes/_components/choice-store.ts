/** Nodes chosen to be changed together: row id → the version that was seen of it, in the order of choosing. */
export type Choice = ReadonlyMap<string, number>;

export interface ChosenRow {
  readonly id: string;
  readonly version: number;
}

const KEY = 'failpath.chosen-nodes';
const NONE: Choice = new Map();

let chosen: Choice | null = null;
let last: string | null = null;
const listeners = new Set<() => void>();

/** What is chosen in this tab: it stays over pages, filters and other pages of the product. */
export const choiceStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read(): Choice {
    chosen ??= kept();
    return chosen;
  },
  readNone: (): Choice => NONE,
  /** Adds nodes, up to a limit; those that are chosen already keep their place and get the version seen last. */
  add(rows: readonly ChosenRow[], limit: number): void {
    const next = new Map(choiceStore.read());
    for (const { id, version } of rows) if (next.has(id) || next.size < limit) next.set(id, version);
    set(next);
  },
  remove(ids: readonly string[]): void {
    const next = new Map(choiceStore.read());
    for (const id of ids) next.delete(id);
    set(next);
  },
  clear(): void {
    last = null;
    set(NONE);
  },
  /** Rows that are shown again: a chosen one now stands for what was seen last. */
  see(rows: readonly ChosenRow[]): void {
    const now = choiceStore.read();
    const newer = rows.filter(({ id, version }) => now.has(id) && now.get(id) !== version);
    if (newer.length > 0) choiceStore.add(newer, now.size);
  },
  /** One row on or off; with `range` all between it and the one before come along. `shown`: the rows in their order. */
  toggle(row: ChosenRow, shown: readonly ChosenRow[], range: boolean, limit: number): void {
    const on = !choiceStore.read().has(row.id);
    const rows = range ? between(shown, last, row) : [row];
    last = row.id;
    if (on) choiceStore.add(rows, limit);
    else choiceStore.remove(rows.map(({ id }) => id));
  },
};

/** The rows from the one that was pressed last to this one; only this one where that is not shown. */
function between(shown: readonly ChosenRow[], from: string | null, row: ChosenRow): readonly ChosenRow[] {
  const ends = [from, row.id].map((id) => shown.findIndex((each) => each.id === id)).sort((a, b) => a - b);
  const [start = -1, end = -1] = ends;
  return start < 0 ? [row] : shown.slice(start, end + 1);
}

function set(next: Choice): void {
  chosen = next;
  for (const listener of listeners) listener();
}

/** What was chosen before the page was loaded anew. */
function kept(): Choice {
  if (typeof window === 'undefined') return NONE;
  window.addEventListener('pagehide', keep);
  try {
    const pairs: unknown = JSON.parse(window.sessionStorage.getItem(KEY) ?? '[]');
    return new Map(Array.isArray(pairs) ? pairs.filter(isPair) : []);
  } catch {
    return NONE;
  }
}

function keep(): void {
  try {
    if (chosen && chosen.size > 0) window.sessionStorage.setItem(KEY, JSON.stringify([...chosen]));
    else window.sessionStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing forgets the choice with the page.
  }
}

function isPair(value: unknown): value is [string, number] {
  return Array.isArray(value) && typeof value[0] === 'string' && Number.isInteger(value[1]);
}
