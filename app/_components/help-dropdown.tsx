'use client';

import { Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconApi, IconBook2, IconKeyboard, IconMap2 } from '@tabler/icons-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { setGuideStep } from './guide/guide-store';
import { ShortcutsDialog } from './shortcuts-dialog';

/** The words, the guided first run, and the keys. Open when it first appears; `children` is its button. */
export function HelpDropdown({ children }: { children: ReactNode }) {
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
      <Menu position="bottom-end" width={220} defaultOpened>
        <Menu.Target>{children}</Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} href="/glossary" leftSection={<IconBook2 size={16} stroke={1.6} aria-hidden />}>
            {t('glossary')}
          </Menu.Item>
          <Menu.Item onClick={guide} leftSection={<IconMap2 size={16} stroke={1.6} aria-hidden />}>
            {t('guide')}
          </Menu.Item>
          <Menu.Item component={Link} href="/api-docs" leftSection={<IconApi size={16} stroke={1.6} aria-hidden />}>
            {t('api')}
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
