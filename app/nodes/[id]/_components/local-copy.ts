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

/** `now`: what is being written; `before`: of an earlier visit, until the person says what to do with it. */
type Slot = 'now' | 'before';

/** Keeps entries in this browser, at once; a browser that keeps nothing is no reason to stop. */
export function keepLocally(owner: string, slot: Slot, copy: LocalCopy): void {
  withStorage((storage) => storage.setItem(keyOf(owner, slot), JSON.stringify(copy)));
}

/** The entries that this browser keeps; null = none, or nothing that could be read. */
export function keptLocally(owner: string, slot: Slot): LocalCopy | null {
  const text = withStorage((storage) => storage.getItem(keyOf(owner, slot)));
  if (!text) return null;
  try {
    return copyIn(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Lets entries go: the server has them, or the person threw them away. */
export function forgetLocally(owner: string, slot: Slot): void {
  withStorage((storage) => storage.removeItem(keyOf(owner, slot)));
}

/** A copy of this content, made on this version and revision. */
export function copyOf(content: Content, made: Pick<LocalCopy, 'baseVersion' | 'revision' | 'at'>): LocalCopy {
  const { document, text, typed, held, replaceEngineRetry } = content;
  return { document: { ...document }, text, typed, held, replaceEngineRetry, ...made };
}

function keyOf(owner: string, slot: Slot): string {
  return `failpath.entries.${slot}.${owner}`;
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
