'use client';

import { Pages } from '@/components/table/pages';
import { batchHref, type Shown } from '../search-params';

/** Links to the pages of an import's files. */
export function BatchPages({ id, show, page, pages }: { id: string; show: Shown | null; page: number; pages: number }) {
  return <Pages page={page} pages={pages} hrefOf={(each) => batchHref(id, { show, page: each })} />;
}
