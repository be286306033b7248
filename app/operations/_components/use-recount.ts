'use client';

import { useRef, useState } from 'react';
import type { Recount } from '@/lib/history/rollup-commands';
import { recountHistoryAction } from '../actions';

/** What counting a source again has found so far. */
export interface RecountSoFar {
  readonly sourceId: string;
  readonly source: string;
  readonly nodes: number;
  readonly differences: Recount['differences'];
  readonly state: 'running' | 'done' | 'stopped';
}

export interface RecountControl {
  readonly result: RecountSoFar | null;
  begin(source: { readonly sourceId: string; readonly name: string }): Promise<void>;
  /** Ends after the part that is under way. */
  stop(): void;
}

/** Counts a source again part by part, so that it can be watched and stopped. */
export function useRecount(onRefused: (reason: string | null) => void): RecountControl {
  const [result, setResult] = useState<RecountSoFar | null>(null);
  const stopped = useRef(false);

  async function begin({ sourceId, name }: { readonly sourceId: string; readonly name: string }) {
    stopped.current = false;
    onRefused(null);
    let sum: RecountSoFar = { sourceId, source: name, nodes: 0, differences: [], state: 'running' };
    let after: Recount['next'] = null;
    setResult(sum);
    do {
      const answer: Awaited<ReturnType<typeof recountHistoryAction>> | null = await ask({ sourceId, after });
      if (!answer?.ok) {
        onRefused(answer?.error.reason ?? 'unavailable');
        setResult({ ...sum, state: 'stopped' });
        return;
      }
      const { nodes, differences, next } = answer.value;
      after = next;
      sum = { ...sum, nodes: sum.nodes + nodes, differences: [...sum.differences, ...differences] };
      setResult(sum);
    } while (after !== null && !stopped.current);
    setResult({ ...sum, state: after === null ? 'done' : 'stopped' });
  }

  function stop() {
    stopped.current = true;
  }

  return { result, begin, stop };
}

function ask(input: Parameters<typeof recountHistoryAction>[0]) {
  return recountHistoryAction(input).catch(() => null);
}
