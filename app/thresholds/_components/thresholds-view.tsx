'use client';

import { Box, Button, Checkbox } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import { ListFoot, ListStatus } from '@/components/table/list-frame';
import { type Packed, unpack } from '@/components/table/packed';
import { Pages } from '@/components/table/pages';
import { PlainTable } from '@/components/table/plain-table';
import { useFirstScreen } from '@/components/table/use-first-screen';
import { useListQuery } from '@/components/table/use-list-query';
import { useRowKeys } from '@/components/table/use-row-keys';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { ROWS_PER_PAGE } from '@/lib/insight/list';
import { isNarrowed, type ThresholdList, type ThresholdQuery, thresholdKey } from '@/lib/insight/threshold-list';
import { thresholdsHref } from '../search-params';
import { useThresholdColumns } from './columns';
import { TakenNotice } from './taken-notice';
import classes from './thresholds.module.css';
import { Toolbar } from './toolbar';
import { useTaking } from './use-taking';

export interface ThresholdsViewProps {
  readonly query: ThresholdQuery;
  readonly packed: Packed<{
    readonly list: ThresholdList;
    readonly groups: readonly { readonly slug: string; readonly name: string }[];
    readonly workflows: readonly { readonly id: string; readonly name: string }[];
  }>;
  readonly mayEdit: boolean;
  readonly hasNodes: boolean;
  readonly now: Date;
  /** When it was measured, above the list and where it is empty. */
  readonly measured: ReactNode;
}

/** The list with its toolbar, pages, and what can be done with the chosen rows. */
export function ThresholdsView({ query: served, packed, mayEdit, hasNodes, now, measured }: ThresholdsViewProps) {
  const t = useTranslations('thresholds');
  const { list, groups, workflows } = useMemo(() => unpack(packed), [packed]);
  const { query, change, pending } = useListQuery(served, thresholdsHref);
  const search = useRef<HTMLInputElement>(null);
  const region = useRef<HTMLDivElement>(null);
  useRowKeys(region, search);
  const { rows } = list;
  const taking = useTaking(rows);
  const { chosen, open, choose } = taking;
  useSelectKey(region, mayEdit ? taking.toggle : undefined);
  const columns = useThresholdColumns(
    mayEdit
      ? {
          has: (key) => taking.keys.has(key),
          toggle: taking.toggle,
          take: (wanted) => void taking.take(wanted),
          busy: taking.busy,
        }
      : null,
    now,
  );
  const shown = useFirstScreen(rows);
  const clear = () => {
    change({ group: null, workflow: null, search: '' });
    search.current?.focus();
  };
  const narrowed = isNarrowed(query);
  const from = (served.page - 1) * ROWS_PER_PAGE + 1;
  const range = { from, to: from + rows.length - 1, count: list.matches };

  return (
    <Box px={{ base: 'md', md: 'xl' }} pb="xl">
      {measured}
      {taking.taken ? (
        <TakenNotice
          key={taking.taken.at}
          taken={taking.taken}
          busy={taking.busy}
          onUndo={() => void taking.undo()}
          onClose={taking.close}
        />
      ) : null}
      {taking.refusal ? (
        <p role="alert" className={classes.refusal}>
          {taking.refusal}
        </p>
      ) : null}
      <Toolbar
        query={query}
        change={change}
        counts={list.counts}
        workflows={workflows}
        groups={groups}
        searchRef={search}
      />
      <ListStatus onClear={narrowed && list.matches > 0 ? clear : null} wide>
        {mayEdit && open.length > 0 ? (
          <Checkbox
            size="sm"
            label={t('select.all')}
            checked={chosen.length === open.length}
            indeterminate={chosen.length > 0 && chosen.length < open.length}
            onChange={() => choose(chosen.length === open.length ? [] : open)}
          />
        ) : null}
        <span role="status">{list.pages > 1 ? t('range', range) : t('matches', { count: list.matches })}</span>
      </ListStatus>
      <div ref={region} aria-busy={pending} className={pending ? classes.pending : undefined}>
        {rows.length > 0 ? (
          <PlainTable label={t('table')} columns={columns} rows={shown} rowKey={thresholdKey} />
        ) : (
          <Nothing show={query.show} narrowed={narrowed} hasNodes={hasNodes} onClear={clear} />
        )}
      </div>
      <ListFoot>
        <Pages page={served.page} pages={list.pages} hrefOf={(page) => thresholdsHref({ ...query, page })} />
      </ListFoot>
      {chosen.length > 0 ? (
        <section className={classes.bar} aria-label={t('select.region')}>
          <strong role="status">{t('select.count', { count: chosen.length })}</strong>
          <Button size="compact-md" loading={taking.busy} onClick={() => void taking.take(chosen)}>
            {t('take.many')}
          </Button>
          <Button variant="subtle" size="compact-md" onClick={() => choose([])}>
            {t('select.none')}
          </Button>
        </section>
      ) : null}
    </Box>
  );
}

function Nothing({
  show,
  narrowed,
  hasNodes,
  onClear,
}: {
  show: ThresholdQuery['show'];
  narrowed: boolean;
  hasNodes: boolean;
  onClear: () => void;
}) {
  const t = useTranslations('thresholds.empty');
  const c = useTranslations('common.actions');
  if (!hasNodes)
    return (
      <EmptyState
        title={t('noNodesTitle')}
        body={t('noNodes')}
        action={<LinkButton href="/import">{t('noNodesAction')}</LinkButton>}
      />
    );
  if (narrowed)
    return (
      <EmptyState
        title={t('noneTitle')}
        body={t('none')}
        action={<Button onClick={onClear}>{c('clearFilters')}</Button>}
      />
    );
  return <EmptyState title={t(`${show}.title`)} body={t(`${show}.body`)} />;
}

/** `x` chooses the row that has the focus. */
function useSelectKey(region: RefObject<HTMLElement | null>, toggle: ((key: string) => void) | undefined): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'x' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const row = document.activeElement;
      if (!(row instanceof HTMLElement) || !region.current?.contains(row)) return;
      const { row: key } = row.dataset;
      if (key === undefined) return;
      event.preventDefault();
      toggle?.(key);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [region, toggle]);
}
