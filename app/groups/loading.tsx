import { Box, Skeleton, Stack } from '@mantine/core';

export default function Loading() {
  return (
    <Box px={{ base: 'md', md: 'xl' }} py="lg" maw={1000} aria-busy>
      <Stack gap="md">
        <Skeleton h={28} w={220} />
        <Skeleton h={36} w={180} />
        <Skeleton h={210} />
      </Stack>
    </Box>
  );
}
