import { useRouter } from 'next/navigation';
import { startTransition, useOptimistic } from 'react';
import type { FailureQuery } from '@/lib/insight/failure-list';
import { failuresHref } from '../search-params';

/**
 * The page's state in the URL. `served` is what the server has answered for; a change shows at once
 * while the answer is under way (`pending`). Any change but that of the page leads to the first page.
 * `replace` keeps it out of the history, for changes that nobody would go back to.
 */
export function useFailureQuery(served: FailureQuery) {
  const router = useRouter();
  const [query, setQuery] = useOptimistic(served);
  const change = (part: Partial<FailureQuery>, replace = false) => {
    const next = { ...query, page: 1, ...part };
    startTransition(() => {
      setQuery(next);
      router[replace ? 'replace' : 'push'](failuresHref(next), { scroll: false });
    });
  };
  return { query, change, pending: query !== served };
}
