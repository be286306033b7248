import { NativeSelect } from '@mantine/core';
import { useFormatter, useTranslations } from 'next-intl';
import type { Ref } from 'react';
import { FilterChip } from '@/components/table/filter-chip';
import { ListToolbar } from '@/components/table/list-toolbar';
import {
  firstThresholdOrder,
  MY_GROUPS,
  NO_GROUP,
  THRESHOLD_SHOWS,
  THRESHOLD_SORTS,
  type ThresholdList,
  type ThresholdQuery,
} from '@/lib/insight/threshold-list';
import classes from './thresholds.module.css';

const ALL = '';

/** What narrows and orders the list. */
export function Toolbar({
  query,
  change,
  counts,
  workflows,
  groups,
  searchRef,
}: {
  query: ThresholdQuery;
  change: (part: Partial<ThresholdQuery>) => void;
  counts: ThresholdList['counts'];
  workflows: readonly { readonly id: string; readonly name: string }[];
  groups: readonly { readonly slug: string; readonly name: string }[];
  searchRef: Ref<HTMLInputElement>;
}) {
  const t = useTranslations('thresholds');
  const format = useFormatter();
  return (
    <ListToolbar
      query={query}
      change={change}
      names={{
        region: t('filter.region'),
        search: t('filter.search'),
        placeholder: t('filter.placeholder'),
        clear: t('filter.clear'),
        workflow: t('filter.workflow'),
        allWorkflows: t('filter.allWorkflows'),
        sort: t('filter.sort'),
        turn: t('filter.turn', { order: query.order }),
        chips: t('filter.show'),
      }}
      workflows={workflows.map(({ id, name }) => ({ value: id, label: name }))}
      sorts={THRESHOLD_SORTS.map((value) => ({ value, label: t(`filter.sorts.${value}`) }))}
      firstOrder={firstThresholdOrder}
      searchRef={searchRef}
      more={
        <NativeSelect
          className={classes.field}
          aria-label={t('filter.group')}
          data={[
            { value: ALL, label: t('filter.allGroups') },
            { value: MY_GROUPS, label: t('filter.mine') },
            { value: NO_GROUP, label: t('filter.noGroup') },
            ...groups.map(({ slug, name }) => ({ value: slug, label: name })),
          ]}
          value={query.group ?? ALL}
          onChange={(event) => change({ group: event.currentTarget.value || null })}
        />
      }
    >
      {THRESHOLD_SHOWS.map((show) => (
        <FilterChip
          key={show}
          pressed={query.show === show}
          count={format.number(counts[show])}
          title={t(`show.${show}.hint`)}
          onClick={() => change({ show })}
        >
          {t(`show.${show}.name`)}
        </FilterChip>
      ))}
    </ListToolbar>
  );
}
