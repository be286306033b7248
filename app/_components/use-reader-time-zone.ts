import { useRouter } from 'next/navigation';
import { useTimeZone } from 'next-intl';
import { useEffect } from 'react';
import { setCookie } from './set-cookie';

/** Tells the server the reader's time zone once, so that dates are rendered in it from then on. */
export function useReaderTimeZone(): void {
  const served = useTimeZone();
  const router = useRouter();
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (own && own !== served) {
      setCookie('tz', own);
      router.refresh();
    }
  }, [served, router]);
}
