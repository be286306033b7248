import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 1_000;
/** The list below the bar follows it, but not at each file. */
const REFRESH_MS = 2_000;

export interface Progress {
  readonly total: number;
  readonly done: number;
}

/**
 * How far a piece of work is, as it goes. Whoever looks at it has the server go on with it, so that it ends whichever tab,
 * or person, is still there. `path`: answers with how far it is; `advances`: whether the server can go on by itself, by a
 * POST to `<path>/advance`; `is`: tells an answer of ours from a proxy's. All three have to stay the same functions.
 */
export function useProgress<P extends Progress>(
  path: string,
  served: P,
  { advances, is }: { readonly advances: (progress: P) => boolean; readonly is: (answer: unknown) => answer is P },
): P {
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
    const show = (next: P) => {
      const moved = next.done !== latest.current.done || next.total !== latest.current.total;
      latest.current = next;
      setProgress(next);
      if (!isFinished(next) && (!moved || performance.now() - refreshed < REFRESH_MS)) return;
      refreshed = performance.now();
      router.refresh();
    };
    const go = async () => {
      while (!(over || isFinished(latest.current))) {
        const { done } = latest.current;
        const answer = await ask(path, advances(latest.current));
        const next = is(answer) ? answer : null;
        if (over) return;
        if (next) show(next);
        if (latest.current.done === done) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    };
    void go();
    return () => {
      over = true;
    };
  }, [path, finished, router, advances, is]);
  return progress;
}

function isFinished({ done, total }: Progress): boolean {
  return done >= total;
}

/** Null when there is no answer: the next time may have one. */
async function ask(path: string, advance: boolean): Promise<unknown> {
  try {
    const response = await (advance
      ? fetch(`${path}/advance`, { method: 'POST' })
      : fetch(path, { cache: 'no-store' }));
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/** Our own server's answer: what tells it from a proxy's error is enough. */
export function hasProgress(answer: unknown): answer is Progress & { readonly counts: unknown } {
  return typeof answer === 'object' && answer !== null && 'counts' in answer && 'done' in answer && 'total' in answer;
}
