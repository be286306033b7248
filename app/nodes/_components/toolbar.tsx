'use client';

import { ActionIcon, Select } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'next-intl';
import type { Ref } from 'react';
import { FilterChip } from '@/components/table/filter-chip';
import { SearchField } from '@/components/table/search-field';
import {
  firstOrder,
  NODE_FILTERS,
  NODE_SORTS,
  type NodeListPage,
  type NodeQuery,
  toggleFilter,
} from '@/lib/insight/node-list';
import classes from './toolbar.module.css';

const ALL = '';

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
  list: Pick<NodeListPage, 'counts' | 'workflows'>;
  total: number;
  searchRef: Ref<HTMLInputElement>;
}) {
  const t = useTranslations('nodes');
  const format = useFormatter();
  const OrderIcon = query.order === 'asc' ? IconSortAscending : IconSortDescending;
  const workflows = [
    { value: ALL, label: t('workflow.all', { count: total }) },
    ...list.workflows.map(({ id, name, nodes }) => ({
      value: id,
      label: t('workflow.option', { name, count: nodes }),
    })),
  ];
  const sorts = NODE_SORTS.map((value) => ({ value, label: t(`sort.${value}`) }));
  return (
    <search className={classes.toolbar}>
      <div className={classes.fields}>
        <div className={classes.search}>
          <SearchField
            ref={searchRef}
            value={query.search}
            onSearch={(search) => change({ search })}
            label={t('search.label')}
            placeholder={t('search.placeholder')}
            clearLabel={t('search.clear')}
          />
        </div>
        <Select
          className={classes.workflow}
          aria-label={t('workflow.label')}
          data={workflows}
          value={query.workflow ?? ALL}
          onChange={(value) => change({ workflow: value || null })}
          allowDeselect={false}
          searchable={workflows.length > 8}
          comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
        />
        <div className={classes.sort}>
          <Select
            aria-label={t('sort.label')}
            data={sorts}
            value={query.sort}
            onChange={(value) => {
              const sort = NODE_SORTS.find((each) => each === value);
              if (sort) change({ sort, order: firstOrder(sort) });
            }}
            allowDeselect={false}
          />
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('sort.turn', { order: query.order })}
            title={t('sort.turn', { order: query.order })}
            onClick={() => change({ order: query.order === 'asc' ? 'desc' : 'asc' })}
          >
            <OrderIcon size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
        </div>
      </div>
      <fieldset aria-label={t('filters.label')} className={classes.chips}>
        {NODE_FILTERS.map((filter) => (
          <FilterChip
            key={filter}
            pressed={query.filters.includes(filter)}
            count={format.number(list.counts[filter])}
            onClick={() => change({ filters: toggleFilter(query.filters, filter) })}
          >
            {t(`filters.${filter}`)}
          </FilterChip>
        ))}
      </fieldset>
    </search>
  );
}
