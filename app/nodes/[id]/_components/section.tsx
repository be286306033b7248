import { Box, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './section.module.css';

/** One decision of the form: its question, a line of explanation, and the fields. */
export function Section({
  id,
  title,
  hint,
  aside,
  children,
}: {
  id: string;
  title: string;
  hint?: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Box component="section" id={id} aria-labelledby={`${id}-title`} className={classes.section}>
      <Group justify="space-between" align="flex-start" gap="xs" mb="xs">
        <Box flex="1 1 240px" miw={0}>
          <Title order={2} size="h5" id={`${id}-title`}>
            {title}
          </Title>
          {hint ? (
            <Text size="sm" c="dimmed">
              {hint}
            </Text>
          ) : null}
        </Box>
        {aside}
      </Group>
      {children}
    </Box>
  );
}
