import { Box, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** Title of a page, a line under it, and its actions to the right (below on a phone). */
export function PageHeader({
  title,
  subtitle,
  actions,
  above,
}: {
  title: ReactNode;
  subtitle?: ReactNode;
  actions?: ReactNode;
  above?: ReactNode;
}) {
  return (
    <Box px={{ base: 'md', md: 'xl' }} pt={{ base: 'md', md: 'lg' }} pb="md" style={{ overflowWrap: 'anywhere' }}>
      {above}
      <Group justify="space-between" align="flex-start" gap="sm">
        <Box miw={0} flex="1 1 320px">
          <Title order={1} size="h3">
            {title}
          </Title>
          {subtitle ? (
            <Text c="dimmed" size="sm" mt={2} component="div">
              {subtitle}
            </Text>
          ) : null}
        </Box>
        {actions ? <Group gap="xs">{actions}</Group> : null}
      </Group>
    </Box>
  );
}
