'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const BUSY_MS = 2_000;
const QUIET_MS = 20_000;

/** Brings a page about sources up to date while somebody can see it: often where something is under way. */
export function Watch({ busy }: { busy: boolean }) {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(
      () => {
        if (document.visibilityState === 'visible') router.refresh();
      },
      busy ? BUSY_MS : QUIET_MS,
    );
    return () => clearInterval(timer);
  }, [busy, router]);
  return null;
}
