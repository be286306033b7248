import { Box } from '@mantine/core';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { contextFor } from '@/app/_server/context';
import { ClientMessages } from '@/components/ui/client-messages';
import { PageHeader } from '@/components/ui/page-header';
import { BackLink } from '@/components/ui/text-link';
import { blankEntries } from '../_mapping/entries';
import { platformOffers } from '../_mapping/offers';
import { BLANK_PLACE } from '../_mapping/place';
import { Wizard } from '../_mapping/wizard';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('sourceWizard');
  return { title: t('title') };
}

/** A source is connected: where it is, what its tables mean, and what comes out. */
export default async function NewSourcePage() {
  const ctx = await contextFor('source.edit');
  const [t, s] = await Promise.all([getTranslations('sourceWizard'), getTranslations('sources')]);
  return (
    <ClientMessages namespaces={['sources', 'sourceWizard']}>
      <PageHeader
        above={<BackLink href="/sources">{s('back')}</BackLink>}
        title={t('title')}
        subtitle={t('subtitle')}
      />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl" maw={1400}>
        <Wizard
          source={{ id: null, revision: 0, name: '', place: BLANK_PLACE, entries: blankEntries() }}
          offers={platformOffers()}
          owner={ctx.actor.id}
        />
      </Box>
    </ClientMessages>
  );
}
