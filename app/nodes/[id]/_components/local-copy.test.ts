import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { copyOf, forgetLeft, type LocalCopy, leftIn, leftovers, newSlotName, ownSlot } from './local-copy';

const OWNER = 'node-1.local';
const DAY_MS = 86_400_000;

type StorageListener = (event: { key: string | null; newValue: string | null }) => void;
const listeners = new Set<StorageListener>();
let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  listeners.clear();
  const localStorage = {
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal('window', {
    localStorage,
    addEventListener: (_: string, listener: StorageListener) => listeners.add(listener),
    removeEventListener: (_: string, listener: StorageListener) => listeners.delete(listener),
  });
});
afterEach(() => vi.unstubAllGlobals());

function copy(tries: number, at: number): LocalCopy {
  const content = { document: { retry: { maxAttempts: tries } }, text: null, typed: false, held: null };
  return copyOf({ ...content, replaceEngineRetry: false }, { baseVersion: 1, revision: 0, at });
}

test('what one tab has saved takes nothing of another tab on the same node', () => {
  const [a, b] = [ownSlot(OWNER, newSlotName()), ownSlot(OWNER, newSlotName())];
  expect(a.name).not.toBe(b.name);
  a.keep(copy(3, 1));
  b.keep(copy(9, 2));
  a.forget();
  expect(leftovers(OWNER, newSlotName(), 3)).toEqual([{ slot: b.name, copy: copy(9, 2) }]);
  expect(leftovers(OWNER, b.name, 3)).toEqual([]);
});

test('what others left comes newest first, and only of this node and person', () => {
  ownSlot(OWNER, 'old').keep(copy(1, 1));
  ownSlot(OWNER, 'new').keep(copy(2, 5));
  ownSlot('node-1.somebody', 'x').keep(copy(3, 9));
  ownSlot('node-2.local', 'y').keep(copy(4, 9));
  expect(leftovers(OWNER, 'own', 10).map(({ slot }) => slot)).toEqual(['new', 'old']);
  forgetLeft(OWNER, 'new');
  expect(leftIn(OWNER, 'new')).toBeNull();
  expect(leftovers(OWNER, 'own', 10).map(({ slot }) => slot)).toEqual(['old']);
});

test('neither number nor age of what is left grows without end; what cannot be read goes', () => {
  const now = 1_000 * DAY_MS;
  for (let i = 0; i < 30; i++) ownSlot(OWNER, `tab${i}`).keep(copy(i, now - i));
  ownSlot(OWNER, 'ancient').keep(copy(1, now - 91 * DAY_MS));
  kept.set(`failpath.entries.broken.${OWNER}`, '{"document":');
  expect(leftovers(OWNER, 'own', now).map(({ slot }) => slot)).toEqual(
    Array.from({ length: 20 }, (_, index) => `tab${index}`),
  );
  expect(kept.size).toBe(20);
});

test('entries that another tab throws away are kept again, until the server has them', () => {
  const own = ownSlot(OWNER, 'own');
  const stop = own.guard();
  const thrownAway = () => {
    forgetLeft(OWNER, 'own');
    for (const listener of listeners) listener({ key: `failpath.entries.own.${OWNER}`, newValue: null });
  };
  own.keep(copy(7, 1));
  thrownAway();
  expect(leftIn(OWNER, 'own')).toEqual(copy(7, 1));
  own.forget();
  thrownAway();
  expect(leftIn(OWNER, 'own')).toBeNull();
  stop();
  expect(listeners.size).toBe(0);
});

test('a browser that keeps nothing is told apart from one that does', () => {
  expect(ownSlot(OWNER, 'own').keep(copy(1, 1))).toBe(true);
  vi.stubGlobal('window', {
    get localStorage(): never {
      throw new Error('denied');
    },
  });
  expect(ownSlot(OWNER, 'own').keep(copy(1, 1))).toBe(false);
  expect(leftovers(OWNER, 'own', 1)).toEqual([]);
});
