import type { Metadata } from 'next';
import { getFormatter, getTranslations } from 'next-intl/server';
import { Doorway } from '@/app/sign-in/_components/doorway';
import { ClientMessages } from '@/components/ui/client-messages';
import { openReceipt } from '@/lib/alerts/delivery-queries';
import { getDb } from '@/lib/db/client';
import { ConfirmButton } from './_components/confirm-button';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('receipt');
  return { title: t('title'), robots: { index: false } };
}

/**
 * Where the link of a test message leads: it says what it is about, and one click confirms that it arrived. Opening it
 * changes nothing, since mail servers open links by themselves.
 */
export default async function ConfirmPage({ params }: { params: Promise<{ token: string }> }) {
  const [{ token }, t, format] = await Promise.all([params, getTranslations('receipt'), getFormatter()]);
  const words = (at: Date) => format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' });
  const receipt = await openReceipt({ db: getDb() }, token);
  if (!receipt) return <Doorway title={t('unknownTitle')} subtitle={t('unknownBody')} />;
  const { groupName: group, channelName: channel, requestedBy, createdAt, confirmedAt } = receipt;
  if (confirmedAt) return <Doorway title={t('usedTitle')} subtitle={t('usedBody', { at: words(confirmedAt) })} />;
  return (
    <Doorway
      title={t('title')}
      subtitle={t('body', { by: requestedBy ?? 'Failpath', group, channel, at: words(createdAt) })}
    >
      <ClientMessages namespaces={['receipt']}>
        <ConfirmButton token={token} />
      </ClientMessages>
    </Doorway>
  );
}
