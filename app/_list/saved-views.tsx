'use client';

import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { ViewMenu } from '@/components/table/view-menu';
import type { ViewOfList, ViewOutcome } from '@/components/table/view-props';
import type { Result } from '@/lib/shared/result';
import { deleteViewAction, overwriteViewAction, renameViewAction, saveViewAction } from './actions';

/**
 * The saved views of a list, wired to the server. `query` is the query string of what the list shows
 * (filters, order, columns; neither page nor view), written the same way as those of `views`.
 * Opening a view leads to `<path>?<its query>&view=<id>`.
 */
export function SavedViews({
  list,
  path,
  views,
  view,
  query,
}: {
  list: 'nodes' | 'failures';
  path: string;
  views: readonly ViewOfList[];
  /** Id of the open view; null, or one that is gone: none is open. */
  view: string | null;
  query: string;
}) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const hrefOf = (id: string | null, of: string) => {
    const text = [of, id === null ? '' : `view=${id}`].filter((part) => part !== '').join('&');
    return text === '' ? path : `${path}?${text}`;
  };
  const settle = (result: Result<{ id: string }, { reason: string }>, after: (id: string) => void): ViewOutcome => {
    if (!result.ok) return { reason: result.error.reason };
    startTransition(() => after(result.value.id));
    return null;
  };
  return (
    <ViewMenu
      views={views}
      open={views.find(({ id }) => id === view) ?? null}
      query={query}
      busy={pending}
      hrefOf={(each) => hrefOf(each.id, each.query)}
      leaveHref={hrefOf(null, query)}
      save={async (name) =>
        settle(await saveViewAction({ list, name, query }), (id) => router.push(hrefOf(id, query), { scroll: false }))
      }
      overwrite={async (id) => settle(await overwriteViewAction({ id, query }), () => router.refresh())}
      rename={async (id, name) => settle(await renameViewAction({ id, name }), () => router.refresh())}
      remove={async (id) => settle(await deleteViewAction({ id }), () => router.refresh())}
    />
  );
}
