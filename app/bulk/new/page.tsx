import { Box } from '@mantine/core';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { contextFor } from '@/app/_server/context';
import { ClientMessages } from '@/components/ui/client-messages';
import { PageHeader } from '@/components/ui/page-header';
import { BackLink } from '@/components/ui/text-link';
import { listGroupReach } from '@/lib/owners/channel-queries';
import { listBulks } from '@/lib/workflows/bulk-queries';
import { BulkForm } from './_components/bulk-form';
import { RecentBulks } from './_components/recent-bulks';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('bulk.entry');
  return { title: t('title') };
}

/** What is to be said for all nodes that were chosen in the list; the next page shows what it comes to. */
export default async function NewBulkPage() {
  const ctx = await contextFor('policy.edit');
  const [t, groups, bulks] = await Promise.all([getTranslations('bulk'), listGroupReach(ctx), listBulks(ctx)]);
  return (
    <>
      <PageHeader
        above={<BackLink href="/nodes">{t('entry.back')}</BackLink>}
        title={t('entry.title')}
        subtitle={<span style={{ display: 'block', maxWidth: 780 }}>{t('entry.intro')}</span>}
      />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl">
        <ClientMessages namespaces={['bulk', 'diagnostics', 'node', 'reach']}>
          <BulkForm groups={groups} />
        </ClientMessages>
        <RecentBulks bulks={bulks} now={ctx.now} />
      </Box>
    </>
  );
}
