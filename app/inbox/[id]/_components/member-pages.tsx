'use client';

import { ListFoot } from '@/components/table/list-frame';
import { Pages } from '@/components/table/pages';

/** The way through the hand-offs of a key. */
export function MemberPages({ page, pages, id }: { page: number; pages: number; id: string }) {
  return (
    <ListFoot>
      <Pages page={page} pages={pages} hrefOf={(each) => `/inbox/${id}?page=${each}#members`} />
    </ListFoot>
  );
}
