import { IconFileImport } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { getLocale, getTimeZone, getTranslations } from 'next-intl/server';
import { columnsCookie, readColumns } from '@/app/_list/columns';
import type { RawParams } from '@/app/_list/search-params';
import { contextFor } from '@/app/_server/context';
import { pack } from '@/components/table/packed';
import { ClientMessages } from '@/components/ui/client-messages';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/ui/page-header';
import { can } from '@/lib/accounts/permissions';
import { phrasesBy } from '@/lib/i18n/phrases';
import { listNodePage } from '@/lib/insight/node-list-queries';
import { listViews } from '@/lib/insight/view-queries';
import { listOwnerNames } from '@/lib/owners/queries';
import { toNodeItem } from '../_components/node-item';
import { NodesView } from '../_components/nodes-view';
import { Notes } from '../_components/notes';
import { NODE_COLUMNS, readNodeQuery, viewQuery } from '../search-params';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('nodes');
  return { title: t('title') };
}

/** Every node: what happens when it fails, how often it does, and what it still lacks. */
export default async function NodesPage({ searchParams }: { searchParams: Promise<RawParams> }) {
  const ctx = await contextFor('read');
  const [locale, timeZone, params] = await Promise.all([getLocale(), getTimeZone(), searchParams]);
  const asked = readNodeQuery(params);
  // The list first: the rest is made while Postgres counts.
  const [list, groups, saved, t, p, jar] = await Promise.all([
    listNodePage(ctx, asked, { locale, timeZone }),
    listOwnerNames(ctx),
    listViews(ctx, 'nodes'),
    getTranslations('nodes'),
    getTranslations('policy'),
    cookies(),
  ]);
  const mayImport = can(ctx.actor, 'workflow.import');
  const toImport = (label: string, variant: 'default' | 'filled') =>
    mayImport ? (
      <LinkButton href="/import" variant={variant} leftSection={<IconFileImport size={16} aria-hidden />}>
        {label}
      </LinkButton>
    ) : undefined;
  if (list.total === 0)
    return (
      <>
        <PageHeader title={t('title')} />
        <EmptyState title={t('empty.title')} body={t('empty.body')} action={toImport(t('empty.action'), 'filled')} />
      </>
    );

  const groupNames = new Map(groups.map(({ slug, name }) => [slug, name]));
  const { rows, page, pages, matches, counts, coverage, workflows, workflow, group, standard, standards, total } = list;
  // Read and written again: a view is compared with what is shown in today's spelling.
  const views = saved.map(({ id, name, query }) => {
    const kept = readNodeQuery(Object.fromEntries(new URLSearchParams(query)));
    return { id, name, query: viewQuery(kept, kept.columns ?? NODE_COLUMNS) };
  });
  return (
    <ClientMessages namespaces={['nodes', 'lists']}>
      <PageHeader
        title={t('title')}
        subtitle={t('summary', { ...coverage, proved: coverage.simulated + coverage.proven })}
        actions={toImport(t('import'), 'default')}
      />
      <NodesView
        query={{
          ...asked,
          page,
          workflow,
          group: group?.slug ?? null,
          standard: standard && asked.standard,
          view: views.some(({ id }) => id === asked.view) ? asked.view : null,
        }}
        remembered={readColumns(jar.get(columnsCookie('nodes'))?.value, NODE_COLUMNS)}
        views={views}
        packed={pack({
          items: rows.map((row) => toNodeItem(row, { groupNames, say: phrasesBy(p) })),
          list: { pages, matches, counts, workflows, group, standard, standards },
        })}
        total={total}
        now={ctx.now}
        choosable={can(ctx.actor, 'policy.edit')}
      />
      <Notes standards={standards} />
    </ClientMessages>
  );
}
