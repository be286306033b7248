import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { PaletteResults } from '@/lib/insight/palette-results';

const PAUSE_MS = 120;

export interface PaletteSearch {
  /** What was found last; stays while the next answer is under way. Null = nothing asked yet. */
  readonly results: PaletteResults | null;
  readonly state: 'idle' | 'searching' | 'failed';
}

/** Asks the server a short while after the last key; answers that come too late are dropped. */
export function usePaletteSearch(text: string): PaletteSearch {
  const [search, setSearch] = useState<PaletteSearch>({ results: null, state: 'idle' });
  const running = useRef<AbortController | null>(null);
  const wanted = text.trim();

  const ask = useDebouncedCallback(async (asked: string) => {
    const own = new AbortController();
    running.current = own;
    try {
      const response = await fetch(`/api/v1/search?q=${encodeURIComponent(asked)}`, { signal: own.signal });
      if (!response.ok) throw new Error(`status ${response.status}`);
      const results: PaletteResults = await response.json();
      if (!own.signal.aborted) setSearch({ results, state: 'idle' });
    } catch {
      if (!own.signal.aborted) setSearch({ results: null, state: 'failed' });
    }
  }, PAUSE_MS);

  useEffect(() => {
    running.current?.abort();
    if (wanted === '') {
      ask.cancel();
      setSearch({ results: null, state: 'idle' });
      return;
    }
    setSearch(({ results }) => ({ results, state: 'searching' }));
    ask(wanted);
  }, [wanted, ask]);
  useEffect(() => () => running.current?.abort(), []);

  return search;
}
