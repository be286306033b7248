import { Box, Group, Text, Title } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import classes from './section.module.css';

/** One decision of the form: its question, a line of explanation, and the fields. */
export function Section({
  id,
  title,
  hint,
  term,
  aside,
  children,
}: {
  id: string;
  title: string;
  hint?: string;
  /** The glossary's entry about it. */
  term?: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const t = useTranslations('node');
  return (
    <Box component="section" id={id} aria-labelledby={`${id}-title`} className={classes.section}>
      <Group justify="space-between" align="flex-start" gap="xs" mb="xs">
        <Box flex="1 1 240px" miw={0}>
          <Group gap={4} wrap="nowrap">
            <Title order={2} size="h5" id={`${id}-title`}>
              {title}
            </Title>
            {term ? (
              <Link
                href={`/glossary#${term}`}
                className={classes.help}
                prefetch={false}
                title={t('help', { section: title })}
                aria-label={t('help', { section: title })}
              >
                <IconHelp size={15} stroke={1.8} aria-hidden />
              </Link>
            ) : null}
          </Group>
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
