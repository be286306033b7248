'use client';

import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBook2, IconHelp, IconKeyboard, IconMap2 } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { setGuideStep } from './guide/guide-store';

const ShortcutsDialog = dynamic(() => import('./shortcuts-dialog').then((module) => module.ShortcutsDialog));

/** Help from every page: the words, the guided first run, and the keys. */
export function HelpMenu() {
  const t = useTranslations('common.help');
  const router = useRouter();
  const [keys, { open, close }] = useDisclosure(false);
  const guide = () => {
    setGuideStep('find');
    router.push('/nodes');
    router.refresh();
  };
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('label')}
            title={t('label')}
            c="var(--mantine-color-text)"
          >
            <IconHelp size={19} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} href="/glossary" leftSection={<IconBook2 size={16} stroke={1.6} aria-hidden />}>
            {t('glossary')}
          </Menu.Item>
          <Menu.Item onClick={guide} leftSection={<IconMap2 size={16} stroke={1.6} aria-hidden />}>
            {t('guide')}
          </Menu.Item>
          <Menu.Item onClick={open} leftSection={<IconKeyboard size={16} stroke={1.6} aria-hidden />}>
            {t('keys')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {keys ? <ShortcutsDialog onClose={close} /> : null}
    </>
  );
}
