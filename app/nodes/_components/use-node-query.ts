import { useRouter } from 'next/navigation';
import { startTransition, useOptimistic } from 'react';
import type { NodeQuery } from '@/lib/insight/node-list';
import { nodesHref } from '../search-params';

/**
 * The list's state in the URL. `served` is what the server has answered for; a change shows at once
 * while the answer is under way (`pending`). Any change but that of the page leads to the first page.
 * `replace` keeps it out of the history, for changes that nobody would go back to.
 */
export function useNodeQuery(served: NodeQuery) {
  const router = useRouter();
  const [query, setQuery] = useOptimistic(served);
  const change = (part: Partial<NodeQuery>, replace = false) => {
    const next = { ...query, page: 1, ...part };
    startTransition(() => {
      setQuery(next);
      router[replace ? 'replace' : 'push'](nodesHref(next), { scroll: false });
    });
  };
  return { query, change, pending: query !== served };
}
