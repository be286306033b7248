import { Box, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ClientMessages } from '@/components/ui/client-messages';
import { PageHeader } from '@/components/ui/page-header';
import { BackLink } from '@/components/ui/text-link';
import { catalogueHref } from '../href';

/** Frame of the pages about one entry. */
export function EntryPage({ title, subtitle, children }: { title: string; subtitle: ReactNode; children: ReactNode }) {
  const t = useTranslations('catalogue');
  return (
    <ClientMessages namespaces={['catalogue']}>
      <PageHeader title={title} subtitle={subtitle} above={<BackLink href={catalogueHref()}>{t('back')}</BackLink>} />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl" maw={760}>
        <Stack gap="xl">{children}</Stack>
      </Box>
    </ClientMessages>
  );
}
