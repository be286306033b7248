import { IconFileImport } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import type { RawParams } from '@/app/_list/search-params';
import { contextFor } from '@/app/_server/context';
import { ClientMessages } from '@/components/ui/client-messages';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/ui/page-header';
import { listPage } from '@/lib/insight/node-list';
import { listNodes } from '@/lib/insight/queries';
import { listOwnerNames } from '@/lib/owners/queries';
import { toNodeItem } from './_components/node-item';
import { NodesView } from './_components/nodes-view';
import { Notes } from './_components/notes';
import { readNodeQuery } from './search-params';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('nodes');
  return { title: t('title') };
}

/** The home: every node, what happens when it fails, how often it does, and what it still lacks. */
export default async function NodesPage({ searchParams }: { searchParams: Promise<RawParams> }) {
  const ctx = await contextFor('read');
  const [t, locale, params, nodes, groups] = await Promise.all([
    getTranslations('nodes'),
    getLocale(),
    searchParams,
    listNodes(ctx),
    listOwnerNames(ctx),
  ]);
  const toImport = (label: string, variant: 'default' | 'filled') => (
    <LinkButton href="/import" variant={variant} leftSection={<IconFileImport size={16} aria-hidden />}>
      {label}
    </LinkButton>
  );
  if (nodes.length === 0)
    return (
      <>
        <PageHeader title={t('title')} />
        <EmptyState title={t('empty.title')} body={t('empty.body')} action={toImport(t('empty.action'), 'filled')} />
      </>
    );

  const groupNames = new Map(groups.map(({ slug, name }) => [slug, name]));
  const asked = readNodeQuery(params);
  const { rows, page, pages, matches, counts, coverage, workflows, workflow } = listPage(nodes, asked, locale);
  return (
    <ClientMessages namespaces={['nodes', 'policy']}>
      <PageHeader
        title={t('title')}
        subtitle={t('summary', { ...coverage })}
        actions={toImport(t('import'), 'default')}
      />
      <NodesView
        query={{ ...asked, page, workflow }}
        items={rows.map((row) => toNodeItem(row, groupNames))}
        list={{ pages, matches, counts, workflows }}
        total={nodes.length}
        now={ctx.now}
      />
      <Notes />
    </ClientMessages>
  );
}
