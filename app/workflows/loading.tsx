import { Box, Skeleton, Stack } from '@mantine/core';

export default function Loading() {
  return (
    <Box px={{ base: 'md', md: 'xl' }} py="lg" aria-busy>
      <Stack gap="md">
        <Skeleton h={28} w={220} />
        <Skeleton h={360} />
      </Stack>
    </Box>
  );
}
