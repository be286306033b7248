import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import type { RawParams } from '@/app/_list/search-params';
import { contextFor } from '@/app/_server/context';
import { pack } from '@/components/table/packed';
import { ClientMessages } from '@/components/ui/client-messages';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/ui/page-header';
import { listUnclassified } from '@/lib/insight/unclassified-queries';
import { listOwnerNames } from '@/lib/owners/queries';
import { toCodeItem } from '../_components/code-item';
import { Rules } from '../_components/rules';
import { UnclassifiedView } from '../_components/unclassified-view';
import { readUnclassifiedQuery, unclassifiedCsvHref, unclassifiedOf } from '../search-params';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('unclassified');
  return { title: t('title') };
}

/** Error codes that act as terminal only because nobody decided what they are, one row per raw code. */
export default async function UnclassifiedPage({ searchParams }: { searchParams: Promise<RawParams> }) {
  const ctx = await contextFor('read');
  const [locale, c, params] = await Promise.all([getLocale(), getTranslations('common'), searchParams]);
  const asked = readUnclassifiedQuery(params);
  const [found, groups, t] = await Promise.all([
    listUnclassified(ctx, asked, { locale, noCode: c('values.noCode') }),
    listOwnerNames(ctx),
    getTranslations('unclassified'),
  ]);
  const { rows, matches, pages, page, workflows, codes } = found;
  const query = { ...asked, page, workflow: found.workflow, group: found.group };
  const narrowed = query.search !== '' || query.workflow !== null;
  const header = (
    <PageHeader
      title={t('title')}
      subtitle={t('subtitle', { count: codes })}
      actions={
        codes > 0 ? (
          <Button
            component="a"
            href={unclassifiedCsvHref(query)}
            download
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
          >
            {t('csv')}
          </Button>
        ) : undefined
      }
    />
  );
  if (codes === 0 && !narrowed)
    return (
      <>
        {header}
        {query.group === null ? (
          <EmptyState
            title={t('empty.title')}
            body={t('empty.body')}
            action={<LinkButton href="/failures">{t('empty.toFailures')}</LinkButton>}
          />
        ) : (
          <EmptyState
            title={t('empty.mineTitle')}
            body={t('empty.mineBody')}
            action={<LinkButton href={unclassifiedOf(null)}>{t('empty.toAll')}</LinkButton>}
          />
        )}
        <Rules />
      </>
    );
  return (
    <ClientMessages namespaces={['unclassified', 'lists']}>
      {header}
      <UnclassifiedView
        query={query}
        packed={pack({ items: rows.map(toCodeItem), list: { matches, pages, workflows }, groups })}
        hasGroups={ctx.actor.groups.length > 0}
        now={ctx.now}
      />
      <Rules />
    </ClientMessages>
  );
}
