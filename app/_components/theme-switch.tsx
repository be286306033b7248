'use client';

import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';

/** Switches light and dark; before that the system's choice holds. */
export function ThemeSwitch() {
  const t = useTranslations('common.theme');
  const { setColorScheme } = useMantineColorScheme();
  const computed = useComputedColorScheme('light');
  const dark = useMounted() && computed === 'dark';
  const label = dark ? t('toLight') : t('toDark');
  const Icon = dark ? IconSun : IconMoon;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      title={label}
      c="var(--mantine-color-text)"
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}
