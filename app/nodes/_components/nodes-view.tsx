'use client';

import { Box, Button } from '@mantine/core';
import { type SortingState, useTable } from '@tanstack/react-table';
import { useTranslations } from 'next-intl';
import { useMemo, useRef } from 'react';
import { DataTable } from '@/components/table/data-table';
import { listFeatures } from '@/components/table/features';
import { Pages } from '@/components/table/pages';
import { useRowKeys } from '@/components/table/use-row-keys';
import { EmptyState } from '@/components/ui/empty-state';
import { NODE_SORTS, type NodeListPage, type NodeQuery, PAGE_SIZE } from '@/lib/insight/node-list';
import { nodesHref } from '../search-params';
import { nodeColumns } from './columns';
import type { NodeItem } from './node-item';
import classes from './nodes-view.module.css';
import { Toolbar } from './toolbar';
import { useNodeQuery } from './use-node-query';

export interface NodesViewProps {
  /** What the list was asked for, as far as it makes sense here. */
  readonly query: NodeQuery;
  readonly items: readonly NodeItem[];
  readonly list: Pick<NodeListPage, 'matches' | 'pages' | 'counts' | 'workflows'>;
  /** Total of nodes over all workflows. */
  readonly total: number;
  readonly now: Date;
}

/** The list with its toolbar and pages. */
export function NodesView({ query: served, items, list, total, now }: NodesViewProps) {
  const t = useTranslations('nodes');
  const c = useTranslations('common');
  const { query, change, pending } = useNodeQuery(served);
  const search = useRef<HTMLInputElement>(null);
  const region = useRef<HTMLDivElement>(null);
  useRowKeys(region, search);

  const columns = useMemo(() => nodeColumns(t, now), [t, now]);
  const sorting: SortingState = [{ id: query.sort, desc: query.order === 'desc' }];
  const table = useTable({
    features: listFeatures,
    columns,
    data: items,
    getRowId: (item) => item.id,
    manualSorting: true,
    manualPagination: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    rowCount: list.matches,
    state: { sorting, pagination: { pageIndex: query.page - 1, pageSize: PAGE_SIZE } },
    onSortingChange: (update) => {
      const [first] = typeof update === 'function' ? update(sorting) : update;
      const sort = NODE_SORTS.find((each) => each === first?.id);
      if (first && sort) change({ sort, order: first.desc ? 'desc' : 'asc' });
    },
  });

  const clear = () => {
    change({ search: '', workflow: null, filters: [] });
    search.current?.focus();
  };
  const narrowed = query.search !== '' || query.workflow !== null || query.filters.length > 0;
  const from = (served.page - 1) * PAGE_SIZE + 1;
  const range = { from, to: from + items.length - 1, count: list.matches };

  return (
    <Box px={{ base: 'md', md: 'xl' }} pb="xl">
      <Toolbar query={query} change={change} list={list} total={total} searchRef={search} />
      <div className={classes.status}>
        <span role="status">{list.pages > 1 ? t('range', range) : t('matches', { count: list.matches })}</span>
        <span>{t('window')}</span>
        {narrowed && list.matches > 0 ? (
          <Button variant="subtle" size="compact-sm" onClick={clear}>
            {c('actions.clearFilters')}
          </Button>
        ) : null}
      </div>
      <div ref={region}>
        {items.length > 0 ? (
          <DataTable table={table} label={t('table')} busy={pending} />
        ) : (
          <EmptyState
            title={t('nothing.title')}
            body={t('nothing.body')}
            action={<Button onClick={clear}>{c('actions.clearFilters')}</Button>}
          />
        )}
      </div>
      <div className={classes.foot}>
        <Pages page={served.page} pages={list.pages} hrefOf={(page) => nodesHref({ ...query, page })} />
      </div>
    </Box>
  );
}
