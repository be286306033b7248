'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { SourceMappingInput } from '@/lib/sources/schema';
import type { Failure } from '../_components/failure-text';
import type { Preview } from './found';

const PAUSE_MS = 700;

export type PreviewAnswer =
  | { readonly kind: 'preview'; readonly preview: Preview }
  | { readonly kind: 'fault'; readonly fault: Failure }
  /** What the server says of the entries. */
  | { readonly kind: 'refused' };

export interface Previewing {
  readonly preview: Preview | null;
  readonly fault: Failure | null;
  readonly busy: boolean;
  readonly again: () => void;
}

/** What comes out of the mapping, asked again a moment after it changed; an answer that comes too late is dropped. */
export function usePreview(
  mapping: SourceMappingInput | null,
  ask: (mapping: SourceMappingInput) => Promise<PreviewAnswer>,
): Previewing {
  const [answer, setAnswer] = useState<PreviewAnswer | null>(null);
  const [busy, setBusy] = useState(false);
  const turn = useRef(0);
  const asking = useRef(ask);
  asking.current = ask;
  const key = mapping === null ? null : JSON.stringify(mapping);
  const run = useCallback(async () => {
    if (mapping === null) return;
    const mine = ++turn.current;
    setBusy(true);
    const said = await asking.current(mapping);
    if (mine !== turn.current) return;
    setAnswer(said);
    setBusy(false);
  }, [mapping]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another mapping is another question
  useEffect(() => {
    const timer = setTimeout(() => void run(), answer === null ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return {
    preview: answer?.kind === 'preview' ? answer.preview : null,
    fault: answer?.kind === 'fault' ? answer.fault : null,
    busy,
    again: () => void run(),
  };
}
