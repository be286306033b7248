import { isJsonObject, parseJson } from '@/lib/shared/json';
import { blankEntries, type Entries } from './entries';
import { BLANK_PLACE, type PlaceEntry } from './place';
import { isStep, type Step } from './steps';

/** What a browser keeps of a wizard that was not finished; never a password. */
export interface KeptWizard {
  readonly step: Step;
  readonly name: string;
  readonly place: PlaceEntry;
  /** The password that was tried, sealed by the server for this person and server; null = none. */
  readonly sealed: string | null;
  readonly entries: Entries;
  /** Of the source that they were made on; 0 of a new one. */
  readonly revision: number;
}

const PREFIX = 'failpath.source.';

/** Keeps it in this browser, until it is saved. `slot` names person and source. */
export function keepWizard(slot: string, wizard: KeptWizard): void {
  withStorage((storage) => storage.setItem(PREFIX + slot, JSON.stringify(wizard)));
}

/** What an earlier visit left; null = nothing, or nothing that could be read. */
export function keptWizard(slot: string): KeptWizard | null {
  const text = withStorage((storage) => storage.getItem(PREFIX + slot));
  const kept = text ? parseJson(text) : undefined;
  if (!isJsonObject(kept)) return null;
  const { step, name, place, sealed, entries, revision } = kept;
  if (typeof name !== 'string' || typeof revision !== 'number' || !isStep(step) || !sameShape(place, BLANK_PLACE))
    return null;
  if (!(sealed === null || typeof sealed === 'string') || !sameShape(entries, { ...blankEntries(), kind: null }))
    return null;
  return { step, name, place, sealed, entries, revision };
}

/** Lets it go: it is saved, or thrown away. */
export function forgetWizard(slot: string): void {
  withStorage((storage) => storage.removeItem(PREFIX + slot));
}

/** True where every part of `like` is there, of the same kind: other programs and older versions may have written it. */
function sameShape<T extends object>(value: unknown, like: T): value is T {
  if (!isJsonObject(value)) return false;
  return Object.entries(like).every(([key, wanted]: [string, unknown]) => {
    const found = value[key];
    if (wanted === null) return found === null || typeof found === 'string';
    if (Array.isArray(wanted)) return Array.isArray(found);
    if (typeof wanted === 'object') return sameShape(found, wanted);
    return typeof found === typeof wanted;
  });
}

function withStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(window.localStorage);
  } catch {
    return null;
  }
}
