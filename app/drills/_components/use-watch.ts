import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const EVERY_MS = 1_000;

/** Brings the page about a run up to date as it goes, while somebody can see it, and stops when it has ended. */
export function useWatch({ runId, version, ended }: { runId: string; version: string; ended: boolean }): void {
  const router = useRouter();
  useEffect(() => {
    if (ended) return;
    let over = false;
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      const seen = document.visibilityState === 'visible' ? await ask(runId) : null;
      if (over) return;
      if (seen !== null && seen.version !== version) router.refresh();
      timer = setTimeout(() => void look(), EVERY_MS);
    };
    timer = setTimeout(() => void look(), EVERY_MS);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [runId, version, ended, router]);
}

/** Null when there is no answer: the next time may have one. */
async function ask(runId: string): Promise<{ readonly version: string } | null> {
  try {
    const response = await fetch(`/api/drills/${runId}/version`, { cache: 'no-store' });
    const answer: unknown = response.ok ? await response.json() : null;
    return isVersion(answer) ? answer : null;
  } catch {
    return null;
  }
}

/** Our own server's answer: what tells it from a login page or a proxy's error is enough. */
function isVersion(answer: unknown): answer is { readonly version: string } {
  return typeof answer === 'object' && answer !== null && 'version' in answer && typeof answer.version === 'string';
}
