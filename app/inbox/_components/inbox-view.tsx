'use client';

import { Box, Button, Checkbox } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { ListFoot, ListStatus } from '@/components/table/list-frame';
import { type Packed, unpack } from '@/components/table/packed';
import { Pages } from '@/components/table/pages';
import { PlainTable } from '@/components/table/plain-table';
import { useFirstScreen } from '@/components/table/use-first-screen';
import { useListQuery } from '@/components/table/use-list-query';
import { useRowKeys } from '@/components/table/use-row-keys';
import type { Worker } from '@/lib/alerts/inbox-person';
import { type InboxPage, type InboxQuery, isNarrowed } from '@/lib/insight/inbox-list';
import { ROWS_PER_PAGE } from '@/lib/insight/list';
import { EVERYTHING_OPEN, inboxHref } from '../search-params';
import { ActionBar } from './action-bar';
import { useInboxColumns } from './cells';
import { InboxEmpty } from './inbox-empty';
import classes from './inbox-view.module.css';
import { LiveButton } from './live-button';
import { Toolbar } from './toolbar';
import { useLive } from './use-live';

export interface InboxViewProps {
  /** What the list was asked for, as far as it makes sense here. */
  readonly query: InboxQuery;
  readonly packed: Packed<{
    readonly list: InboxPage;
    readonly groups: readonly { readonly slug: string; readonly name: string }[];
    readonly workers: readonly Worker[];
  }>;
  readonly standing: { readonly connected: boolean; readonly used: boolean };
  readonly actor: { readonly id: string; readonly mayWork: boolean };
  readonly version: string;
  readonly now: Date;
}

/** The list with its toolbar, pages, and what can be done with the chosen rows. */
export function InboxView({ query: served, packed, standing, actor, version, now }: InboxViewProps) {
  const t = useTranslations('inbox');
  const c = useTranslations('common.actions');
  const { list, groups, workers } = useMemo(() => unpack(packed), [packed]);
  const { query, change, pending } = useListQuery(served, inboxHref);
  const search = useRef<HTMLInputElement>(null);
  const region = useRef<HTMLDivElement>(null);
  useRowKeys(region, search);
  const { rows } = list;
  const { chosen, selection, choose } = useSelection(rows, actor.mayWork);
  useSelectKey(region, selection?.toggle);
  const [busy, setBusy] = useState(false);
  const live = useLive({ version, since: now, fingerprint: null, paused: chosen.length > 0 || busy || pending });
  const columns = useInboxColumns(selection, now);
  const shown = useFirstScreen(rows);

  const clear = () => {
    change({ ...EVERYTHING_OPEN, state: query.state, sort: query.sort, order: query.order, code: undefined });
    search.current?.focus();
  };
  const narrowed = isNarrowed(query);
  const from = (served.page - 1) * ROWS_PER_PAGE + 1;
  const range = { from, to: from + rows.length - 1, count: list.matches };
  const mayChoose = rows.filter(({ mayWork }) => mayWork);

  return (
    <Box px={{ base: 'md', md: 'xl' }} pb="xl">
      <Toolbar query={query} change={change} list={list} groups={groups} searchRef={search} />
      <ListStatus
        onClear={narrowed && list.matches > 0 ? clear : null}
        wide
        tools={<LiveButton news={live.news} show={live.show} />}
      >
        {selection && mayChoose.length > 0 ? (
          <Checkbox
            size="sm"
            label={t('select.all')}
            checked={chosen.length === mayChoose.length}
            indeterminate={chosen.length > 0 && chosen.length < mayChoose.length}
            onChange={() => choose(chosen.length === mayChoose.length ? [] : mayChoose)}
          />
        ) : null}
        <span role="status">{list.pages > 1 ? t('range', range) : t('matches', { count: list.matches })}</span>
      </ListStatus>
      <div ref={region} aria-busy={pending} className={pending ? classes.pending : undefined}>
        {rows.length > 0 ? (
          <PlainTable label={t('table')} columns={columns} rows={shown} rowKey={({ fingerprint }) => fingerprint} />
        ) : (
          <InboxEmpty
            standing={standing}
            state={query.state}
            narrowed={narrowed}
            clear={<Button onClick={clear}>{c('clearFilters')}</Button>}
          />
        )}
      </div>
      <ListFoot>
        <Pages page={served.page} pages={list.pages} hrefOf={(page) => inboxHref({ ...query, page })} />
      </ListFoot>
      {chosen.length > 0 ? (
        <section className={classes.bar} aria-label={t('select.region')}>
          <strong role="status">{t('select.count', { count: chosen.length })}</strong>
          <ActionBar
            targets={chosen.map(({ fingerprint, seenUntil, owner, state, waiting }) => {
              const standing = { open: state === 'open', resolved: state === 'resolved', waiting };
              return { fingerprint, seenUntil, owner: owner?.slug ?? null, ...standing };
            })}
            workers={workers}
            actorId={actor.id}
            onBusy={setBusy}
            onDone={() => choose([])}
          />
          <Button variant="subtle" size="compact-md" onClick={() => choose([])}>
            {t('select.none')}
          </Button>
        </section>
      ) : null}
    </Box>
  );
}

/** Chosen rows of the page; one that is not there any more is not chosen. */
function useSelection(rows: InboxPage['rows'], mayWork: boolean) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const chosen = rows.filter(({ fingerprint, mayWork: may }) => may && keys.has(fingerprint));
  const choose = (next: InboxPage['rows']) => setKeys(new Set(next.map(({ fingerprint }) => fingerprint)));
  const toggle = (fingerprint: string) =>
    setKeys((before) => {
      const next = new Set(before);
      if (!next.delete(fingerprint)) next.add(fingerprint);
      return next;
    });
  const selection = mayWork ? { has: (fingerprint: string) => keys.has(fingerprint), toggle } : null;
  return { chosen, selection, choose };
}

/** `x` chooses the row that has the focus. */
function useSelectKey(
  region: RefObject<HTMLElement | null>,
  toggle: ((fingerprint: string) => void) | undefined,
): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'x' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const row = document.activeElement;
      if (!(row instanceof HTMLElement) || !region.current?.contains(row)) return;
      const { fingerprint } = row.dataset;
      if (fingerprint === undefined) return;
      event.preventDefault();
      toggle?.(fingerprint);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [region, toggle]);
}
