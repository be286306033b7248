import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import type { InboxState } from '@/lib/insight/inbox-list';
import { EVERYTHING_OPEN, inboxHref } from '../search-params';

/** Why there is nothing here: filters, no source that alerts, or a quiet day. */
export function InboxEmpty({
  standing: { connected, used },
  state,
  narrowed,
  clear,
}: {
  standing: { readonly connected: boolean; readonly used: boolean };
  state: InboxState | null;
  narrowed: boolean;
  clear: ReactNode;
}) {
  const t = useTranslations('inbox.empty');
  if (!used && !connected)
    return (
      <EmptyState
        title={t('unconnectedTitle')}
        body={t('unconnectedBody')}
        action={<LinkButton href="/api-docs">{t('unconnectedAction')}</LinkButton>}
      />
    );
  if (!used) return <EmptyState title={t('quietTitle')} body={t('quietBody')} />;
  if (narrowed) return <EmptyState title={t('noneTitle')} body={t('noneBody')} action={clear} />;
  if (state === 'open')
    return (
      <EmptyState
        title={t('openTitle')}
        body={t('openBody')}
        action={
          <LinkButton href={inboxHref({ ...EVERYTHING_OPEN, state: null })} variant="default">
            {t('openAction')}
          </LinkButton>
        }
      />
    );
  return <EmptyState title={t('noneTitle')} body={t('noneBody')} />;
}
