import { NativeSelect } from '@mantine/core';
import { useFormatter, useTranslations } from 'next-intl';
import type { Ref } from 'react';
import { FilterChip } from '@/components/table/filter-chip';
import { ListToolbar } from '@/components/table/list-toolbar';
import type { FailureFacts, WorkflowChoice } from '@/lib/insight/failure-entries';
import type { FailureList } from '@/lib/insight/failure-list';
import {
  FAILURE_SORTS,
  type FailureQuery,
  firstFailureOrder,
  MY_GROUPS,
  NO_OWNER,
  OWNER_NOT_KNOWN,
  STANDINGS,
} from '@/lib/insight/failure-query';
import classes from './toolbar.module.css';

const ALL = '';

/** What narrows and orders the page. */
export function Toolbar({
  query,
  change,
  counts,
  workflows,
  owners,
  searchRef,
}: {
  query: FailureQuery;
  change: (part: Partial<FailureQuery>) => void;
  counts: FailureList['counts'];
  workflows: readonly WorkflowChoice[];
  /** Groups to choose from; `notKnown`: some workflows are not in Failpath, and their owners not known; `mine`: the
   * reader is in a group. */
  owners: { readonly groups: FailureFacts['groups']; readonly notKnown: boolean; readonly mine: boolean };
  searchRef: Ref<HTMLInputElement>;
}) {
  const t = useTranslations('failures');
  const format = useFormatter();
  const chips = STANDINGS.filter((standing) => counts[standing] > 0 || query.standing === standing);
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
        chips: t('filter.class'),
      }}
      workflows={workflows.map(({ id, name, imported }) => ({
        value: id,
        label: imported ? name : t('filter.notImported', { name }),
      }))}
      sorts={FAILURE_SORTS.map((value) => ({ value, label: t(`columns.${value}`) }))}
      firstOrder={firstFailureOrder}
      searchRef={searchRef}
      more={
        <NativeSelect
          className={classes.owner}
          aria-label={t('filter.owner')}
          data={[
            { value: ALL, label: t('filter.allOwners') },
            ...(owners.mine || query.owner === MY_GROUPS ? [{ value: MY_GROUPS, label: t('filter.myGroups') }] : []),
            { value: NO_OWNER, label: t('filter.noOwner') },
            ...(owners.notKnown || query.owner === OWNER_NOT_KNOWN
              ? [{ value: OWNER_NOT_KNOWN, label: t('filter.ownerNotKnown') }]
              : []),
            ...owners.groups.map(({ slug, name }) => ({ value: slug, label: name })),
          ]}
          value={query.owner ?? ALL}
          onChange={(event) => change({ owner: event.currentTarget.value || null })}
        />
      }
    >
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
    </ListToolbar>
  );
}
