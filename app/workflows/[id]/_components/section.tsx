import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A titled part of the page. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="sm">
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
    </Stack>
  );
}
