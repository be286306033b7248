import { Box, Group, Skeleton, VisuallyHidden } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { PageHeader } from '@/components/ui/page-header';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The page's outline while its figures are counted. */
export default async function Loading() {
  const [t, c] = await Promise.all([getTranslations('failures'), getTranslations('common')]);
  return (
    <Box aria-busy>
      <VisuallyHidden role="status">{c('states.loading')}</VisuallyHidden>
      <PageHeader title={t('title')} subtitle={<Skeleton h={14} w={320} maw="100%" mt={4} />} />
      <Box px={{ base: 'md', md: 'xl' }}>
        <Group gap={8}>
          <Skeleton h={36} w={320} maw="100%" />
          <Skeleton h={36} w={200} />
          <Skeleton h={36} w={200} />
        </Group>
        <Skeleton h={28} w={360} maw="100%" mt={10} mb={12} />
        <Skeleton h={320} mb={46} />
        {ROWS.map((row) => (
          <Skeleton key={row} h={46} mb={6} />
        ))}
      </Box>
    </Box>
  );
}
