import { useFormatter, useTranslations } from 'next-intl';
import type { Ref } from 'react';
import { FilterChip } from '@/components/table/filter-chip';
import { ListToolbar } from '@/components/table/list-toolbar';
import {
  firstOrder,
  MINE,
  NODE_FILTERS,
  NODE_SORTS,
  type NodeListPage,
  type NodeQuery,
  toggleFilter,
} from '@/lib/insight/node-list';

/** What narrows and orders the list. */
export function Toolbar({
  query,
  change,
  list,
  total,
  searchRef,
}: {
  query: NodeQuery;
  change: (part: Partial<NodeQuery>) => void;
  list: Pick<NodeListPage, 'counts' | 'workflows' | 'matches' | 'group' | 'standard' | 'standards'>;
  total: number;
  searchRef: Ref<HTMLInputElement>;
}) {
  const t = useTranslations('nodes');
  const format = useFormatter();
  // Where no group has a standard, nothing can deviate from one.
  const shown = NODE_FILTERS.filter((each) => each !== 'deviates' || list.standards || query.filters.includes(each));
  return (
    <ListToolbar
      query={query}
      change={change}
      names={{
        search: t('search.label'),
        placeholder: t('search.placeholder'),
        clear: t('search.clear'),
        workflow: t('workflow.label'),
        allWorkflows: t('workflow.all', { count: total }),
        sort: t('sort.label'),
        turn: t('sort.turn', { order: query.order }),
        chips: t('filters.label'),
      }}
      workflows={list.workflows.map(({ id, name, nodes }) => ({
        value: id,
        label: t('workflow.option', { name, count: nodes }),
      }))}
      sorts={NODE_SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
      firstOrder={firstOrder}
      searchRef={searchRef}
    >
      {list.group && query.group === list.group.slug ? (
        <FilterChip
          pressed
          title={t('groupLabel')}
          count={format.number(list.matches)}
          onClick={() => change({ group: null })}
        >
          {t(list.group.slug === MINE ? 'mine' : 'group', { name: list.group.name })}
        </FilterChip>
      ) : null}
      {list.standard && query.standard ? (
        <FilterChip
          pressed
          title={t('standardLabel')}
          count={format.number(list.matches)}
          onClick={() => change({ standard: null })}
        >
          {t('standard', { ...list.standard, part: list.standard.part ?? 'all' })}
        </FilterChip>
      ) : null}
      {shown.map((filter) => (
        <FilterChip
          key={filter}
          pressed={query.filters.includes(filter)}
          count={format.number(list.counts[filter])}
          onClick={() => change({ filters: toggleFilter(query.filters, filter) })}
        >
          {t(`filters.${filter}`)}
        </FilterChip>
      ))}
    </ListToolbar>
  );
}
