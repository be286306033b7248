import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** Says what is (not) here and what to do next. */
export function EmptyState({
  title,
  body,
  action,
  level = 2,
}: {
  title: string;
  body: string;
  action?: ReactNode;
  /** 1 where it is all that the page has. */
  level?: 1 | 2;
}) {
  return (
    <Stack align="center" gap="xs" py={72} px="md">
      <Title order={level} size="h4" ta="center">
        {title}
      </Title>
      <Text c="dimmed" ta="center" maw={460}>
        {body}
      </Text>
      {action}
    </Stack>
  );
}
