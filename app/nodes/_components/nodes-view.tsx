'use client';

import { Box, Button } from '@mantine/core';
import { useFormatter, useTranslations } from 'next-intl';
import { useMemo, useRef, useState } from 'react';
import { setCookie } from '@/app/_components/set-cookie';
import { columnsCookie, writeColumns } from '@/app/_list/columns';
import { SavedViews } from '@/app/_list/saved-views';
import { ColumnMenu } from '@/components/table/column-menu';
import { DataTable } from '@/components/table/data-table';
import { ListFoot, ListStatus } from '@/components/table/list-frame';
import { type Packed, unpack } from '@/components/table/packed';
import { Pages } from '@/components/table/pages';
import { useFirstScreen } from '@/components/table/use-first-screen';
import { useListQuery } from '@/components/table/use-list-query';
import { useListTable } from '@/components/table/use-list-table';
import { useRowKeys } from '@/components/table/use-row-keys';
import { EmptyState } from '@/components/ui/empty-state';
import { ROWS_PER_PAGE } from '@/lib/insight/list';
import { NODE_SORTS, type NodeListPage } from '@/lib/insight/node-list';
import { NODE_COLUMNS, type NodeColumn, type NodesState, nodesHref, viewQuery } from '../search-params';
import { ChoiceBar } from './choice-bar';
import { nodeColumns } from './columns';
import type { NodeItem } from './node-item';
import { Toolbar } from './toolbar';
import { useChoiceKeys } from './use-choice';

export interface NodesViewProps {
  /** What the list was asked for, as far as it makes sense here. */
  readonly query: NodesState;
  /** Columns that this browser was last told to show; null = all. */
  readonly remembered: readonly NodeColumn[] | null;
  readonly views: readonly { readonly id: string; readonly name: string; readonly query: string }[];
  readonly packed: Packed<{
    readonly items: readonly NodeItem[];
    readonly list: Pick<
      NodeListPage,
      'matches' | 'pages' | 'counts' | 'workflows' | 'group' | 'standard' | 'standards'
    >;
  }>;
  /** Total of nodes over all workflows. */
  readonly total: number;
  readonly now: Date;
  /** Whoever looks may change nodes, and choose several to change them together. */
  readonly choosable: boolean;
}

/** The list with its toolbar and pages. */
export function NodesView({ query: served, remembered, views, packed, total, now, choosable }: NodesViewProps) {
  const t = useTranslations('nodes');
  const format = useFormatter();
  const c = useTranslations('common');
  const { items, list } = useMemo(() => unpack(packed), [packed]);
  const { query, change, pending } = useListQuery(served, nodesHref);
  const search = useRef<HTMLInputElement>(null);
  const region = useRef<HTMLDivElement>(null);
  useRowKeys(region, search);
  useChoiceKeys(region, choosable ? items : null);

  const [kept, setKept] = useState(remembered);
  const chosen = query.columns ?? kept ?? NODE_COLUMNS;
  const shown = chosen.join('.');
  const columns = useMemo(
    () =>
      nodeColumns({ t, format }, now, choosable).filter(
        ({ id }) => id === 'name' || shown.split('.').some((each) => each === id),
      ),
    [t, format, now, choosable, shown],
  );
  const choose = (next: readonly NodeColumn[] | null) => {
    setKept(next);
    setCookie(columnsCookie('nodes'), writeColumns(next));
    change({ columns: next ?? (query.view === null ? null : NODE_COLUMNS), page: query.page });
  };
  const table = useListTable({
    columns,
    data: useFirstScreen(items),
    rowId: (item) => item.id,
    matches: list.matches,
    query,
    sorts: NODE_SORTS,
    change,
  });

  const clear = () => {
    change({ search: '', workflow: null, group: null, standard: null, filters: [] });
    search.current?.focus();
  };
  const { search: sought, workflow, group = null, standard = null, filters } = query;
  const narrowed = sought !== '' || workflow !== null || group !== null || standard !== null || filters.length > 0;
  const from = (served.page - 1) * ROWS_PER_PAGE + 1;
  const range = { from, to: from + items.length - 1, count: list.matches };

  const tools = (
    <>
      <SavedViews list="nodes" path="/nodes" views={views} view={query.view} query={viewQuery(query, chosen)} />
      <ColumnMenu
        columns={NODE_COLUMNS.map((id) => ({ id, label: t(`columns.${id}`) }))}
        shown={chosen}
        always={t('columns.node')}
        change={choose}
      />
    </>
  );

  return (
    <Box px={{ base: 'md', md: 'xl' }} pb="xl">
      <Toolbar query={query} change={change} list={list} total={total} searchRef={search} />
      <ListStatus onClear={narrowed && list.matches > 0 ? clear : null} wide tools={tools}>
        <span role="status">{list.pages > 1 ? t('range', range) : t('matches', { count: list.matches })}</span>
        <span>{t('window')}</span>
      </ListStatus>
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
      <ListFoot>
        <Pages page={served.page} pages={list.pages} hrefOf={(page) => nodesHref({ ...query, page })} />
      </ListFoot>
      {choosable ? <ChoiceBar query={query} shown={items} matches={list.matches} /> : null}
    </Box>
  );
}
