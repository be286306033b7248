import { NativeSelect } from '@mantine/core';
import { useFormatter, useTranslations } from 'next-intl';
import type { Ref } from 'react';
import { FilterChip } from '@/components/table/filter-chip';
import { ListToolbar } from '@/components/table/list-toolbar';
import {
  firstInboxOrder,
  INBOX_SORTS,
  INBOX_STATES,
  INBOX_TRIGGERS,
  type InboxPage,
  type InboxPeriod,
  type InboxQuery,
  type InboxState,
  MINE,
  NO_OWNER,
} from '@/lib/insight/inbox-list';
import { useCodeWords } from './cells';
import classes from './toolbar.module.css';

const ALL = '';
const PERIODS: readonly InboxPeriod[] = ['1d', '7d', '30d'];
/** Null: whatever the state. */
const CHIPS: readonly (InboxState | null)[] = [...INBOX_STATES, null];

/** What narrows and orders the list. */
export function Toolbar({
  query,
  change,
  list: { counts, workflows },
  groups,
  searchRef,
}: {
  query: InboxQuery;
  change: (part: Partial<InboxQuery>) => void;
  list: Pick<InboxPage, 'counts' | 'workflows'>;
  groups: readonly { readonly slug: string; readonly name: string }[];
  searchRef: Ref<HTMLInputElement>;
}) {
  const t = useTranslations('inbox');
  const format = useFormatter();
  return (
    <ListToolbar
      query={query}
      change={change}
      names={{
        region: t('filter.region'),
        search: t('search.label'),
        placeholder: t('search.placeholder'),
        clear: t('search.clear'),
        workflow: t('filter.workflow'),
        allWorkflows: t('filter.allWorkflows'),
        sort: t('sort.label'),
        turn: t('sort.turn', { order: query.order }),
        chips: t('filter.states'),
      }}
      workflows={workflows.map(({ id, name }) => ({ value: id, label: name }))}
      sorts={INBOX_SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
      firstOrder={firstInboxOrder}
      searchRef={searchRef}
      more={
        <>
          <NativeSelect
            className={classes.field}
            aria-label={t('filter.owner')}
            data={[
              { value: ALL, label: t('filter.allOwners') },
              { value: MINE, label: t('filter.mine') },
              { value: NO_OWNER, label: t('filter.noOwner') },
              ...groups.map(({ slug, name }) => ({ value: slug, label: name })),
            ]}
            value={query.owner ?? ALL}
            onChange={(event) => change({ owner: event.currentTarget.value || null })}
          />
          <NativeSelect
            className={classes.field}
            aria-label={t('filter.trigger')}
            data={[
              { value: ALL, label: t('filter.allTriggers') },
              ...INBOX_TRIGGERS.map((value) => ({ value, label: t(`trigger.${value}`) })),
            ]}
            value={query.trigger ?? ALL}
            onChange={(event) => {
              const wanted = event.currentTarget.value;
              change({ trigger: INBOX_TRIGGERS.find((each) => each === wanted) ?? null });
            }}
          />
          <NativeSelect
            className={classes.field}
            aria-label={t('filter.period')}
            data={[
              { value: ALL, label: t('filter.allPeriods') },
              ...PERIODS.map((value) => ({ value, label: t(`filter.periods.${value}`) })),
            ]}
            value={query.period ?? ALL}
            onChange={(event) => {
              const wanted = event.currentTarget.value;
              change({ period: PERIODS.find((each) => each === wanted) ?? null });
            }}
          />
        </>
      }
    >
      {CHIPS.map((state) => (
        <FilterChip
          key={state ?? 'all'}
          pressed={query.state === state}
          count={state === 'open' || state === 'acknowledged' ? format.number(counts[state]) : null}
          onClick={() => change({ state })}
        >
          {t(`states.${state ?? 'all'}`)}
        </FilterChip>
      ))}
      {query.nodeId === null ? null : (
        <Narrowed words={t('filter.node', { node: query.nodeId })} onDrop={() => change({ nodeId: null })} />
      )}
      {query.code === undefined ? null : <NarrowedCode code={query.code} onDrop={() => change({ code: undefined })} />}
    </ListToolbar>
  );
}

function NarrowedCode({ code, onDrop }: { code: string | null; onDrop: () => void }) {
  const t = useTranslations('inbox.filter');
  return <Narrowed words={t('code', { code: useCodeWords(code) })} onDrop={onDrop} />;
}

/** What a link has narrowed the list to; a click takes it away. */
function Narrowed({ words, onDrop }: { words: string; onDrop: () => void }) {
  const t = useTranslations('inbox.filter');
  return (
    <span title={t('drop', { what: words })}>
      <FilterChip pressed count={null} onClick={onDrop}>
        {words}
      </FilterChip>
    </span>
  );
}
