import { Alert, Box } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { getFormatter, getLocale, getTimeZone, getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import type { RawParams } from '@/app/_list/search-params';
import { contextFor } from '@/app/_server/context';
import { Notices } from '@/app/failures/_components/notices';
import { periodText } from '@/app/failures/_components/period-text';
import { KeysetPages } from '@/components/table/keyset-pages';
import { PageHeader } from '@/components/ui/page-header';
import { judgingProgress } from '@/lib/history/conformance-queries';
import { listCycles } from '@/lib/history/cycle-queries';
import { readPeriod } from '@/lib/history/window';
import { conformanceList } from '@/lib/insight/conformance-list';
import { anyRules, nodeFindings } from '@/lib/insight/conformance-list-queries';
import { listOwnerNames } from '@/lib/owners/queries';
import { listWorkflows } from '@/lib/workflows/queries';
import { Checked } from '../_components/checked';
import classes from '../_components/conformance.module.css';
import { FilterForm } from '../_components/filter-form';
import { GroupsTable } from '../_components/groups-table';
import { NodesTable } from '../_components/nodes-table';
import { NothingFound } from '../_components/nothing-found';
import { Rules } from '../_components/rules';
import { conformanceHref, isNarrowed, readConformanceQuery } from '../search-params';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('conformance');
  return { title: t('title') };
}

/** What in the production history went against the rules in force, by owner group and by node, the worst first. */
export default async function ConformancePage({ searchParams }: { searchParams: Promise<RawParams> }) {
  const ctx = await contextFor('read');
  const [t, f, format, locale, timeZone, params] = await Promise.all([
    getTranslations('conformance'),
    getTranslations('failures'),
    getFormatter(),
    getLocale(),
    getTimeZone(),
    searchParams,
  ]);
  const asked = readConformanceQuery(params);
  const cycles = await listCycles(ctx);
  const { period, problem } = readPeriod(asked.period, { now: ctx.now, timeZone, cycles });
  const span = { from: period.from, to: period.to };
  const [nodes, groups, workflows, progress] = await Promise.all([
    nodeFindings(ctx, span),
    listOwnerNames(ctx),
    listWorkflows(ctx),
    judgingProgress(ctx),
  ]);
  const query = { ...asked, period: period.text };
  const list = conformanceList(nodes, query, locale);
  const { page, pages, matches, total } = list;
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle', { period: periodText(f, format, period, ctx.now) })} />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl">
        <Notices problems={problem === null ? [] : [problem]} begins={null} />
        {progress.percent < 100 ? (
          <Alert
            color="blue"
            mb="md"
            icon={<IconHistory size={18} aria-hidden />}
            title={t('reading.title', { percent: progress.percent })}
          >
            {t('reading.body')}
          </Alert>
        ) : null}
        <Suspense fallback={<p className={classes.checked}>{t('checked.loading')}</p>}>
          <Checked span={span} />
        </Suspense>
        <FilterForm query={query} workflows={workflows} groups={groups} cycles={cycles} />
        {list.groups.length > 0 ? (
          <section aria-labelledby="by-group" className={classes.part}>
            <h2 id="by-group" className={classes.heading}>
              {t('groups.title')}
            </h2>
            <GroupsTable groups={list.groups} names={groups} query={query} />
          </section>
        ) : null}
        {matches > 0 ? (
          <section aria-labelledby="by-node" className={classes.part}>
            <h2 id="by-node" className={classes.heading}>
              {t('nodes.title')}{' '}
              <span className={classes.count}>{t('nodes.matches', { nodes: matches, findings: total })}</span>
            </h2>
            <NodesTable nodes={list.rows} names={groups} query={query} now={ctx.now} />
          </section>
        ) : (
          <NothingFound
            narrowed={isNarrowed(query) && nodes.length > 0}
            reading={progress.percent < 100}
            ruled={total > 0 || (await anyRules(ctx))}
          />
        )}
        <KeysetPages
          words={{
            ...{ label: t('pages.label'), newest: t('pages.first') },
            ...{ newer: t('pages.previous'), older: t('pages.next') },
          }}
          newest={page > 2 ? conformanceHref({ ...query, page: 1 }) : null}
          newer={page > 1 ? conformanceHref({ ...query, page: page - 1 }) : null}
          older={page < pages ? conformanceHref({ ...query, page: page + 1 }) : null}
        />
      </Box>
      <Rules />
    </>
  );
}
