'use client';

import { AppShell, AppShellHeader, AppShellMain, AppShellNavbar, Burger, Group, NavLink } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect } from 'react';
import { Brand } from './brand';
import { HelpMenu } from './help-menu';
import { LanguageSwitch } from './language-switch';
import { PaletteButton } from './palette/palette-button';
import { ROOMS } from './rooms';
import classes from './shell.module.css';
import { ThemeSwitch } from './theme-switch';
import { useReaderTimeZone } from './use-reader-time-zone';

/** Header, navigation and main region of every page. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useTranslations('common');
  const pathname = usePathname();
  const [opened, { toggle, close }] = useDisclosure(false);
  useReaderTimeZone();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer
  useEffect(close, [pathname]);

  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 208, breakpoint: 'md', collapsed: { mobile: !opened } }}
      padding={0}
      classNames={{ main: classes.main, navbar: classes.navbar, header: classes.header }}
    >
      <a href="#main" className={classes.skip}>
        {t('skipToContent')}
      </a>
      <AppShellHeader>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="md"
              size="sm"
              aria-label={opened ? t('nav.close') : t('nav.open')}
              aria-expanded={opened}
            />
            <Brand />
          </Group>
          <Group gap={4} wrap="nowrap">
            <PaletteButton />
            <LanguageSwitch />
            <HelpMenu />
            <ThemeSwitch />
          </Group>
        </Group>
      </AppShellHeader>
      <AppShellNavbar aria-label={t('nav.label')} p="xs">
        {ROOMS.map(({ href, key, icon: Icon }) => {
          const active = pathname === href || pathname.startsWith(`${href}/`);
          return (
            <NavLink
              key={href}
              component={Link}
              href={href}
              label={t(`nav.${key}`)}
              leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
              active={active}
              aria-current={active ? 'page' : undefined}
              className={classes.link}
            />
          );
        })}
      </AppShellNavbar>
      <AppShellMain id="main" tabIndex={-1}>
        {children}
      </AppShellMain>
    </AppShell>
  );
}
