import type { Metadata } from 'next';
import { getFormatter, getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { Doorway } from '@/app/sign-in/_components/doorway';
import { ClientMessages } from '@/components/ui/client-messages';
import { openReceipt } from '@/lib/alerts/delivery-queries';
import { getDb, getDrillDb } from '@/lib/db/client';
import { ConfirmButton } from './_components/confirm-button';

interface Props {
  params: Promise<{ token: string }>;
}

/** What the link stands in: of the real messages only tests have one, of those of drills all. */
const readReceipt = cache(async (token: string) => {
  const test = await openReceipt({ db: getDb() }, token);
  if (test) return { ...test, drill: false };
  const alert = await openReceipt({ db: getDrillDb() }, token);
  return alert && { ...alert, drill: true };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ token }, t] = await Promise.all([params, getTranslations('receipt')]);
  const receipt = await readReceipt(token);
  return { title: t(receipt?.drill ? 'drill.title' : 'title'), robots: { index: false } };
}

/**
 * Where the link of a test message, or of the alert of a drill, leads: it says what it is about, and one click confirms
 * that it arrived. Opening it changes nothing, since mail servers open links by themselves.
 */
export default async function ConfirmPage({ params }: Props) {
  const [{ token }, t, format] = await Promise.all([params, getTranslations('receipt'), getFormatter()]);
  const words = (at: Date) => format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' });
  const receipt = await readReceipt(token);
  if (!receipt) return <Doorway title={t('unknownTitle')} subtitle={t('unknownBody')} />;
  const { groupName: group, channelName: channel, requestedBy, confirmedAt, drill } = receipt;
  if (confirmedAt) return <Doorway title={t('usedTitle')} subtitle={t('usedBody', { at: words(confirmedAt) })} />;
  const values = { by: requestedBy ?? 'Failpath', group, channel, at: words(receipt.sentAt ?? receipt.createdAt) };
  return (
    <Doorway title={t(drill ? 'drill.title' : 'title')} subtitle={drill ? t('drill.body', values) : t('body', values)}>
      <ClientMessages namespaces={['receipt']}>
        <ConfirmButton token={token} />
      </ClientMessages>
    </Doorway>
  );
}
