'use client';

import { useDebouncedCallback } from '@mantine/hooks';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { NodeRowId } from '@/lib/model/ids';
import type { Draft } from '@/lib/workflows/drafts';
import { saveDraftAction } from '../actions';
import { type Content, contentOf, keptText } from './editor-state';
import { copyOf, type OwnSlot } from './local-copy';
import type { EditorStore } from './use-editor-store';
import type { Settling } from './use-sides';

const SAVE_AFTER_MS = 600;
const RETRY_FIRST_MS = 1_000;
const RETRY_LONGEST_MS = 15_000;

/** Where the entries on screen stand: never fake-saved. */
export type SaveState = 'published' | 'unsaved' | 'saving' | 'draft' | 'failed';

/** Why entries are not saved: only what passes (`away`) is tried again by itself. */
export type SaveObstacle = 'away' | 'conflict' | 'refused';

/** What is being written against. */
export interface Baseline {
  readonly document: Draft['base'];
  readonly version: number;
}

/** The latest save of each node: one that began as the page was left may still be under way. */
const underWay = new Map<string, Promise<unknown>>();

/** The revision of each node's draft as this window knows it: a page out of the browser's memory shows an older one. */
const revisions = new Map<string, number>();

/** Resolves when what was written on this node has reached the server, or failed to. */
export async function savesSettled(nodeRowId: NodeRowId): Promise<void> {
  await underWay.get(nodeRowId);
}

interface Saving {
  readonly nodeRowId: NodeRowId;
  /** Where this browser keeps the entries until the server has them. */
  readonly slot: OwnSlot;
  readonly store: EditorStore;
  readonly baseline: Baseline;
  readonly draft: Draft | null;
  /** The page was rendered earlier in this window and is shown again. */
  readonly fromMemory: boolean;
  /** Brings form and text together. */
  readonly settle: () => Promise<Settling>;
}

/**
 * Saves what is written as a draft after a pause, one save after the other, and again and again
 * where the server does not answer. Until it has confirmed, this browser keeps a copy.
 */
export function useSaving({ nodeRowId, slot, store, baseline, draft, fromMemory, settle }: Saving) {
  const { current, subscribe } = store;
  const [save, setSave] = useState<SaveState>(draft ? 'draft' : 'published');
  const [obstacle, setObstacle] = useState<SaveObstacle>('away');
  const [keptHere, setKeptHere] = useState(true);
  const [theirDraft, setTheirDraft] = useState<Draft | null>(null);
  const [publishedVersion, setPublishedVersion] = useState(baseline.version);
  const served = draft?.revision ?? 0;
  const revision = useRef(fromMemory ? (revisions.get(nodeRowId) ?? served) : served);
  const running = useRef<Promise<unknown>>(Promise.resolve());
  const against = useRef(baseline);
  useLayoutEffect(() => {
    against.current = baseline;
  }, [baseline]);
  const [retries, setRetries] = useState(0);

  const later = useRef<{ readonly cancel: () => void } | null>(null);
  const saveNow = useCallback(async (): Promise<Content | null> => {
    const fail = (met: SaveObstacle) => {
      setSave('failed');
      setObstacle(met);
      setRetries((before) => (met === 'away' ? before + 1 : 0));
      return null;
    };
    const settled = await settle();
    if (!settled.ok) return fail(settled.error);
    const together = settled.value;
    setSave((before) => (before === 'failed' ? before : 'saving'));
    const base = against.current;
    const result = await saveDraftAction({
      nodeRowId,
      document: together.document,
      text: keptText(together),
      base: base.document,
      baseVersion: base.version,
      revision: revision.current,
      replaceEngineRetry: together.replaceEngineRetry,
    }).catch(() => null);
    if (!result) return fail('away');
    if (!result.ok) {
      if (result.error.reason === 'draft_conflict') setTheirDraft(result.error.draft);
      return fail(obstacleOf(result.error.reason));
    }
    revision.current = result.value.revision;
    revisions.set(nodeRowId, revision.current);
    setPublishedVersion(result.value.nodeVersion);
    setRetries(0);
    if (sameKept(current.current, together)) {
      later.current?.cancel();
      slot.forget();
      setSave(result.value.revision === 0 ? 'published' : 'draft');
    } else setSave('unsaved');
    return together;
  }, [nodeRowId, slot, current, settle]);

  /** Saves follow each other: the revision that one returns is what the next is checked against. */
  const enqueue = useCallback((): Promise<Content | null> => {
    const next = running.current.then(saveNow);
    running.current = next;
    underWay.set(nodeRowId, next);
    return next;
  }, [saveNow, nodeRowId]);

  // Leaving by a link within the product must not lose the last key.
  const saveLater = useDebouncedCallback(() => void enqueue(), { delay: SAVE_AFTER_MS, flushOnUnmount: true });
  useLayoutEffect(() => {
    later.current = saveLater;
  }, [saveLater]);

  /** What is known to be kept, or about to be: only another content is a reason to save. */
  const known = useRef<{ readonly content: Content; readonly baseline: Baseline }>({
    content: contentOf(current.current),
    baseline,
  });
  const note = useCallback(() => {
    const [last, content] = [known.current, contentOf(current.current)];
    if (sameKept(last.content, content) && last.baseline === against.current) return;
    known.current = { content, baseline: against.current };
    const made = { baseVersion: against.current.version, revision: revision.current, at: Date.now() };
    setKeptHere(slot.keep(copyOf(content, made)));
    // What was refused may hold now; what stands in the way otherwise still does.
    setSave((before) => (before === 'failed' && obstacle !== 'refused' ? before : 'unsaved'));
    saveLater();
  }, [slot, current, obstacle, saveLater]);
  useEffect(() => subscribe(note), [subscribe, note]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same entries against another version are to be saved too
  useEffect(note, [baseline, note]);

  useEffect(() => slot.guard(), [slot]);
  useEffect(() => {
    if (retries === 0) return;
    const again = () => void enqueue();
    const wait = Math.min(RETRY_FIRST_MS * 2 ** (retries - 1), RETRY_LONGEST_MS);
    const timer = setTimeout(again, wait);
    window.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [retries, enqueue]);

  return {
    save,
    obstacle,
    /** This browser keeps the entries until the server has them; false where it keeps nothing. */
    keptHere,
    theirDraft,
    publishedVersion,
    revision,
    setPublishedVersion,
    /** Saves at once, waiting for saves under way; what has been kept, or null where it was not. */
    flush: useCallback(async () => {
      saveLater.cancel();
      return enqueue();
    }, [saveLater, enqueue]),
    enqueue,
    /** From now on this is what the server has. */
    settleOn: useCallback(
      (kept: { content: Content; baseline: Baseline; revision: number }) => {
        saveLater.cancel();
        known.current = kept;
        revision.current = kept.revision;
        revisions.set(nodeRowId, kept.revision);
        slot.forget();
        setTheirDraft(null);
        setPublishedVersion(kept.baseline.version);
        setSave(kept.revision === 0 ? 'published' : 'draft');
      },
      [saveLater, slot, nodeRowId],
    ),
    /** After a draft conflict: what is saved next takes the place of theirs. */
    overTheirs: useCallback((theirs: Draft) => {
      revision.current = theirs.revision;
      setTheirDraft(null);
      setSave('unsaved');
    }, []),
  };
}

function obstacleOf(reason: string): SaveObstacle {
  if (reason === 'draft_conflict') return 'conflict';
  return reason === 'unavailable' || reason === 'unexpected' ? 'away' : 'refused';
}

/** The same for a draft: what the other side makes of it may differ. */
function sameKept(a: Content, b: Content): boolean {
  return a.document === b.document && keptText(a) === keptText(b) && a.replaceEngineRetry === b.replaceEngineRetry;
}
