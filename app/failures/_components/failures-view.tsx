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
import type { RowKind } from '@/lib/history/step-row';
import { daysText } from '@/lib/history/window';
import type { FailureView } from '@/lib/insight/failure-queries';
import { FAILURE_SORTS, type FailureQuery } from '@/lib/insight/failure-query';
import { ROWS_PER_PAGE } from '@/lib/insight/list';
import { rowsHref } from '../rows/search-params';
import { failuresHref } from '../search-params';
import { chartLinks } from './chart-links';
import { ChoiceList } from './choice-list';
import { failureColumns } from './columns';
import { DayChip } from './day-chip';
import type { FailureItem, FailureLine } from './failure-item';
import classes from './failures-view.module.css';
import { Notices } from './notices';
import { PeriodBar } from './period-bar';
import { Toolbar } from './toolbar';
import { Totals } from './totals';

export interface FailuresViewProps
  extends Pick<
    FailureView,
    'query' | 'period' | 'problems' | 'cycles' | 'workflows' | 'owners' | 'ownersNotKnown' | 'totals' | 'chart'
  > {
  readonly items: readonly FailureItem[];
  /** The reader is in a group. */
  readonly mine: boolean;
  readonly list: Pick<FailureView['list'], 'pages' | 'counts'> & { readonly matches: number };
  /** Nothing failed in the period, whatever is chosen: how many executions there were. */
  readonly quiet: { readonly executions: number } | null;
  /** The days beside the chosen one, as far as the period has them. */
  readonly neighbours: { readonly before: string | null; readonly after: string | null };
  /** The earliest record, where it lies after the start of the period. */
  readonly begins: Date | null;
  /** Today on the reader's calendar. */
  readonly today: string;
  readonly now: Date;
}

/** Period, choices, chart, totals, table and pages: one view of what matches. */
export function FailuresView(props: FailuresViewProps) {
  const { query: served, items, list, chart, totals, now } = props;
  const t = useTranslations('failures');
  const { query, change, pending } = useListQuery(served, failuresHref);
  const search = useRef<HTMLInputElement>(null);
  const region = useRef<HTMLDivElement>(null);
  useRowKeys(region, search);
  const table = useFailureTable({ query, change, items, matches: list.matches, now });

  const clear = () => {
    change({ search: '', workflow: null, owner: null, standing: null, day: null });
    search.current?.focus();
  };
  const choosePeriod = (period: string) => change({ period, day: null });
  const chooseDays = (first: string, last: string) =>
    change(first === last ? { day: first } : { period: daysText({ first, last }), day: null });
  const { search: words, workflow, owner, standing, day } = query;
  const narrowed = words !== '' || [workflow, owner, standing, day].some((choice) => choice !== null);
  const from = (served.page - 1) * ROWS_PER_PAGE + 1;
  const range = { from, to: from + items.length - 1, total: list.matches };

  return (
    <Box px={{ base: 'md', md: 'xl' }} pb="lg">
      <div className={classes.choices}>
        <PeriodBar period={props.period} cycles={props.cycles} today={props.today} choose={choosePeriod} />
      </div>
      <ChoiceList
        query={served}
        workflowName={props.workflows.find(({ id }) => id === served.workflow)?.name ?? null}
        owners={props.owners}
        onlyOnPaper
      />
      <Notices problems={props.problems} begins={props.begins} />
      {props.quiet && !narrowed ? (
        <EmptyState title={t('empty.quietTitle')} body={t('empty.quietBody', props.quiet)} />
      ) : (
        <>
          <div className={classes.choices}>
            <Toolbar
              query={query}
              change={change}
              counts={list.counts}
              workflows={props.workflows}
              owners={{ groups: props.owners, notKnown: props.ownersNotKnown, mine: props.mine }}
              searchRef={search}
            />
          </div>
          {items.length > 0 || served.day !== null ? (
            <div className={classes.chart} data-busy={pending || undefined}>
              <FailureChart chart={chart} links={chartLinks(served, chart.unit, now)} choose={chooseDays}>
                {served.day === null ? null : (
                  <DayChip day={served.day} {...props.neighbours} choose={(to) => change({ day: to })} />
                )}
              </FailureChart>
            </div>
          ) : null}
          {items.length > 0 ? (
            <Totals totals={totals} hrefOf={(kind) => rowsHref({ ...choicesOf(served), kind }, now)} />
          ) : null}
          <ListStatus onClear={narrowed && list.matches > 0 ? clear : null}>
            <span role="status">
              {t('summary', { failures: totals.failures, rows: list.matches })}
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
          <OnPaper pages={list.pages} range={range} />
          <ListFoot>
            <Pages page={served.page} pages={list.pages} hrefOf={(page) => failuresHref({ ...query, page })} />
          </ListFoot>
        </>
      )}
    </Box>
  );
}

/** Where the other rows are, on paper: the CSV has them all. */
function OnPaper({ pages, range }: { pages: number; range: { from: number; to: number; total: number } }) {
  const t = useTranslations('failures.table');
  return pages > 1 ? <p className={classes.onPaper}>{t('printed', range)}</p> : null;
}

/** What narrows the list, as links to rows say it too. */
function choicesOf({ search, workflow, owner, standing, period, day }: FailureQuery) {
  return { search, workflow, owner, standing, period, day };
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
    const expansionOf = ({ id, kind }: FailureLine) => {
      const count = kind === 'entry' ? (counts.get(id) ?? 0) : 0;
      return count > 1 ? { open: open.has(id), count, toggle: () => toggle(id) } : null;
    };
    const rowsOf = ({ of, errorCode }: FailureLine, kind: RowKind) =>
      rowsHref(
        {
          ...choicesOf(query),
          ...{ kind, search: '', nodeId: of.nodeId, workflow: of.workflow ?? query.workflow },
          code: errorCode,
        },
        now,
      );
    return failureColumns(t, now, expansionOf, rowsOf);
  }, [t, now, items, open, query]);
  const data = useMemo(
    () => items.flatMap(({ line, parts }): FailureLine[] => (open.has(line.id) ? [line, ...parts] : [line])),
    [items, open],
  );
  return useListTable({ columns, data, rowId: (line) => line.id, matches, query, sorts: FAILURE_SORTS, change });
}
