import { Box, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ClientMessages } from '@/components/ui/client-messages';
import { PageHeader } from '@/components/ui/page-header';
import { BackLink } from '@/components/ui/text-link';

/** Frame of the pages that make and edit a group. */
export function GroupPage({ title, children }: { title: string; children: ReactNode }) {
  const t = useTranslations('groups');
  return (
    <>
      <PageHeader title={title} above={<BackLink href="/groups">{t('back')}</BackLink>} />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl" maw={760}>
        <ClientMessages namespaces={['groups']}>
          <Stack gap="xl">{children}</Stack>
        </ClientMessages>
      </Box>
    </>
  );
}
