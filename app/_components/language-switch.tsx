'use client';

import { Button, Menu } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useTransition } from 'react';
import { LOCALE_COOKIE, LOCALES } from '@/lib/i18n/locales';
import { setCookie } from './set-cookie';

/** Chooses the language; remembered by cookie, the page keeps its place. */
export function LanguageSwitch() {
  const t = useTranslations('common.language');
  const locale = useLocale();
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  return (
    <Menu position="bottom-end" width={140}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          loading={pending}
          leftSection={<IconLanguage size={18} stroke={1.6} aria-hidden />}
          aria-label={`${t('label')}: ${t(locale)}`}
          c="var(--mantine-color-text)"
        >
          {t(locale)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {LOCALES.map((each) => (
          <Menu.Item
            key={each}
            lang={each}
            onClick={() => {
              setCookie(LOCALE_COOKIE, each);
              startTransition(() => router.refresh());
            }}
            aria-current={each === locale ? 'true' : undefined}
          >
            {t(each)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
