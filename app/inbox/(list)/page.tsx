import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import type { RawParams } from '@/app/_list/search-params';
import { contextFor } from '@/app/_server/context';
import { pack } from '@/components/table/packed';
import { ClientMessages } from '@/components/ui/client-messages';
import { PageHeader } from '@/components/ui/page-header';
import { can } from '@/lib/accounts/permissions';
import { listWorkers } from '@/lib/alerts/inbox-people-queries';
import { inboxStanding, listInbox } from '@/lib/insight/inbox-queries';
import { inboxVersion } from '@/lib/insight/inbox-version-queries';
import { listOwnerNames } from '@/lib/owners/queries';
import { InboxView } from '../_components/inbox-view';
import { readInboxQuery } from '../search-params';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('inbox');
  return { title: t('title') };
}

/** What waits for a person, by node and error code. */
export default async function InboxPage({ searchParams }: { searchParams: Promise<RawParams> }) {
  const ctx = await contextFor('read');
  const [t, locale, params] = await Promise.all([getTranslations('inbox'), getLocale(), searchParams]);
  const query = readInboxQuery(params);
  const mayWork = can(ctx.actor, 'hand_off.work');
  // The version first: what changes while the list is read makes the page look again.
  const { version } = await inboxVersion(ctx, { fingerprint: null, since: null });
  const [list, groups, standing, workers] = await Promise.all([
    listInbox(ctx, query, locale),
    listOwnerNames(ctx),
    inboxStanding(ctx),
    mayWork ? listWorkers(ctx) : [],
  ]);
  return (
    <ClientMessages namespaces={['inbox']}>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <InboxView
        query={{ ...query, page: list.page }}
        packed={pack({ list, groups, workers })}
        standing={standing}
        actor={{ id: ctx.actor.id, mayWork }}
        version={version}
        now={ctx.now}
      />
    </ClientMessages>
  );
}
