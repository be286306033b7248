import { useRouter } from 'next/navigation';
import { startTransition, useOptimistic } from 'react';
import type { ListQuery } from '@/lib/insight/list';

/**
 * A list's state in the URL. `served` is what the server has answered for; a change shows at once
 * while the answer is under way (`pending`). Any change but that of the page leads to the first page.
 * Each change is a step that Back undoes, with two exceptions: the refining of a search (nobody goes back letter
 * by letter), and a change that is overtaken by the next before it is answered: Back leads to what was shown.
 */
export function useListQuery<Query extends ListQuery<string>>(served: Query, hrefOf: (query: Query) => string) {
  const router = useRouter();
  const [query, setQuery] = useOptimistic(served);
  const change = (part: Partial<Query>) => {
    const next: Query = { ...query, page: 1, ...part };
    // Against what was served: a step that is still under way would be lost with its place in the history.
    const refines = part.search !== undefined && part.search !== '' && served.search !== '';
    startTransition(() => {
      setQuery(next);
      router[refines ? 'replace' : 'push'](hrefOf(next), { scroll: false });
    });
  };
  return { query, change, pending: query !== served };
}
