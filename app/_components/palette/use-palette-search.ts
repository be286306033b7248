import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { PaletteResults } from '@/lib/insight/palette-results';

const PAUSE_MS = 120;

export interface PaletteSearch {
  /** What was found last; stays while the next answer is under way. Null = nothing asked yet. */
  readonly results: PaletteResults | null;
  /** `searching`: what was found last is not the answer to what stands in the field. */
  readonly state: 'idle' | 'searching' | 'failed';
}

/** What came of a text; the empty one needs no asking. */
interface Answer {
  readonly to: string;
  readonly results: PaletteResults | null;
  readonly failed: boolean;
}

const NOTHING_ASKED: Answer = { to: '', results: null, failed: false };

/** Asks the server a short while after the last key; answers that come too late are dropped. */
export function usePaletteSearch(text: string): PaletteSearch {
  const [answer, setAnswer] = useState(NOTHING_ASKED);
  const running = useRef<AbortController | null>(null);
  const wanted = text.trim();

  const ask = useDebouncedCallback(async (to: string) => {
    const own = new AbortController();
    running.current = own;
    try {
      const response = await fetch(`/api/v1/search?q=${encodeURIComponent(to)}`, { signal: own.signal });
      if (!response.ok) throw new Error(`status ${response.status}`);
      const results: PaletteResults = await response.json();
      if (!own.signal.aborted) setAnswer({ to, results, failed: false });
    } catch {
      if (!own.signal.aborted) setAnswer({ to, results: null, failed: true });
    }
  }, PAUSE_MS);

  useEffect(() => {
    running.current?.abort();
    if (wanted !== '') {
      ask(wanted);
      return;
    }
    ask.cancel();
    setAnswer(NOTHING_ASKED);
  }, [wanted, ask]);
  useEffect(() => () => running.current?.abort(), []);

  if (answer.to !== wanted) return { results: answer.results, state: 'searching' };
  return { results: answer.results, state: answer.failed ? 'failed' : 'idle' };
}
