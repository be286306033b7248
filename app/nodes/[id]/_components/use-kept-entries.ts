'use client';

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { NodeRowId } from '@/lib/model/ids';
import { sameJson } from '@/lib/policy/document';
import { type Content, keptText } from './editor-state';
import { forgetLeft, type LocalCopy, leftIn, leftovers } from './local-copy';
import type { EditorStore } from './use-editor-store';
import { type Baseline, savesSettled } from './use-saving';

/** Entries of an earlier visit or another tab: put back into the form, or offered because something newer is there. */
export interface KeptEntries {
  readonly state: 'back' | 'offered';
  /** Where they are kept until the person says what to do with them. */
  readonly slot: string;
  readonly at: Date;
}

/**
 * Entries that never reached the server, because the browser or the server went down. Where nothing
 * has changed since they come back by themselves; else the person decides, and nothing is written over.
 * What several tabs left is told one after the other, the newest first.
 */
export function useKeptEntries({
  nodeRowId,
  owner,
  own,
  store,
  baseline,
  revision,
}: {
  nodeRowId: NodeRowId;
  /** Names node and person. */
  owner: string;
  /** The slot of this editor itself. */
  own: string;
  store: EditorStore;
  baseline: Baseline;
  revision: RefObject<number>;
}) {
  const { current, dispatch } = store;
  const [found, setFound] = useState<KeptEntries | null>(null);
  const looked = useRef(false);
  const version = useRef(baseline.version);

  /** The newest that differs from what is on screen; what says the same is settled. */
  const newest = useCallback(() => {
    const left = leftovers(owner, own, Date.now());
    const other = left.find(({ copy }) => !sameEntries(copy, current.current));
    for (const { slot, copy } of left) if (sameEntries(copy, current.current)) forgetLeft(owner, slot);
    return other ?? null;
  }, [owner, own, current]);

  useEffect(() => {
    if (looked.current) return;
    looked.current = true;
    // A save of the page before may still be on its way: then these entries are not lost at all.
    void savesSettled(nodeRowId).then(() => {
      const left = newest();
      if (!left) return;
      const { slot, copy } = left;
      const nothingNewer = copy.revision === revision.current && copy.baseVersion === version.current;
      if (nothingNewer) {
        dispatch({ type: 'take', content: contentOfCopy(copy) });
        forgetLeft(owner, slot);
      }
      setFound({ state: nothingNewer ? 'back' : 'offered', slot, at: new Date(copy.at) });
    });
  }, [nodeRowId, owner, revision, dispatch, newest]);

  const next = useCallback(() => {
    const left = newest();
    setFound(left && { state: 'offered', slot: left.slot, at: new Date(left.copy.at) });
  }, [newest]);

  /** Puts offered entries into the form, as an edit that can be undone. */
  const take = useCallback(() => {
    const copy = found && leftIn(owner, found.slot);
    if (copy) dispatch({ type: 'take', content: contentOfCopy(copy) });
    if (found) forgetLeft(owner, found.slot);
    next();
  }, [owner, found, dispatch, next]);

  /** Throws offered entries away, or takes back those that came by themselves. */
  const drop = useCallback(() => {
    if (found?.state === 'back') dispatch({ type: 'undo' });
    else if (found) forgetLeft(owner, found.slot);
    next();
  }, [owner, found, dispatch, next]);

  return { found, take, drop, close: next };
}

function contentOfCopy({ document, text, typed, held, replaceEngineRetry }: LocalCopy): Content {
  return { document, text, typed, held, replaceEngineRetry };
}

function sameEntries(copy: LocalCopy, content: Content): boolean {
  return (
    sameJson(copy.document, content.document) &&
    keptText(copy) === keptText(content) &&
    copy.replaceEngineRetry === content.replaceEngineRetry
  );
}
