import { useSyncExternalStore } from 'react';
import { setCookie } from '../set-cookie';
import { GUIDE_COOKIE } from './steps';

/** What was chosen in this window since it was loaded; undefined = nothing yet, the cookie holds. */
let chosen: string | undefined;
const listeners = new Set<() => void>();
const publicationListeners = new Set<() => void>();

/** Goes to a step (or `off`) of the guide, here and after a reload. */
export function setGuideStep(step: string): void {
  chosen = step;
  setCookie(GUIDE_COOKIE, step);
  for (const listener of listeners) listener();
}

/** The step's id, `off`, or null when the reader was never asked; `served` is what the cookie said. */
export function useGuideStep(served: string | null): string | null {
  return useSyncExternalStore(
    subscribe,
    () => chosen ?? served,
    () => served,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says that a rule was published, so that the guide goes on by itself. */
export function tellPublished(): void {
  for (const listener of publicationListeners) listener();
}

/** Runs `listener` at each publication in this window; returns how to end that. */
export function onPublished(listener: () => void): () => void {
  publicationListeners.add(listener);
  return () => publicationListeners.delete(listener);
}
