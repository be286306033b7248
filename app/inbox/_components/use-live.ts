import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import type { InboxVersion } from '@/lib/insight/inbox-version';

const EVERY_MS = 5_000;

export interface LiveInput {
  /** What the page was made of. */
  readonly version: string;
  /** When it was made. */
  readonly since: Date;
  /** The key that the page is about; null = all that wait. */
  readonly fingerprint: string | null;
  /** Something is chosen or being written: nothing may move under the hand. */
  readonly paused: boolean;
}

/**
 * Brings a page up to date by itself when something changed, asking every few seconds while somebody can see it.
 * While it is paused it only says what is new (null = nothing), and `show` brings it.
 */
export function useLive({ version, since, fingerprint, paused }: LiveInput) {
  const router = useRouter();
  const [news, setNews] = useState<InboxVersion | null>(null);
  const asking = useRef(false);
  const sinceText = since.toISOString();

  useEffect(() => {
    let over = false;
    const params = new URLSearchParams({ since: sinceText, ...(fingerprint !== null && { key: fingerprint }) });
    const look = async () => {
      const answer = await ask(params);
      if (over || answer === null) return;
      if (answer.version === version) setNews(null);
      else if (paused) setNews(answer);
      else router.refresh();
    };
    const lookOnce = () => {
      if (asking.current || document.visibilityState !== 'visible') return;
      asking.current = true;
      void look().finally(() => {
        asking.current = false;
      });
    };
    const timer = setInterval(lookOnce, EVERY_MS);
    document.addEventListener('visibilitychange', lookOnce);
    return () => {
      over = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookOnce);
    };
  }, [version, sinceText, fingerprint, paused, router]);

  const show = () => {
    setNews(null);
    router.refresh();
  };
  return { news: news !== null && news.version !== version ? news : null, show };
}

/** Null when there is no answer: the next time may have one. */
async function ask(params: URLSearchParams): Promise<InboxVersion | null> {
  try {
    const response = await fetch(`/api/inbox/version?${params}`, { cache: 'no-store' });
    if (!response.ok) return null;
    const answer: InboxVersion = await response.json();
    return answer;
  } catch {
    return null;
  }
}
