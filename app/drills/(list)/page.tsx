import { Box } from '@mantine/core';
import type { Metadata } from 'next';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { RawParams } from '@/app/_list/search-params';
import { contextFor } from '@/app/_server/context';
import { KeysetPages } from '@/components/table/keyset-pages';
import { ClientMessages } from '@/components/ui/client-messages';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import linkButton from '@/components/ui/link-button.module.css';
import { PageHeader } from '@/components/ui/page-header';
import { TextLink } from '@/components/ui/text-link';
import { can } from '@/lib/accounts/permissions';
import { countUnendedRuns, endedDrillRuns, unendedDrillRuns } from '@/lib/drills/queries';
import { listOwnerGroups } from '@/lib/owners/queries';
import { cutPage } from '@/lib/shared/keyset';
import { listWorkflows } from '@/lib/workflows/queries';
import classes from '../_components/list.module.css';
import { RunFilterForm } from '../_components/run-filter-form';
import { RunsTable } from '../_components/runs-table';
import { StopAll } from '../_components/stop-all';
import { drillsHref, drillsPageHref, isNarrowed, readRunCursor, readRunFilter } from '../search-params';

const RUNS_PER_PAGE = 50;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('drills');
  return { title: t('title') };
}

/** Who drilled what, and how it ended; what has not ended stands above. */
export default async function DrillsPage({ searchParams }: { searchParams: Promise<RawParams> }) {
  const ctx = await contextFor('read');
  const [t, params] = await Promise.all([getTranslations('drills'), searchParams]);
  const filter = readRunFilter(params);
  const cursor = readRunCursor(params);
  const mayStopAll = ctx.actor.role === 'administrator' && can(ctx.actor, 'drill.run');
  const [stoppable, unended, read, workflows, groups] = await Promise.all([
    mayStopAll ? countUnendedRuns(ctx) : 0,
    cursor === null ? unendedDrillRuns(ctx, filter) : [],
    endedDrillRuns(ctx, filter, cursor, RUNS_PER_PAGE + 1),
    listWorkflows(ctx),
    listOwnerGroups(ctx),
  ]);
  const page = cutPage(read, cursor, RUNS_PER_PAGE);
  const narrowed = isNarrowed(filter);
  const [first, last] = [page.rows[0], page.rows.at(-1)];
  const named = unended[0] ?? first;
  const nothing = unended.length === 0 && page.rows.length === 0;
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            {stoppable > 0 ? (
              <ClientMessages namespaces={['drills']}>
                <StopAll count={stoppable} />
              </ClientMessages>
            ) : null}
            <Link href="/drills/targets" className={linkButton.button} prefetch={false}>
              {t('list.targets')}
            </Link>
          </>
        }
      />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl">
        {nothing && !narrowed && cursor === null ? (
          <EmptyState
            title={t('list.empty.title')}
            body={t('list.empty.body')}
            action={<LinkButton href="/nodes">{t('list.empty.action')}</LinkButton>}
          />
        ) : (
          <RunFilterForm filter={filter} workflows={workflows} groups={groups} />
        )}
        {filter.nodeRowId === null || named === undefined ? null : (
          <p className={classes.only}>
            {t('list.filters.node', { node: named.node.name })}{' '}
            <TextLink href={drillsHref({ ...filter, nodeRowId: null })}>{t('list.filters.clear')}</TextLink>
          </p>
        )}
        {unended.length > 0 ? (
          <section aria-labelledby="unended" className={classes.part}>
            <h2 id="unended" className={classes.heading}>
              {t('list.running')}
            </h2>
            <RunsTable label={t('list.running')} runs={unended} now={ctx.now} />
          </section>
        ) : null}
        {page.rows.length > 0 ? (
          <section aria-labelledby="ended" className={classes.part}>
            <h2 id="ended" className={classes.heading}>
              {t('list.ended')}
            </h2>
            <RunsTable label={t('list.ended')} runs={page.rows} now={ctx.now} />
          </section>
        ) : null}
        {nothing && (narrowed || cursor !== null) ? (
          <EmptyState
            title={t('list.none.title')}
            body={t('list.none.body')}
            action={<LinkButton href={drillsHref()}>{t('list.filters.clear')}</LinkButton>}
          />
        ) : null}
        <KeysetPages
          words={{
            ...{ label: t('list.pages.label'), newest: t('list.pages.newest') },
            ...{ newer: t('list.pages.newer'), older: t('list.pages.older') },
          }}
          newest={page.newer ? drillsHref(filter) : null}
          newer={page.newer && first ? drillsPageHref(filter, 'after', first) : null}
          older={page.older && last ? drillsPageHref(filter, 'before', last) : null}
        />
      </Box>
    </>
  );
}
