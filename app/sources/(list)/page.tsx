import { Box } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { contextFor } from '@/app/_server/context';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/ui/page-header';
import { can } from '@/lib/accounts/permissions';
import { sourceThresholds } from '@/lib/history/threshold-queries';
import { listSources } from '@/lib/sources/source-queries';
import { OwnHistory } from '../_components/own-history';
import { SourcesTable } from '../_components/sources-table';
import { Watch } from '../_components/watch';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('sources');
  return { title: t('title') };
}

/** The platforms that are read, and how far. */
export default async function SourcesPage() {
  const ctx = await contextFor('read');
  const [t, own, sources] = await Promise.all([
    getTranslations('sources'),
    sourceThresholds(ctx, 'own'),
    listSources(ctx),
  ]);
  const mayEdit = can(ctx.actor, 'source.edit');
  const connect = mayEdit ? (
    <LinkButton href="/sources/new" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('connect')}
    </LinkButton>
  ) : undefined;
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={sources.length > 0 ? connect : undefined} />
      {sources.length === 0 ? (
        <EmptyState title={t('empty.title')} body={mayEdit ? t('empty.body') : t('empty.readOnly')} action={connect} />
      ) : (
        <Box px={{ base: 'md', md: 'xl' }} pb="xl" maw={1200}>
          <SourcesTable sources={sources} now={ctx.now} />
          <Watch busy={sources.some(({ state }) => state === 'counting' || state === 'waiting')} />
        </Box>
      )}
      {own === null ? null : (
        <Box px={{ base: 'md', md: 'xl' }} pb="xl" maw={1200}>
          <OwnHistory own={own} mayEdit={mayEdit} />
        </Box>
      )}
    </>
  );
}
