'use client';

import { useDebouncedCallback } from '@mantine/hooks';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { NodeRowId } from '@/lib/model/ids';
import { checkPolicy } from '@/lib/policy/check';
import { sameJson } from '@/lib/policy/document';
import { type Path, setAt } from '@/lib/policy/edit';
import { readPolicy } from '@/lib/policy/read';
import type { NodePolicy } from '@/lib/policy/schema';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { Json, JsonObject } from '@/lib/shared/json';
import type { Draft } from '@/lib/workflows/drafts';
import type { WritePreview } from '@/lib/workflows/preview';
import { previewAction, saveDraftAction } from '../actions';

const SAVE_AFTER_MS = 600;

/** Where the text on screen stands: never fake-saved. */
export type SaveState = 'published' | 'unsaved' | 'saving' | 'draft' | 'failed';

export interface Baseline {
  readonly document: JsonObject;
  readonly version: number;
}

/** What is written: all that a draft keeps. */
interface Content {
  readonly document: JsonObject;
  readonly replaceEngineRetry: boolean;
}

interface State extends Content {
  readonly past: readonly JsonObject[];
  readonly future: readonly JsonObject[];
}

type Event =
  | { readonly type: 'edit'; readonly document: JsonObject }
  | { readonly type: 'replaceEngineRetry'; readonly on: boolean }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  | { readonly type: 'reset'; readonly document: JsonObject; readonly replaceEngineRetry: boolean };

const MAX_UNDO = 200;

/** The latest save of each node: one that began as the page was left may still be under way. */
const underWay = new Map<string, Promise<unknown>>();

/** Resolves when what was written on this node has reached the server, or failed to. */
export async function savesSettled(nodeRowId: NodeRowId): Promise<void> {
  await underWay.get(nodeRowId);
}

function reduce(state: State, event: Event): State {
  switch (event.type) {
    case 'edit':
      if (sameJson(event.document, state.document)) return state;
      return { ...state, document: event.document, past: [...state.past, state.document].slice(-MAX_UNDO), future: [] };
    case 'replaceEngineRetry':
      return { ...state, replaceEngineRetry: event.on };
    case 'undo': {
      const before = state.past.at(-1);
      if (!before) return state;
      return { ...state, document: before, past: state.past.slice(0, -1), future: [state.document, ...state.future] };
    }
    case 'redo': {
      const [after, ...future] = state.future;
      if (!after) return state;
      return { ...state, document: after, past: [...state.past, state.document], future };
    }
    case 'reset':
      return { document: event.document, replaceEngineRetry: event.replaceEngineRetry, past: [], future: [] };
  }
}

/**
 * The state of a policy being written: the document, what is wrong with it, whether it is saved,
 * and what publishing would do. Everything derives from the document by the pure policy functions.
 */
export function usePolicyEditor(node: {
  id: NodeRowId;
  published: Baseline;
  draft: Draft | null;
  inheritedOwner: string | null;
}) {
  const [baseline, setBaseline] = useState<Baseline>(
    node.draft ? { document: node.draft.base, version: node.draft.baseVersion } : node.published,
  );
  const [state, dispatch] = useReducer(reduce, {
    document: node.draft?.document ?? node.published.document,
    replaceEngineRetry: node.draft?.replaceEngineRetry ?? false,
    past: [],
    future: [],
  });
  const [save, setSave] = useState<SaveState>(node.draft ? 'draft' : 'published');
  const [theirDraft, setTheirDraft] = useState<Draft | null>(null);
  const [publishedVersion, setPublishedVersion] = useState(node.published.version);
  const [preview, setPreview] = useState<WritePreview | null>(null);
  const revision = useRef(node.draft?.revision ?? 0);
  const running = useRef<Promise<unknown>>(Promise.resolve());
  const { document, replaceEngineRetry } = state;

  const saveNow = useCallback(
    async (content: Content, against: Baseline) => {
      setSave('saving');
      const result = await saveDraftAction({
        nodeRowId: node.id,
        document: content.document,
        base: against.document,
        baseVersion: against.version,
        revision: revision.current,
        replaceEngineRetry: content.replaceEngineRetry,
      }).catch(() => null);
      if (!result?.ok) {
        setSave('failed');
        if (result && result.error.reason === 'draft_conflict') setTheirDraft(result.error.draft);
        return false;
      }
      revision.current = result.value.revision;
      setPublishedVersion(result.value.nodeVersion);
      setSave(result.value.revision === 0 ? 'published' : 'draft');
      return true;
    },
    [node.id],
  );

  /** Saves follow each other: the revision that one returns is what the next is checked against. */
  const enqueue = useCallback(
    (content: Content, against: Baseline): Promise<boolean> => {
      const next = running.current.then(() => saveNow(content, against));
      running.current = next;
      underWay.set(node.id, next);
      return next;
    },
    [saveNow, node.id],
  );

  const refreshPreview = useCallback(
    async ({ document, replaceEngineRetry }: Content) => {
      const result = await previewAction({ nodeRowId: node.id, document, replaceEngineRetry }).catch(() => null);
      if (result?.ok) setPreview(result.value);
    },
    [node.id],
  );

  const settle = useDebouncedCallback(
    (content: Content, against: Baseline) => {
      void enqueue(content, against);
      void refreshPreview(content);
    },
    // Leaving by a link within the product must not lose the last key.
    { delay: SAVE_AFTER_MS, flushOnUnmount: true },
  );

  /** What the last save was about: effects run again without anything having changed. */
  const settled = useRef({ document, replaceEngineRetry, baseline });
  useEffect(() => {
    const last = settled.current;
    if (last.document === document && last.replaceEngineRetry === replaceEngineRetry && last.baseline === baseline)
      return;
    settled.current = { document, replaceEngineRetry, baseline };
    setSave('unsaved');
    settle({ document, replaceEngineRetry }, baseline);
  }, [document, replaceEngineRetry, baseline, settle]);

  const openedWith = useRef(node.draft);
  useEffect(() => {
    if (openedWith.current) void refreshPreview(openedWith.current);
  }, [refreshPreview]);

  const untouched = state.past.length + state.future.length === 0 && (save === 'published' || save === 'draft');
  const lastServed = useRef({ draft: node.draft, published: node.published });
  useEffect(() => {
    const { draft, published } = lastServed.current;
    if (draft === node.draft && published === node.published) return;
    lastServed.current = { draft: node.draft, published: node.published };
    const served = node.draft?.revision ?? 0;
    if (!untouched || (served === revision.current && node.published.version === publishedVersion)) return;
    // The page came from the browser's memory and has been fetched anew since: what is kept now holds.
    const next = node.draft ? { document: node.draft.base, version: node.draft.baseVersion } : node.published;
    const { document, replaceEngineRetry } = node.draft ?? { document: next.document, replaceEngineRetry: false };
    revision.current = served;
    settled.current = { document, replaceEngineRetry, baseline: next };
    setBaseline(next);
    setPublishedVersion(node.published.version);
    setSave(node.draft ? 'draft' : 'published');
    dispatch({ type: 'reset', document, replaceEngineRetry });
  }, [node.draft, node.published, untouched, publishedVersion]);

  const judged = useMemo(() => judge(document, node.inheritedOwner), [document, node.inheritedOwner]);

  return {
    document,
    replaceEngineRetry,
    baseline,
    save,
    preview,
    theirDraft,
    publishedVersion,
    ...judged,
    changed: !sameJson(document, baseline.document) || replaceEngineRetry,
    canUndo: state.past.length > 0,
    canRedo: state.future.length > 0,
    edit: useCallback((next: JsonObject) => dispatch({ type: 'edit', document: next }), []),
    set: useCallback(
      (path: Path, value: Json | undefined) => dispatch({ type: 'edit', document: setAt(document, path, value) }),
      [document],
    ),
    setReplaceEngineRetry: (on: boolean) => dispatch({ type: 'replaceEngineRetry', on }),
    undo: () => dispatch({ type: 'undo' }),
    redo: () => dispatch({ type: 'redo' }),
    /** Saves at once, waiting for saves under way; true when the draft is kept. */
    flush: async () => {
      settle.cancel();
      return enqueue({ document, replaceEngineRetry }, baseline);
    },
    /** Starts anew from what has just been published. */
    restart: (published: Baseline) => {
      settle.cancel();
      settled.current = { document: published.document, replaceEngineRetry: false, baseline: published };
      revision.current = 0;
      setBaseline(published);
      setPublishedVersion(published.version);
      setTheirDraft(null);
      setPreview(null);
      setSave('published');
      dispatch({ type: 'reset', document: published.document, replaceEngineRetry: false });
    },
    /** Keeps what is on screen, from now on against what somebody else published. */
    rebase: (published: Baseline) => {
      setPublishedVersion(published.version);
      setBaseline(published);
    },
    /** After a draft conflict: mine replaces theirs, or theirs is taken over. */
    settleDraft: (choice: 'mine' | 'theirs') => {
      if (!theirDraft) return;
      revision.current = theirDraft.revision;
      setTheirDraft(null);
      if (choice === 'theirs') dispatch({ type: 'edit', document: theirDraft.document });
      else void enqueue({ document, replaceEngineRetry }, baseline);
    },
  };
}

export type PolicyEditor = ReturnType<typeof usePolicyEditor>;

function judge(
  document: JsonObject,
  inheritedOwner: string | null,
): { policy: NodePolicy | null; diagnostics: readonly Diagnostic[] } {
  const { policy, diagnostics } = readPolicy(document);
  const all = policy ? [...diagnostics, ...checkPolicy(policy, { inheritedOwner })] : diagnostics;
  return { policy, diagnostics: all };
}
