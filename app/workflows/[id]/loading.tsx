import { Box, Skeleton, Stack } from '@mantine/core';

export default function Loading() {
  return (
    <Box px={{ base: 'md', md: 'xl' }} py="lg" aria-busy>
      <Stack gap="md">
        <Skeleton h={28} w={260} />
        <Skeleton h={84} />
        <Skeleton h={300} />
        <Skeleton h={160} />
      </Stack>
    </Box>
  );
}
