import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Locale } from '@/lib/i18n/locales';
import { MESSAGES } from '@/lib/i18n/messages';

/** What is shown in a language, as HTML. Throws where a word or a value of one is missing. */
export function markupIn(
  locale: Locale,
  children: React.ReactNode,
  { timeZone = 'UTC', now }: { readonly timeZone?: string; readonly now?: Date } = {},
): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider
      {...{ locale, timeZone, messages: MESSAGES[locale], ...(now && { now }) }}
      onError={(error) => {
        throw error;
      }}
    >
      {children}
    </NextIntlClientProvider>,
  );
}
