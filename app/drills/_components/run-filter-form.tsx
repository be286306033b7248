import { Button, NativeSelect } from '@mantine/core';
import Form from 'next/form';
import { useTranslations } from 'next-intl';
import { TextLink } from '@/components/ui/text-link';
import type { DrillRunFilter } from '@/lib/drills/run';
import { RUN_STATES } from '@/lib/drills/vocabulary';
import { drillsHref, isNarrowed } from '../search-params';
import classes from './list.module.css';

interface Named {
  readonly name: string;
}

/** Narrows the list; the URL holds it all, and it works without a script. */
export function RunFilterForm({
  filter,
  workflows,
  groups,
}: {
  filter: DrillRunFilter;
  workflows: readonly (Named & { readonly id: string })[];
  groups: readonly (Named & { readonly slug: string })[];
}) {
  const t = useTranslations('drills.list.filters');
  const states = useTranslations('drills.runStates');
  const { state, workflowId, group, nodeRowId } = filter;
  return (
    <Form action="/drills" className={classes.filters} aria-label={t('label')} key={drillsHref(filter)}>
      <NativeSelect
        name="state"
        className={classes.field}
        label={t('state')}
        data={[
          { value: '', label: t('anyState') },
          ...RUN_STATES.map((each) => ({ value: each, label: states(each) })),
        ]}
        defaultValue={state ?? ''}
      />
      <NativeSelect
        name="workflow"
        className={classes.field}
        label={t('workflow')}
        data={[
          { value: '', label: t('anyWorkflow') },
          ...workflows.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        defaultValue={workflowId ?? ''}
      />
      <NativeSelect
        name="group"
        className={classes.field}
        label={t('group')}
        data={[{ value: '', label: t('anyGroup') }, ...groups.map(({ slug, name }) => ({ value: slug, label: name }))]}
        defaultValue={group ?? ''}
      />
      {nodeRowId === null ? null : <input type="hidden" name="node" value={nodeRowId} />}
      <div className={classes.ways}>
        <Button type="submit" variant="default">
          {t('submit')}
        </Button>
        {isNarrowed(filter) ? <TextLink href={drillsHref()}>{t('clear')}</TextLink> : null}
      </div>
    </Form>
  );
}
