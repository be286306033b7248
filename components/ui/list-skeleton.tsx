import { Box, Group, Skeleton, VisuallyHidden } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { PageHeader } from './page-header';

/**
 * The outline of a list page while its figures are counted. `subtitle` and `chips` are the widths of those
 * lines, in px; children stand between the toolbar and the rows.
 */
export function ListSkeleton({
  title,
  subtitle,
  chips,
  rows,
  rowHeight,
  children,
}: {
  title: string;
  subtitle: number;
  chips: number;
  rows: number;
  rowHeight: number;
  children?: ReactNode;
}) {
  const t = useTranslations('common.states');
  const keys = Array.from({ length: rows }, (_, row) => row);
  return (
    <Box aria-busy>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <PageHeader title={title} subtitle={<Skeleton h={14} w={subtitle} maw="100%" mt={4} />} />
      <Box px={{ base: 'md', md: 'xl' }}>
        <Group gap={8}>
          <Skeleton h={36} w={320} maw="100%" />
          <Skeleton h={36} w={200} />
          <Skeleton h={36} w={200} />
        </Group>
        <Skeleton h={28} w={chips} maw="100%" mt={10} />
        {children}
        <Box mt={46}>
          {keys.map((row) => (
            <Skeleton key={row} h={rowHeight} mb={6} />
          ))}
        </Box>
      </Box>
    </Box>
  );
}
