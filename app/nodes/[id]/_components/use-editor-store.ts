'use client';

import { type RefObject, startTransition, useMemo, useRef, useState } from 'react';
import { type Content, type EditorEvent, type EditorState, reduceEditor, stateOf } from './editor-state';

/** What is being written, ahead of what is on screen: each event counts at once, whatever React shows when. */
export interface EditorStore {
  readonly current: RefObject<EditorState>;
  readonly dispatch: (event: EditorEvent) => void;
  /** Called after each event that changed something; returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** A store for one editor, and its state as it is on screen. Typed keys are shown when there is time: the text editor shows them itself. */
export function useEditorStore(initial: () => Content): { readonly state: EditorState; readonly store: EditorStore } {
  const [state, setState] = useState(() => stateOf(initial()));
  const current = useRef(state);
  const store = useMemo<EditorStore>(() => {
    const listeners = new Set<() => void>();
    return {
      current,
      dispatch: (event) => {
        const next = reduceEditor(current.current, event);
        if (next === current.current) return;
        current.current = next;
        if (event.type === 'type') startTransition(() => setState(next));
        else setState(next);
        for (const listener of listeners) listener();
      },
      subscribe: (listener) => {
        listeners.add(listener);
        return () => {
          listeners.delete(listener);
        };
      },
    };
  }, []);
  return { state, store };
}
