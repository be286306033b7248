import { Box, SimpleGrid, Skeleton } from '@mantine/core';

export default function Loading() {
  return (
    <Box px={{ base: 'md', md: 'xl' }} py="lg" aria-busy="true">
      <Skeleton height={28} width={280} mb="xs" />
      <Skeleton height={16} width={180} mb="lg" />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Skeleton height={320} />
        <Skeleton height={320} />
      </SimpleGrid>
    </Box>
  );
}
