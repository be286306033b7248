'use client';

import { type Dispatch, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { NodeRowId } from '@/lib/model/ids';
import type { NodePreview } from '@/lib/workflows/preview';
import { previewAction } from '../actions';
import { agreed, type Content, contentOf, type EditorEvent, keptText, sameContent } from './editor-state';

/** A pause in typing after which the other side follows. */
const FOLLOW_AFTER_MS = 150;

interface Asking {
  readonly asked: Content;
  /** The content once both sides agree; null = the server did not answer. */
  readonly answer: Promise<Content | null>;
}

/**
 * Keeps form and text together: after a pause the server is asked what both come to, an answer
 * about something older is dropped, and the other side follows. `version` is the published one.
 */
export function useSides(
  nodeRowId: NodeRowId,
  current: RefObject<Content>,
  dispatch: Dispatch<EditorEvent>,
  { content, wanted, version }: { content: Content; wanted: boolean; version: number },
) {
  const [preview, setPreview] = useState<NodePreview | null>(null);
  const [failed, setFailed] = useState(false);
  const settled = useRef<{ readonly content: Content; readonly version: number } | null>(null);
  const asking = useRef<Asking | null>(null);
  const versionNow = useRef(version);
  useLayoutEffect(() => {
    versionNow.current = version;
  }, [version]);

  const ask = useCallback(
    async (asked: Content): Promise<Content | null> => {
      const { document, replaceEngineRetry, typed, held } = asked;
      const input = { nodeRowId, document, replaceEngineRetry, text: keptText(asked), held: typed ? held : null };
      const result = await previewAction(input).catch(() => null);
      const stale = !sameContent(current.current, asked);
      if (!result?.ok || !result.value) {
        if (!stale) setFailed(true);
        return null;
      }
      const answer = result.value;
      const next = agreed(asked, answer);
      if (stale) return next;
      settled.current = { content: next, version: versionNow.current };
      // At once, so that no key falls between the answer and the text that it changes.
      flushSync(() => {
        setFailed(false);
        setPreview(answer);
        dispatch({ type: 'agree', asked, agreement: answer });
      });
      return next;
    },
    [nodeRowId, current, dispatch],
  );

  /** What is written now, with both sides brought together; null = the server does not answer. */
  const settle = useCallback(async (): Promise<Content | null> => {
    for (;;) {
      const now = contentOf(current.current);
      const known = settled.current;
      if (known?.version === versionNow.current && sameContent(known.content, now)) return now;
      const under = asking.current;
      if (!under || !sameContent(under.asked, now)) asking.current = { asked: now, answer: ask(now) };
      const answer = await asking.current?.answer;
      asking.current = null;
      if (!answer) return null;
      if (sameContent(current.current, now) || sameContent(current.current, answer)) return answer;
    }
  }, [current, ask]);

  const { document, text, typed, held, replaceEngineRetry } = content;
  useEffect(() => {
    const now = { document, text, typed, held, replaceEngineRetry };
    const known = settled.current;
    if (!wanted || (known?.version === version && sameContent(known.content, now))) return;
    const timer = setTimeout(() => void settle(), known ? FOLLOW_AFTER_MS : 0);
    return () => clearTimeout(timer);
  }, [document, text, typed, held, replaceEngineRetry, wanted, version, settle]);

  const fresh = settled.current !== null && sameContent(settled.current.content, content);
  return { preview, fresh, failed, settle };
}
