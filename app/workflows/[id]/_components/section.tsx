import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A titled part of the page. */
export function Section({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="sm" id={id} style={{ scrollMarginTop: 72 }}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
    </Stack>
  );
}
