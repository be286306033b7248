import { Button, NativeSelect } from '@mantine/core';
import Form from 'next/form';
import { useTranslations } from 'next-intl';
import { TextLink } from '@/components/ui/text-link';
import type { BusinessCycle } from '@/lib/history/cycle';
import { ROLLING_DAYS, WINDOW_DAYS } from '@/lib/history/window';
import { CONFORMANCE_SORTS, type ConformanceQuery, NO_OWNER } from '@/lib/insight/conformance-list';
import { FINDINGS } from '@/lib/judge/finding';
import { conformanceHref, isNarrowed } from '../search-params';
import classes from './conformance.module.css';

/** Narrows and orders the list; the URL holds it all, and it works without a script. */
export function FilterForm({
  query,
  workflows,
  groups,
  cycles,
}: {
  query: ConformanceQuery;
  workflows: readonly { readonly id: string; readonly name: string }[];
  groups: readonly { readonly slug: string; readonly name: string }[];
  cycles: readonly BusinessCycle[];
}) {
  const t = useTranslations('conformance');
  const { finding, workflow, group, sort } = query;
  const period = query.period ?? String(WINDOW_DAYS);
  const periods = [
    ...ROLLING_DAYS.map((days) => ({ value: String(days), label: t('filter.days', { days }) })),
    ...cycles.map(({ id, name }) => ({ value: `cycle:${id}`, label: name })),
  ];
  const known = periods.some(({ value }) => value === period);
  return (
    <Form action="/conformance" className={classes.filters} aria-label={t('filter.label')} key={conformanceHref(query)}>
      <NativeSelect
        name="finding"
        className={classes.field}
        label={t('filter.finding')}
        data={[
          { value: '', label: t('filter.anyFinding') },
          ...FINDINGS.map((kind) => ({ value: kind, label: t(`finding.${kind}`) })),
        ]}
        defaultValue={finding ?? ''}
      />
      <NativeSelect
        name="workflow"
        className={classes.field}
        label={t('filter.workflow')}
        data={[
          { value: '', label: t('filter.anyWorkflow') },
          ...workflows.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        defaultValue={workflow ?? ''}
      />
      <NativeSelect
        name="group"
        className={classes.field}
        label={t('filter.group')}
        data={[
          { value: '', label: t('filter.anyGroup') },
          { value: NO_OWNER, label: t('filter.noOwner') },
          ...groups.map(({ slug, name }) => ({ value: slug, label: name })),
        ]}
        defaultValue={group ?? ''}
      />
      <NativeSelect
        name="period"
        className={classes.field}
        label={t('filter.period')}
        data={known ? periods : [...periods, { value: period, label: t('filter.otherPeriod') }]}
        defaultValue={period}
      />
      <NativeSelect
        name="sort"
        className={classes.field}
        label={t('filter.sort')}
        data={CONFORMANCE_SORTS.map((value) => ({ value, label: t(`filter.sorts.${value}`) }))}
        defaultValue={sort}
      />
      <div className={classes.ways}>
        <Button type="submit" variant="default">
          {t('filter.submit')}
        </Button>
        {isNarrowed(query) ? <TextLink href={conformanceHref()}>{t('filter.clear')}</TextLink> : null}
      </div>
    </Form>
  );
}
