import { useCallback, useEffect, useState } from 'react';
import type { SampleAnswer } from '@/lib/history/threshold-answer';
import type { NodeRowId } from '@/lib/model/ids';

/** What history says: being asked for, there, or not to be had now. */
export type Samples =
  | { readonly state: 'waiting' | 'failed'; readonly sample: null }
  | { readonly state: 'there'; readonly sample: SampleAnswer };

/** Asks what history says of the codes of a node, once; `again` asks anew. */
export function useThresholdSamples(nodeRowId: NodeRowId): Samples & { readonly again: () => void } {
  const [found, setFound] = useState<Samples>({ state: 'waiting', sample: null });
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks the same again
  useEffect(() => {
    const own = new AbortController();
    setFound({ state: 'waiting', sample: null });
    ask(nodeRowId, own.signal).then(
      (sample) => setFound(sample ? { state: 'there', sample } : { state: 'failed', sample: null }),
      () => own.signal.aborted || setFound({ state: 'failed', sample: null }),
    );
    return () => own.abort();
  }, [nodeRowId, turn]);
  return { ...found, again: useCallback(() => setTurn((last) => last + 1), []) };
}

async function ask(nodeRowId: NodeRowId, signal: AbortSignal): Promise<SampleAnswer | null> {
  const response = await fetch(`/api/v1/nodes/${nodeRowId}/thresholds`, { cache: 'no-store', signal });
  const answer: unknown = response.ok ? await response.json() : null;
  return isAnswer(answer) ? answer : null;
}

/** Our own server's answer: what tells it from a login page or a proxy's error is enough. */
function isAnswer(answer: unknown): answer is SampleAnswer {
  return (
    typeof answer === 'object' && answer !== null && 'measuredAt' in answer && 'codes' in answer && 'any' in answer
  );
}
