'use client';

import { Button, Group } from '@mantine/core';
import { useFormatter, useTranslations } from 'next-intl';
import { type ReactNode, useRef, useState } from 'react';
import { useDiagnosticText } from '@/components/policy/use-diagnostic-text';
import { FilterChip } from '@/components/table/filter-chip';
import { SearchField } from '@/components/table/search-field';
import { Dim } from '@/components/ui/marks';
import type { WorkflowId } from '@/lib/model/ids';
import type { LossGroup } from '../../_components/group-losses';
import { LossGroups } from './loss-groups';
import { Results } from './results';
import classes from './skeleton.module.css';
import { SkeletonBar } from './skeleton-bar';
import {
  cautionKey,
  narrowed,
  passes,
  SKELETON_FILTERS,
  type SkeletonFilter,
  type SkeletonItem,
  sharedCautions,
} from './skeleton-item';
import { SkeletonRows } from './skeleton-rows';
import { useSkeleton } from './use-skeleton';

/** Choose nodes, see what would change on each, then keep drafts or publish; afterwards what became of each. */
export function SkeletonView({
  workflow,
  items,
  losses,
  empty,
}: {
  workflow: { readonly id: WorkflowId; readonly format: string };
  items: readonly SkeletonItem[];
  losses: readonly LossGroup[];
  /** Shown while there is nothing that the skeleton could change. */
  empty: ReactNode;
}) {
  const t = useTranslations('skeleton');
  const format = useFormatter();
  const skeleton = useSkeleton(workflow.id, items);
  const [filter, setFilter] = useState<SkeletonFilter>('open');
  const [search, setSearch] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { done, picked, choose } = skeleton;
  if (done) return <Results workflowId={workflow.id} items={items} done={done} skeleton={skeleton} />;
  if (items.every(({ change }) => change === null)) return empty;

  const shared = sharedCautions(items);
  const shown = narrowed(items, filter, search);
  const open = shown.filter(({ change }) => change !== null).map(({ id }) => id);
  return (
    <div className={classes.view}>
      {losses.length > 0 ? <LossGroups losses={losses} format={workflow.format} /> : null}
      <Cautions shared={shared} />
      <div className={classes.tools}>
        <div className={classes.search}>
          <SearchField
            ref={field}
            value={search}
            onSearch={setSearch}
            label={t('search.label')}
            placeholder={t('search.label')}
            clearLabel={t('search.clear')}
          />
        </div>
        <fieldset className={classes.chips} aria-label={t('filters.label')}>
          {SKELETON_FILTERS.map((each) => (
            <FilterChip
              key={each}
              pressed={filter === each}
              count={format.number(items.filter((item) => passes(item, each)).length)}
              onClick={() => setFilter(each)}
            >
              {t(`filters.${each}`)}
            </FilterChip>
          ))}
        </fieldset>
        <Group gap={6}>
          <Button variant="subtle" size="compact-sm" disabled={open.length === 0} onClick={() => choose(open, true)}>
            {t('chooseShown')}
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={picked.length === 0}
            onClick={() => choose([...skeleton.chosen], false)}
          >
            {t('chooseNone')}
          </Button>
          <span className={classes.count} role="status">
            {t('count', { shown: shown.length, count: items.length })}
          </span>
        </Group>
      </div>
      <SkeletonRows
        items={shown}
        skeleton={skeleton}
        said={new Set(shared.map(({ caution }) => cautionKey(caution)))}
      />
      <SkeletonBar skeleton={skeleton} />
    </div>
  );
}

/** What comes with the skeleton on many nodes alike. */
function Cautions({ shared }: { shared: ReturnType<typeof sharedCautions> }) {
  const t = useTranslations('skeleton');
  const words = useDiagnosticText();
  if (shared.length === 0) return null;
  return (
    <ul className={classes.cautions} aria-label={t('cautions')}>
      {shared.map(({ caution, nodes }) => (
        <li key={cautionKey(caution)}>
          {words(caution)} <Dim>({t('losses.on', { count: nodes })})</Dim>
        </li>
      ))}
    </ul>
  );
}
