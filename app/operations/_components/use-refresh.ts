import { useEffect, useEffectEvent, useState } from 'react';

const EVERY_MS = 5_000;

/**
 * Brings the page up to date every few seconds while somebody can see it. It first asks whether the server is well:
 * a page that is fetched from one that is not would be replaced by the browser's own error.
 */
export function useRefresh(refresh: () => void, held: boolean): { readonly lost: boolean } {
  const [lost, setLost] = useState(false);
  const bring = useEffectEvent(refresh);
  useEffect(() => {
    if (held) return;
    let over = false;
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      if (document.visibilityState === 'visible') {
        const well = await isWell();
        if (over) return;
        setLost(!well);
        if (well) bring();
      }
      timer = setTimeout(() => void look(), EVERY_MS);
    };
    timer = setTimeout(() => void look(), EVERY_MS);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [held]);
  return { lost };
}

async function isWell(): Promise<boolean> {
  try {
    return (await fetch('/api/health', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
