'use client';

import { ActionIcon } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';

const HelpDropdown = dynamic(() => import('./help-dropdown').then((module) => module.HelpDropdown), { ssr: false });

/** Help from every page; what it opens is only loaded when it is asked for. */
export function HelpMenu() {
  const t = useTranslations('common.help');
  const [asked, setAsked] = useState(false);
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t('label')}
      aria-haspopup="menu"
      title={t('label')}
      c="var(--mantine-color-text)"
      onClick={() => setAsked(true)}
    >
      <IconHelp size={19} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
  return asked ? <HelpDropdown>{button}</HelpDropdown> : button;
}
