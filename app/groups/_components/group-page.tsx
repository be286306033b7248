import { Box, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ClientMessages } from '@/components/ui/client-messages';
import { PageHeader } from '@/components/ui/page-header';
import { BackLink } from '@/components/ui/text-link';

/** Frame of the pages that make and show a group. */
export function GroupPage({
  title,
  subtitle,
  wide = false,
  children,
}: {
  title: string;
  subtitle?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  const t = useTranslations('groups');
  return (
    <ClientMessages namespaces={wide ? ['groups', 'channels', 'reach', 'notices', 'standards'] : ['groups']}>
      <PageHeader title={title} subtitle={subtitle} above={<BackLink href="/groups">{t('back')}</BackLink>} />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl" maw={wide ? 1000 : 760}>
        <Stack gap="xl">{children}</Stack>
      </Box>
    </ClientMessages>
  );
}
