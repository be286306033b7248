import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import type { BatchProgress } from '@/lib/workflows/batch-queries';

const PAUSE_MS = 1_000;
/** The list below the bar follows it, but not at each file. */
const REFRESH_MS = 2_000;

/**
 * How far an import is, as it goes. Whoever looks at it has the server go on with what was received, so that it ends
 * whichever tab, or person, is still there.
 */
export function useProgress(id: string, served: BatchProgress): BatchProgress {
  const router = useRouter();
  const [progress, setProgress] = useState(served);
  const latest = useRef(served);
  const [seen, setSeen] = useState(served);
  const finished = isFinished(progress);
  // While the loop runs it knows better than the page that was rendered before it.
  if (seen !== served) {
    setSeen(served);
    if (finished) setProgress(served);
  }
  useEffect(() => {
    latest.current = progress;
  }, [progress]);
  useEffect(() => {
    if (finished) return;
    let over = false;
    let refreshed = performance.now();
    const show = (next: BatchProgress) => {
      const moved = next.done !== latest.current.done || next.total !== latest.current.total;
      latest.current = next;
      setProgress(next);
      if (!isFinished(next) && (!moved || performance.now() - refreshed < REFRESH_MS)) return;
      refreshed = performance.now();
      router.refresh();
    };
    const go = async () => {
      while (!(over || isFinished(latest.current))) {
        const { done, counts } = latest.current;
        const next = await ask(id, counts.received > 0);
        if (over) return;
        if (next) show(next);
        if (latest.current.done === done) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    };
    void go();
    return () => {
      over = true;
    };
  }, [id, finished, router]);
  return progress;
}

function isFinished({ done, total }: BatchProgress): boolean {
  return done >= total;
}

/** Null when there is no answer: the next time may have one. */
async function ask(id: string, advance: boolean): Promise<BatchProgress | null> {
  try {
    const path = `/api/import-batches/${id}`;
    const response = await (advance
      ? fetch(`${path}/advance`, { method: 'POST' })
      : fetch(path, { cache: 'no-store' }));
    const answer: unknown = response.ok ? await response.json() : null;
    return isProgress(answer) ? answer : null;
  } catch {
    return null;
  }
}

/** Our own server's answer: what tells it from a proxy's error is enough. */
function isProgress(answer: unknown): answer is BatchProgress {
  return typeof answer === 'object' && answer !== null && 'counts' in answer && 'done' in answer && 'total' in answer;
}
