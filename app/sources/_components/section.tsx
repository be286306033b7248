import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A titled part of the page, which its title names. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="sm" aria-labelledby={id} style={{ scrollMarginTop: 72 }}>
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      {children}
    </Stack>
  );
}
