'use client';

import { IconLanguage } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useTransition } from 'react';
import { LOCALE_COOKIE, LOCALES } from '@/lib/i18n/locales';
import classes from './language-switch.module.css';
import { setCookie } from './set-cookie';

/** Chooses the language; remembered by cookie, the page keeps its place. */
export function LanguageSwitch() {
  const t = useTranslations('common.language');
  const locale = useLocale();
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  return (
    <span className={classes.switch} data-pending={pending || undefined}>
      <IconLanguage size={18} stroke={1.6} aria-hidden />
      <select
        aria-label={t('label')}
        className={classes.select}
        value={locale}
        onChange={(event) => {
          setCookie(LOCALE_COOKIE, event.currentTarget.value);
          startTransition(() => router.refresh());
        }}
      >
        {LOCALES.map((each) => (
          <option key={each} value={each} lang={each}>
            {t(each)}
          </option>
        ))}
      </select>
    </span>
  );
}
