import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './global.css';
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core';
import type { Metadata, Viewport } from 'next';
import { NextIntlClientProvider } from 'next-intl';
import { getLocale, getMessages, getTranslations } from 'next-intl/server';
import { type ReactNode, Suspense } from 'react';
import { GuideSlot } from './_components/guide/guide-slot';
import { Shell } from './_components/shell';
import { Providers } from './providers';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('common');
  return {
    title: { template: `%s · ${t('productName')}`, default: t('productName') },
    description: t('tagline'),
  };
}

export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [locale, { common, terms, palette }] = await Promise.all([getLocale(), getMessages()]);
  return (
    <html lang={locale} {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript defaultColorScheme="auto" />
      </head>
      <body>
        <NextIntlClientProvider messages={{ common, terms, palette }}>
          <Providers>
            <Shell>{children}</Shell>
            <Suspense>
              <GuideSlot />
            </Suspense>
          </Providers>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
