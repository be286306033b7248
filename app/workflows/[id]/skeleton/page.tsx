import { Box } from '@mantine/core';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { actorNames } from '@/app/_server/actor-names';
import { contextFor } from '@/app/_server/context';
import { ClientMessages } from '@/components/ui/client-messages';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/ui/page-header';
import { BackLink } from '@/components/ui/text-link';
import { dialectById } from '@/lib/dialects/registry';
import { planSkeleton } from '@/lib/workflows/skeleton-queries';
import { groupLosses } from '../_components/group-losses';
import { toSkeletonItem } from './_components/skeleton-item';
import { SkeletonView } from './_components/skeleton-view';

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('skeleton');
  return { title: t('title') };
}

/** The brief's general skeleton for a whole workflow: what it would change on each node, before anything changes. */
export default async function SkeletonPage({ params }: Props) {
  const ctx = await contextFor('read');
  const plan = await planSkeleton(ctx, (await params).id);
  if (!plan) notFound();
  const [t, nameOf] = await Promise.all([getTranslations('skeleton'), actorNames()]);
  const { workflow } = plan;
  const items = plan.nodes.map((node) => toSkeletonItem(node, nameOf));
  const losses = plan.nodes.flatMap(({ outcome }) => (outcome.standing === 'open' ? outcome.losses : []));
  const format = dialectById(workflow.dialect).label;
  return (
    <>
      <PageHeader
        above={<BackLink href={`/workflows/${workflow.id}`}>{workflow.name}</BackLink>}
        title={t('title')}
        subtitle={<span style={{ display: 'block', maxWidth: 780 }}>{t('intro')}</span>}
      />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl">
        <ClientMessages namespaces={['skeleton', 'policy', 'diagnostics', 'losses']}>
          <SkeletonView
            key={workflow.id}
            workflow={{ id: workflow.id, format }}
            items={items}
            losses={groupLosses(losses)}
            empty={
              <EmptyState
                title={t('empty.title')}
                body={t('empty.body')}
                action={<LinkButton href={`/workflows/${workflow.id}`}>{t('empty.action')}</LinkButton>}
              />
            }
          />
        </ClientMessages>
      </Box>
    </>
  );
}
