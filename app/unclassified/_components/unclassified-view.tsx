'use client';

import { Box, Button, NativeSelect } from '@mantine/core';
import { useFormatter, useTranslations } from 'next-intl';
import { useMemo, useRef } from 'react';
import { rowsHref } from '@/app/failures/rows/search-params';
import { DataTable } from '@/components/table/data-table';
import { ListFoot, ListStatus } from '@/components/table/list-frame';
import { ListToolbar } from '@/components/table/list-toolbar';
import { type Packed, unpack } from '@/components/table/packed';
import { Pages } from '@/components/table/pages';
import { useFirstScreen } from '@/components/table/use-first-screen';
import { useListQuery } from '@/components/table/use-list-query';
import { useListTable } from '@/components/table/use-list-table';
import { useRowKeys } from '@/components/table/use-row-keys';
import { EmptyState } from '@/components/ui/empty-state';
import { ROWS_PER_PAGE } from '@/lib/insight/list';
import { MINE } from '@/lib/insight/node-list';
import {
  firstUnclassifiedOrder,
  UNCLASSIFIED_SORTS,
  type UnclassifiedPage,
  type UnclassifiedQuery,
} from '@/lib/insight/unclassified-list';
import { unclassifiedHref } from '../search-params';
import type { CodeItem } from './code-item';
import { codeColumns } from './columns';
import classes from './unclassified.module.css';

export interface UnclassifiedViewProps {
  /** What the list was asked for, as far as it makes sense here. */
  readonly query: UnclassifiedQuery;
  readonly packed: Packed<{
    readonly items: readonly CodeItem[];
    readonly list: Pick<UnclassifiedPage, 'matches' | 'pages' | 'workflows'>;
    readonly groups: readonly { readonly slug: string; readonly name: string }[];
  }>;
  /** The reader is a member of groups. */
  readonly hasGroups: boolean;
  readonly now: Date;
}

const ALL = '';

/** The list with what narrows and orders it, and its pages. */
export function UnclassifiedView({ query: served, packed, hasGroups, now }: UnclassifiedViewProps) {
  const t = useTranslations('unclassified');
  const format = useFormatter();
  const c = useTranslations('common');
  const { items, list, groups } = useMemo(() => unpack(packed), [packed]);
  const { query, change, pending } = useListQuery(served, unclassifiedHref);
  const search = useRef<HTMLInputElement>(null);
  const region = useRef<HTMLDivElement>(null);
  useRowKeys(region, search);
  const { workflow, group } = served;
  const columns = useMemo(() => {
    // Whom a node's failures are told to is nothing that the list of failures could be narrowed to.
    const rowsOf = ({ errorCode }: CodeItem) =>
      group === null ? rowsHref({ kind: 'failures', code: errorCode, standing: 'unclassified', workflow }, now) : null;
    return codeColumns({ t, format }, now, rowsOf);
  }, [t, format, now, workflow, group]);
  const table = useListTable({
    columns,
    data: useFirstScreen(items),
    rowId: ({ errorCode }) => JSON.stringify(errorCode),
    matches: list.matches,
    query,
    sorts: UNCLASSIFIED_SORTS,
    change,
  });
  const clear = () => {
    change({ search: '', workflow: null, group: null });
    search.current?.focus();
  };
  const narrowed = query.search !== '' || query.workflow !== null || query.group !== null;
  const from = (served.page - 1) * ROWS_PER_PAGE + 1;
  const range = { from, to: from + items.length - 1, count: list.matches };
  return (
    <Box px={{ base: 'md', md: 'xl' }} pb="xl">
      <ListToolbar
        query={query}
        change={change}
        names={{
          search: t('search.label'),
          placeholder: t('search.placeholder'),
          clear: t('search.clear'),
          workflow: t('workflow.label'),
          allWorkflows: t('workflow.all'),
          sort: t('sort.label'),
          turn: t('sort.turn', { order: query.order }),
        }}
        workflows={list.workflows.map(({ id, name, codes }) => ({
          value: id,
          label: t('workflow.option', { name, count: codes }),
        }))}
        sorts={UNCLASSIFIED_SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
        firstOrder={firstUnclassifiedOrder}
        searchRef={search}
        more={
          <NativeSelect
            className={classes.group}
            aria-label={t('group.label')}
            data={[
              { value: ALL, label: t('group.all') },
              ...(hasGroups ? [{ value: MINE, label: t('group.mine') }] : []),
              ...groups.map(({ slug, name }) => ({ value: slug, label: name })),
            ]}
            value={query.group ?? ALL}
            onChange={(event) => change({ group: event.currentTarget.value || null })}
          />
        }
      />
      <ListStatus onClear={narrowed && list.matches > 0 ? clear : null} wide>
        <span role="status">{list.pages > 1 ? t('range', range) : t('matches', { count: list.matches })}</span>
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
        <Pages page={served.page} pages={list.pages} hrefOf={(page) => unclassifiedHref({ ...query, page })} />
      </ListFoot>
    </Box>
  );
}
