'use client';

import { Pages } from '@/components/table/pages';
import { type BulkShown, bulkHref } from '../search-params';

/** Links to the pages of a bulk change's nodes. */
export function BulkPages({
  id,
  show,
  page,
  pages,
}: {
  id: string;
  show: BulkShown | null;
  page: number;
  pages: number;
}) {
  return <Pages page={page} pages={pages} hrefOf={(each) => bulkHref(id, { show, page: each })} />;
}
