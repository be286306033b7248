'use client';

import { ActionIcon, Select } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'next-intl';
import type { Ref } from 'react';
import { FilterChip } from '@/components/table/filter-chip';
import { SearchField } from '@/components/table/search-field';
import { STANDINGS, type WorkflowChoice } from '@/lib/insight/failure-entries';
import { FAILURE_SORTS, type FailureList, type FailureQuery, firstFailureOrder } from '@/lib/insight/failure-list';
import classes from './toolbar.module.css';

const ALL = '';

/** What narrows and orders the page. The first search is a step in the history, refining it is not. */
export function Toolbar({
  query,
  change,
  counts,
  workflows,
  searchRef,
}: {
  query: FailureQuery;
  change: (part: Partial<FailureQuery>, replace?: boolean) => void;
  counts: FailureList['counts'];
  workflows: readonly WorkflowChoice[];
  searchRef: Ref<HTMLInputElement>;
}) {
  const t = useTranslations('failures');
  const format = useFormatter();
  const choices = [
    { value: ALL, label: t('filter.allWorkflows') },
    ...workflows.map(({ id, name, imported }) => ({
      value: id,
      label: imported ? name : t('filter.notImported', { name }),
    })),
  ];
  const sorts = FAILURE_SORTS.map((value) => ({ value, label: t(`columns.${value}`) }));
  const chips = STANDINGS.filter((standing) => counts[standing] > 0 || query.standing === standing);
  const OrderIcon = query.order === 'asc' ? IconSortAscending : IconSortDescending;
  return (
    <search className={classes.toolbar} aria-label={t('filter.region')}>
      <div className={classes.fields}>
        <div className={classes.search}>
          <SearchField
            ref={searchRef}
            value={query.search}
            onSearch={(search) => change({ search }, query.search !== '' && search !== '')}
            label={t('filter.search')}
            placeholder={t('filter.placeholder')}
            clearLabel={t('filter.clear')}
          />
        </div>
        <Select
          className={classes.workflow}
          aria-label={t('filter.workflow')}
          data={choices}
          value={query.workflow ?? ALL}
          onChange={(value) => change({ workflow: value || null })}
          allowDeselect={false}
          searchable={choices.length > 8}
          comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
        />
        <div className={classes.sort}>
          <Select
            aria-label={t('filter.sort')}
            data={sorts}
            value={query.sort}
            onChange={(value) => {
              const sort = FAILURE_SORTS.find((each) => each === value);
              if (sort) change({ sort, order: firstFailureOrder(sort) });
            }}
            allowDeselect={false}
          />
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('filter.turn', { order: query.order })}
            title={t('filter.turn', { order: query.order })}
            onClick={() => change({ order: query.order === 'asc' ? 'desc' : 'asc' })}
          >
            <OrderIcon size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
        </div>
      </div>
      <fieldset aria-label={t('filter.class')} className={classes.chips}>
        {chips.map((standing) => (
          <FilterChip
            key={standing}
            pressed={query.standing === standing}
            count={format.number(counts[standing])}
            onClick={() => change({ standing: query.standing === standing ? null : standing })}
          >
            {t(`filter.standing.${standing}`)}
          </FilterChip>
        ))}
      </fieldset>
    </search>
  );
}
