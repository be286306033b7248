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
import { PersonBar } from './person-bar';
import { ROOMS, type RoomKey } from './rooms';
import classes from './shell.module.css';
import type { ShellPerson } from './shell-person';
import { ThemeSwitch } from './theme-switch';
import { useReaderTimeZone } from './use-reader-time-zone';

/** Header, navigation and main region of every page; nobody signed in (null) sees no navigation. */
export function Shell({
  person,
  marks,
  children,
}: {
  person: ShellPerson | null;
  /** What stands beside the name of a room: how much waits there. */
  marks?: Partial<Record<RoomKey, ReactNode>>;
  children: ReactNode;
}) {
  const t = useTranslations('common');
  const pathname = usePathname();
  const [opened, { toggle, close }] = useDisclosure(false);
  useReaderTimeZone();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer
  useEffect(close, [pathname]);

  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 208, breakpoint: 'md', collapsed: { mobile: !opened, desktop: person === null } }}
      padding={0}
      classNames={{ main: classes.main, navbar: classes.navbar, header: classes.header }}
    >
      <a href="#main" className={classes.skip}>
        {t('skipToContent')}
      </a>
      <AppShellHeader>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            {person ? (
              <Burger
                opened={opened}
                onClick={toggle}
                hiddenFrom="md"
                size="sm"
                aria-label={opened ? t('nav.close') : t('nav.open')}
                aria-expanded={opened}
              />
            ) : null}
            <Brand />
          </Group>
          <Group gap={4} wrap="nowrap">
            {person ? <PaletteButton rooms={person.rooms} /> : null}
            <LanguageSwitch />
            {person ? <HelpMenu /> : null}
            <ThemeSwitch />
          </Group>
        </Group>
      </AppShellHeader>
      {person ? (
        <AppShellNavbar aria-label={t('nav.label')} p="xs">
          {ROOMS.filter(({ key }) => person.rooms.includes(key)).map(({ href, key, icon: Icon }) => {
            const active = pathname === href || pathname.startsWith(`${href}/`);
            return (
              <NavLink
                key={href}
                component={Link}
                href={href}
                label={t(`nav.${key}`)}
                leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
                rightSection={marks?.[key]}
                active={active}
                aria-current={active ? 'page' : undefined}
                className={classes.link}
              />
            );
          })}
          <PersonBar person={person} active={pathname === '/profile'} />
        </AppShellNavbar>
      ) : null}
      <AppShellMain id="main" tabIndex={-1}>
        {children}
      </AppShellMain>
    </AppShell>
  );
}
