import { Box, Skeleton, Stack } from '@mantine/core';

/** The outline of a page while it is read: a title and blocks below it; all sizes in px. */
export function PageSkeleton({
  title,
  blocks,
  maxWidth,
}: {
  /** Width of the title. */
  title: number;
  blocks: readonly { readonly height: number; readonly width?: number }[];
  maxWidth?: number;
}) {
  return (
    <Box px={{ base: 'md', md: 'xl' }} py="lg" maw={maxWidth} aria-busy>
      <Stack gap="md">
        <Skeleton h={28} w={title} />
        {blocks.map(({ height, width }) => (
          <Skeleton key={height} h={height} w={width} />
        ))}
      </Stack>
    </Box>
  );
}
