'use client';

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { NodeRowId } from '@/lib/model/ids';
import { sameJson } from '@/lib/policy/document';
import { type Content, keptText } from './editor-state';
import { forgetLocally, keepLocally, keptLocally, type LocalCopy } from './local-copy';
import type { EditorStore } from './use-editor-store';
import { type Baseline, savesSettled } from './use-saving';

/** Entries of an earlier visit: put back into the form, or offered because something newer is there. */
export interface KeptEntries {
  readonly state: 'back' | 'offered';
  readonly at: Date;
}

/**
 * Entries that never reached the server, because the browser or the server went down. Where nothing
 * has changed since they come back by themselves; else the person decides, and nothing is written over.
 */
export function useKeptEntries({
  nodeRowId,
  owner,
  store,
  baseline,
  revision,
}: {
  nodeRowId: NodeRowId;
  owner: string;
  store: EditorStore;
  baseline: Baseline;
  revision: RefObject<number>;
}) {
  const { current, dispatch } = store;
  const [found, setFound] = useState<KeptEntries | null>(null);
  const looked = useRef(false);
  const version = useRef(baseline.version);

  useEffect(() => {
    if (looked.current) return;
    looked.current = true;
    // A save of the page before may still be on its way: then these entries are not lost at all.
    void savesSettled(nodeRowId).then(() => {
      const waiting = keptLocally(owner, 'before');
      const last = keptLocally(owner, 'now');
      if (waiting && last) forgetLocally(owner, 'now');
      const copy = waiting ?? last;
      if (!copy) return;
      if (sameEntries(copy, current.current)) {
        forgetLocally(owner, 'now');
        forgetLocally(owner, 'before');
        return;
      }
      const nothingNewer = copy.revision === revision.current && copy.baseVersion === version.current;
      if (nothingNewer) {
        forgetLocally(owner, 'before');
        dispatch({ type: 'take', content: contentOfCopy(copy) });
      } else {
        keepLocally(owner, 'before', copy);
        forgetLocally(owner, 'now');
      }
      setFound({ state: nothingNewer ? 'back' : 'offered', at: new Date(copy.at) });
    });
  }, [nodeRowId, owner, current, revision, dispatch]);

  /** Puts offered entries into the form, as an edit that can be undone. */
  const take = useCallback(() => {
    const copy = keptLocally(owner, 'before');
    if (copy) dispatch({ type: 'take', content: contentOfCopy(copy) });
    forgetLocally(owner, 'before');
    setFound(null);
  }, [owner, dispatch]);

  /** Throws offered entries away, or takes back those that came by themselves. */
  const drop = useCallback(() => {
    if (found?.state === 'back') dispatch({ type: 'undo' });
    forgetLocally(owner, 'before');
    setFound(null);
  }, [owner, found, dispatch]);

  return { found, take, drop, close: useCallback(() => setFound(null), []) };
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
