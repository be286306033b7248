import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './doorway.module.css';

/** The frame of the pages before anybody is signed in. */
export function Doorway({ title, subtitle, children }: { title: string; subtitle: string; children?: ReactNode }) {
  return (
    <div className={classes.door}>
      <Stack gap="md">
        <div>
          <Title order={1} size="h3">
            {title}
          </Title>
          <Text c="dimmed" size="sm" mt={4}>
            {subtitle}
          </Text>
        </div>
        {children}
      </Stack>
    </div>
  );
}
