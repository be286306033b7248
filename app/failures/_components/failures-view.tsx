'use client';

import { Box, Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useMemo, useRef, useState } from 'react';
import { FailureChart } from '@/components/chart/failure-chart';
import { DataTable } from '@/components/table/data-table';
import { ListFoot, ListStatus } from '@/components/table/list-frame';
import { Pages } from '@/components/table/pages';
import { useListQuery } from '@/components/table/use-list-query';
import { useListTable } from '@/components/table/use-list-table';
import { useRowKeys } from '@/components/table/use-row-keys';
import { EmptyState } from '@/components/ui/empty-state';
import type { FailureChart as Chart } from '@/lib/insight/failure-chart';
import type { WorkflowChoice } from '@/lib/insight/failure-entries';
import { FAILURE_SORTS, type FailureList, type FailureQuery } from '@/lib/insight/failure-list';
import { ROWS_PER_PAGE } from '@/lib/insight/list';
import { failuresHref } from '../search-params';
import { failureColumns } from './columns';
import type { FailureItem, FailureLine } from './failure-item';
import classes from './failures-view.module.css';
import { Toolbar } from './toolbar';

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
  const { query, change, pending } = useListQuery(served, failuresHref);
  const search = useRef<HTMLInputElement>(null);
  const region = useRef<HTMLDivElement>(null);
  useRowKeys(region, search);
  const table = useFailureTable({ query, change, items, matches: list.matches, now });

  const clear = () => {
    change({ search: '', workflow: null, standing: null });
    search.current?.focus();
  };
  const narrowed = query.search !== '' || query.workflow !== null || query.standing !== null;
  const from = (served.page - 1) * ROWS_PER_PAGE + 1;
  const range = { from, to: from + items.length - 1, total: list.matches };

  return (
    <Box px={{ base: 'md', md: 'xl' }} pb="lg">
      <Toolbar query={query} change={change} counts={list.counts} workflows={workflows} searchRef={search} />
      {items.length > 0 ? (
        <div className={classes.chart} data-busy={pending || undefined}>
          <FailureChart chart={chart} />
        </div>
      ) : null}
      <ListStatus onClear={narrowed && list.matches > 0 ? clear : null}>
        <span role="status">
          {t('summary', { failures: chart.total, rows: list.matches })}
          {list.pages > 1 ? ` · ${t('table.count', range)}` : ''}
        </span>
      </ListStatus>
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
      <ListFoot>
        <Pages page={served.page} pages={list.pages} hrefOf={(page) => failuresHref({ ...query, page })} />
      </ListFoot>
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
  return useListTable({ columns, data, rowId: (line) => line.id, matches, query, sorts: FAILURE_SORTS, change });
}
