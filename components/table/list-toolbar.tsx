'use client';

import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import type { ListQuery, SortOrder } from '@/lib/insight/list';
import classes from './list-toolbar.module.css';
import { SearchField } from './search-field';

/** Names of the fields, in the reader's language. */
export interface ListToolbarNames {
  readonly region?: string;
  readonly search: string;
  readonly placeholder: string;
  readonly clear: string;
  readonly workflow: string;
  readonly allWorkflows: string;
  readonly sort: string;
  readonly turn: string;
  /** Absent where there are none. */
  readonly chips?: string;
}

interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}

const ALL = '';

/** What narrows and orders a list: search, workflow, sort, and the chips that are its children. */
export function ListToolbar<Sort extends string>({
  query,
  change,
  names,
  workflows,
  sorts,
  firstOrder,
  searchRef,
  more,
  children,
}: {
  query: ListQuery<Sort>;
  change: (part: Partial<ListQuery<Sort>>) => void;
  names: ListToolbarNames;
  workflows: readonly Choice[];
  sorts: readonly Choice<Sort>[];
  firstOrder: (sort: Sort) => SortOrder;
  searchRef: Ref<HTMLInputElement>;
  /** Further fields of this list, after the workflow. */
  more?: ReactNode;
  children?: ReactNode;
}) {
  const OrderIcon = query.order === 'asc' ? IconSortAscending : IconSortDescending;
  const choices = [{ value: ALL, label: names.allWorkflows }, ...workflows];
  return (
    <search className={classes.toolbar} aria-label={names.region}>
      <div className={classes.fields}>
        <div className={classes.search}>
          <SearchField
            ref={searchRef}
            value={query.search}
            onSearch={(search) => change({ search })}
            label={names.search}
            placeholder={names.placeholder}
            clearLabel={names.clear}
          />
        </div>
        <NativeSelect
          className={classes.workflow}
          aria-label={names.workflow}
          data={choices}
          value={query.workflow ?? ALL}
          onChange={(event) => change({ workflow: event.currentTarget.value || null })}
        />
        {more}
        <div className={classes.sort}>
          <NativeSelect
            aria-label={names.sort}
            data={sorts.map(({ value, label }) => ({ value: String(value), label }))}
            value={query.sort}
            onChange={(event) => {
              const wanted = event.currentTarget.value;
              const chosen = sorts.find((each) => each.value === wanted);
              if (chosen) change({ sort: chosen.value, order: firstOrder(chosen.value) });
            }}
          />
          <ActionIcon
            variant="default"
            size={36}
            aria-label={names.turn}
            title={names.turn}
            onClick={() => change({ order: query.order === 'asc' ? 'desc' : 'asc' })}
          >
            <OrderIcon size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
        </div>
      </div>
      {names.chips === undefined ? null : (
        <fieldset aria-label={names.chips} className={classes.chips}>
          {children}
        </fieldset>
      )}
    </search>
  );
}
