import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import type { Content } from './editor-state';

/** Entries that have not reached the server yet, as this browser keeps them. */
export interface LocalCopy {
  readonly document: JsonObject;
  readonly text: string | null;
  readonly typed: boolean;
  readonly held: string | null;
  readonly replaceEngineRetry: boolean;
  /** `Node.version` and the draft's revision that the entries were made on. */
  readonly baseVersion: number;
  readonly revision: number;
  /** When the last of them was made, in ms. */
  readonly at: number;
}

/** What one editor keeps for itself: another tab on the same node has its own. */
export interface OwnSlot {
  readonly name: string;
  /** Keeps entries in this browser, at once. False = it does not keep them, which is no reason to stop. */
  readonly keep: (copy: LocalCopy) => boolean;
  /** Lets them go: the server has them. */
  readonly forget: () => void;
  /** Puts them back when another tab has thrown them away meanwhile; returns how to stop. */
  readonly guard: () => () => void;
}

/** Entries that another tab or an earlier visit left. */
export interface Leftover {
  readonly slot: string;
  readonly copy: LocalCopy;
}

const PREFIX = 'failpath.entries.';
/** Of one node and person; more than anybody goes back to. */
const MOST_LEFT = 20;
const LONGEST_LEFT_MS = 90 * 86_400_000;

/** A name for the slot of one editor; with each opening of the page another. */
export function newSlotName(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

/** The slot of one editor. `owner` names node and person. */
export function ownSlot(owner: string, name: string): OwnSlot {
  const key = keyOf(owner, name);
  let kept: string | null = null;
  const write = () => kept !== null && withStorage((storage) => put(storage, key, kept ?? '')) === true;
  return {
    name,
    keep: (copy) => {
      kept = JSON.stringify(copy);
      return write();
    },
    forget: () => {
      kept = null;
      withStorage((storage) => storage.removeItem(key));
    },
    guard: () => {
      const onStorage = (event: StorageEvent) => {
        if (event.key === null || (event.key === key && event.newValue === null)) write();
      };
      window.addEventListener('storage', onStorage);
      return () => window.removeEventListener('storage', onStorage);
    },
  };
}

/**
 * What others than this slot have left on this node, the newest first. What is older or more than
 * anybody goes back to is thrown away. `now` in ms.
 */
export function leftovers(owner: string, own: string, now: number): readonly Leftover[] {
  const found = slotsOf(owner)
    .filter((slot) => slot !== own)
    .map((slot) => ({ slot, copy: leftIn(owner, slot) }));
  const sound = found
    .flatMap(({ slot, copy }) => (copy && now - copy.at <= LONGEST_LEFT_MS ? [{ slot, copy }] : []))
    .sort((a, b) => b.copy.at - a.copy.at)
    .slice(0, MOST_LEFT);
  for (const { slot } of found) if (!sound.some((each) => each.slot === slot)) forgetLeft(owner, slot);
  return sound;
}

/** What a slot holds now; null = nothing, or nothing that could be read. */
export function leftIn(owner: string, slot: string): LocalCopy | null {
  const text = withStorage((storage) => storage.getItem(keyOf(owner, slot)));
  if (!text) return null;
  try {
    return copyIn(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Lets another's entries go: they are in the form again, or the person threw them away. */
export function forgetLeft(owner: string, slot: string): void {
  withStorage((storage) => storage.removeItem(keyOf(owner, slot)));
}

/** A copy of this content, made on this version and revision. */
export function copyOf(content: Content, made: Pick<LocalCopy, 'baseVersion' | 'revision' | 'at'>): LocalCopy {
  const { document, text, typed, held, replaceEngineRetry } = content;
  return { document: { ...document }, text, typed, held, replaceEngineRetry, ...made };
}

/** The names of all slots on this node; a name has no dot. */
function slotsOf(owner: string): readonly string[] {
  const keys = withStorage((storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ''));
  return (keys ?? [])
    .filter((key) => key.startsWith(PREFIX) && key.endsWith(`.${owner}`))
    .map((key) => key.slice(PREFIX.length, -owner.length - 1))
    .filter((slot) => slot !== '' && !slot.includes('.'));
}

function keyOf(owner: string, slot: string): string {
  return `${PREFIX}${slot}.${owner}`;
}

function put(storage: Storage, key: string, text: string): true {
  storage.setItem(key, text);
  return true;
}

function withStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(window.localStorage);
  } catch {
    return null;
  }
}

/** A copy as it was kept; null when it is none: other programs may write here. */
function copyIn(kept: unknown): LocalCopy | null {
  if (!isJsonObject(kept)) return null;
  const { document, text, typed, held, replaceEngineRetry, baseVersion, revision, at } = kept;
  if (!isJsonObject(document) || !isTextOrNull(text) || !isTextOrNull(held)) return null;
  if (typeof typed !== 'boolean' || typeof replaceEngineRetry !== 'boolean') return null;
  if (typeof baseVersion !== 'number' || typeof revision !== 'number' || typeof at !== 'number') return null;
  return { document, text, typed, held, replaceEngineRetry, baseVersion, revision, at };
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}
