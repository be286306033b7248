'use client';

import { Box, Button } from '@mantine/core';
import { type SortingState, useTable } from '@tanstack/react-table';
import { useTranslations } from 'next-intl';
import { useMemo, useRef, useState } from 'react';
import { FailureChart } from '@/components/chart/failure-chart';
import { DataTable } from '@/components/table/data-table';
import { listFeatures } from '@/components/table/features';
import { Pages } from '@/components/table/pages';
import { useRowKeys } from '@/components/table/use-row-keys';
import { EmptyState } from '@/components/ui/empty-state';
import type { FailureChart as Chart } from '@/lib/insight/failure-chart';
import type { WorkflowChoice } from '@/lib/insight/failure-entries';
import { FAILURE_SORTS, FAILURES_PER_PAGE, type FailureList, type FailureQuery } from '@/lib/insight/failure-list';
import { failuresHref } from '../search-params';
import { failureColumns } from './columns';
import type { FailureItem, FailureLine } from './failure-item';
import classes from './failures-view.module.css';
import { Toolbar } from './toolbar';
import { useFailureQuery } from './use-failure-query';

export interface FailuresViewProps {
  /** What the page was asked for, as far as it makes sense here. */
  readonly query: FailureQuery;
  readonly items: readonly FailureItem[];
  readonly list: { readonly matches: number; readonly pages: number; readonly counts: FailureList['counts'] };
  readonly chart: Chart;
  readonly workflows: readonly WorkflowChoice[];
  readonly now: Date;
}

/** Choices, chart, table and pages: one view of what matches. */
export function FailuresView({ query: served, items, list, chart, workflows, now }: FailuresViewProps) {
  const t = useTranslations('failures');
  const c = useTranslations('common');
  const { query, change, pending } = useFailureQuery(served);
  const search = useRef<HTMLInputElement>(null);
  const region = useRef<HTMLDivElement>(null);
  useRowKeys(region, search);
  const table = useFailureTable({ query, change, items, matches: list.matches, now });

  const clear = () => {
    change({ search: '', workflow: null, standing: null });
    search.current?.focus();
  };
  const narrowed = query.search !== '' || query.workflow !== null || query.standing !== null;
  const from = (served.page - 1) * FAILURES_PER_PAGE + 1;
  const range = { from, to: from + items.length - 1, total: list.matches };

  return (
    <Box px={{ base: 'md', md: 'xl' }} pb="lg">
      <Toolbar query={query} change={change} counts={list.counts} workflows={workflows} searchRef={search} />
      {items.length > 0 ? (
        <div className={classes.chart} data-busy={pending || undefined}>
          <FailureChart chart={chart} />
        </div>
      ) : null}
      <div className={classes.status}>
        <span role="status">
          {t('summary', { failures: chart.total, rows: list.matches })}
          {list.pages > 1 ? ` · ${t('table.count', range)}` : ''}
        </span>
        {narrowed && list.matches > 0 ? (
          <Button variant="subtle" size="compact-sm" onClick={clear}>
            {c('actions.clearFilters')}
          </Button>
        ) : null}
      </div>
      <div ref={region} className={classes.dense}>
        {items.length > 0 ? (
          <DataTable table={table} label={t('table.label')} busy={pending} />
        ) : (
          <EmptyState
            title={t('empty.noMatchTitle')}
            body={t('empty.noMatchBody')}
            action={<Button onClick={clear}>{t('empty.toAll')}</Button>}
          />
        )}
      </div>
      <div className={classes.foot}>
        <Pages page={served.page} pages={list.pages} hrefOf={(page) => failuresHref({ ...query, page })} />
      </div>
    </Box>
  );
}

/** The table's model: a line per entry, and below an open one a line per workflow. */
function useFailureTable({
  query,
  change,
  items,
  matches,
  now,
}: {
  query: FailureQuery;
  change: (part: Partial<FailureQuery>) => void;
  items: readonly FailureItem[];
  matches: number;
  now: Date;
}) {
  const t = useTranslations('failures');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(() => {
    const counts = new Map(items.map(({ line, parts }) => [line.id, parts.length]));
    const toggle = (id: string) =>
      setOpen((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]));
    return failureColumns(t, now, ({ id, kind }) => {
      const count = kind === 'entry' ? (counts.get(id) ?? 0) : 0;
      return count > 1 ? { open: open.has(id), count, toggle: () => toggle(id) } : null;
    });
  }, [t, now, items, open]);
  const data = useMemo(
    () => items.flatMap(({ line, parts }): FailureLine[] => (open.has(line.id) ? [line, ...parts] : [line])),
    [items, open],
  );
  const sorting: SortingState = [{ id: query.sort, desc: query.order === 'desc' }];
  return useTable({
    features: listFeatures,
    columns,
    data,
    getRowId: (line) => line.id,
    manualSorting: true,
    manualPagination: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    rowCount: matches,
    state: { sorting, pagination: { pageIndex: query.page - 1, pageSize: FAILURES_PER_PAGE } },
    onSortingChange: (update) => {
      const [first] = typeof update === 'function' ? update(sorting) : update;
      const sort = FAILURE_SORTS.find((each) => each === first?.id);
      if (first && sort) change({ sort, order: first.desc ? 'desc' : 'asc' });
    },
  });
}
