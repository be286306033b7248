'use client';

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { NodeRowId } from '@/lib/model/ids';
import { err, ok, type Result } from '@/lib/shared/result';
import { unkeepable } from '@/lib/workflows/draft-limits';
import type { NodePreview } from '@/lib/workflows/preview';
import { askPreview, type Unanswered } from './ask-preview';
import { agreed, type Content, contentOf, keptText, sameContent } from './editor-state';
import type { EditorStore } from './use-editor-store';

export type Settling = Result<Content, Unanswered>;

/** A pause in typing after which the other side follows. */
const FOLLOW_AFTER_MS = 150;

/** What has been answered last: the content with both sides together, and the published version it was about. */
interface Settled {
  readonly content: Content;
  readonly version: number;
}

/**
 * Keeps form and text together: after a pause the server is asked what both come to, an answer
 * about something older is dropped, and the other side follows. `version` is the published one;
 * `wanted`: something on screen shows it.
 */
export function useSides(
  nodeRowId: NodeRowId,
  { current, dispatch, subscribe }: EditorStore,
  { wanted, version }: { readonly wanted: boolean; readonly version: number },
) {
  const [preview, setPreview] = useState<NodePreview | null>(null);
  const [failed, setFailed] = useState(false);
  const settled = useRef<Settled | null>(null);
  /** The last text that could be read. */
  const lastRead = useRef<string | null>(null);
  const asking = useRef<{ readonly asked: Content; readonly answer: Promise<Settling> } | null>(null);
  const versionNow = useRef(version);
  useLayoutEffect(() => {
    versionNow.current = version;
  }, [version]);

  const ask = useCallback(
    async (asked: Content): Promise<Settling> => {
      // What cannot be kept is said at its place without the server, which would only refuse it.
      if (unkeepable({ document: asked.document, text: keptText(asked) }).length > 0) return err('refused');
      const answered = await askPreview(nodeRowId, asked).catch(() => err('away' as const));
      const stale = !sameContent(current.current, asked);
      if (!answered.ok) {
        if (!stale) setFailed(true);
        return answered;
      }
      const answer = answered.value;
      const next = agreed(asked, answer);
      if (stale) return ok(next);
      settled.current = { content: next, version: versionNow.current };
      if (!answer.broken) lastRead.current = answer.text;
      setFailed(false);
      setPreview(answer);
      dispatch({ type: 'agree', asked, agreement: answer });
      return ok(next);
    },
    [nodeRowId, current, dispatch],
  );

  const isSettled = useCallback(() => {
    const known = settled.current;
    return known?.version === versionNow.current && sameContent(known.content, current.current);
  }, [current]);

  /** What is written now, with both sides brought together. */
  const settle = useCallback(async (): Promise<Settling> => {
    while (!isSettled()) {
      const asked = contentOf(current.current);
      const under = asking.current;
      const answer = under && sameContent(under.asked, asked) ? under.answer : ask(asked);
      asking.current = { asked, answer };
      const together = await answer;
      asking.current = null;
      if (!together.ok) return together;
    }
    return ok(contentOf(current.current));
  }, [current, ask, isSettled]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another published version is another question
  useEffect(() => {
    if (!wanted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      clearTimeout(timer);
      if (!isSettled()) timer = setTimeout(() => void settle(), settled.current ? FOLLOW_AFTER_MS : 0);
    };
    follow();
    const stop = subscribe(follow);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [wanted, version, subscribe, settle, isSettled]);

  return { preview, failed, settle, lastRead };
}
