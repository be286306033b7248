import { Box } from '@mantine/core';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { contextFor } from '@/app/_server/context';
import { ClientMessages } from '@/components/ui/client-messages';
import { PageHeader } from '@/components/ui/page-header';
import { BackLink } from '@/components/ui/text-link';
import { sourceDetail } from '@/lib/sources/source-queries';
import { entriesOf } from '../../_mapping/entries-of';
import { platformOffers } from '../../_mapping/offers';
import { placeEntryOf } from '../../_mapping/place';
import { Wizard } from '../../_mapping/wizard';

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('sources.detail');
  return { title: t('change') };
}

/** Where a source is and what its tables mean, to be changed. */
export default async function SourceMappingPage({ params }: Props) {
  const ctx = await contextFor('source.edit');
  const source = await sourceDetail(ctx, (await params).id);
  if (!source) notFound();
  const t = await getTranslations('sourceWizard');
  const { id, name, revision, mapping, shown, place } = source;
  const entry = placeEntryOf(shown);
  return (
    <ClientMessages namespaces={['sources', 'sourceWizard']}>
      <PageHeader
        above={<BackLink href={`/sources/${id}`}>{t('backTo', { name })}</BackLink>}
        title={t('changeTitle', { name })}
        subtitle={t('changeSubtitle')}
      />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl" maw={1400}>
        <Wizard
          key={id}
          source={{
            ...{ id, revision, name, entries: entriesOf(mapping) },
            // Another Postgres whose address can no longer be opened: it is typed again.
            place: place === null || shown !== null ? entry : { ...entry, kind: 'postgres' },
          }}
          offers={platformOffers()}
          owner={ctx.actor.id}
        />
      </Box>
    </ClientMessages>
  );
}
