import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './global.css';
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import { NextIntlClientProvider } from 'next-intl';
import { getLocale, getMessages, getTranslations } from 'next-intl/server';
import { type ReactNode, Suspense } from 'react';
import { can } from '@/lib/accounts/permissions';
import { GuideSlot } from './_components/guide/guide-slot';
import { InboxMark } from './_components/inbox-mark';
import { ROOMS } from './_components/rooms';
import { Shell } from './_components/shell';
import type { ShellPerson } from './_components/shell-person';
import { optionalContext } from './_server/context';
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
  const [locale, { common, terms, palette }, asked] = await Promise.all([getLocale(), getMessages(), headers()]);
  const nonce = asked.get('x-nonce') ?? '';
  return (
    <html lang={locale} {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} />
      </head>
      <body>
        <NextIntlClientProvider messages={{ common, terms, palette }}>
          <Providers nonce={nonce}>
            <Shell person={await shellPerson()} marks={{ inbox: <InboxMark /> }}>
              {children}
            </Shell>
            <Suspense>
              <GuideSlot />
            </Suspense>
          </Providers>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}

async function shellPerson(): Promise<ShellPerson | null> {
  const ctx = await optionalContext();
  if (!ctx) return null;
  const { actor } = ctx;
  const rooms = ROOMS.filter((room) => !('permission' in room) || can(actor, room.permission)).map(({ key }) => key);
  return { name: actor.name, role: actor.role, rooms };
}
