import { Box, Title } from '@mantine/core';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import type { RawParams } from '@/app/_list/search-params';
import { contextFor } from '@/app/_server/context';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/ui/page-header';
import { can } from '@/lib/accounts/permissions';
import { listEntries } from '@/lib/catalogue/catalogue-queries';
import { catalogueList } from '@/lib/insight/catalogue-list';
import { AddedTable } from '../_components/added-table';
import { BuiltInTable } from '../_components/built-in-table';
import classes from '../_components/catalogue.module.css';
import { CatalogueFilterForm } from '../_components/catalogue-filter-form';
import { SaidOfSearch } from '../_components/said-of-search';
import { catalogueHref } from '../href';
import { isNarrowed, readCatalogueFilter } from '../search-params';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('catalogue');
  return { title: t('title') };
}

/** What error codes mean wherever a node does not say it itself: what people added, and what is built in. */
export default async function CataloguePage({ searchParams }: { searchParams: Promise<RawParams> }) {
  const ctx = await contextFor('read');
  const [t, params, entries] = await Promise.all([getTranslations('catalogue'), searchParams, listEntries(ctx)]);
  const filter = readCatalogueFilter(params);
  const list = catalogueList(entries, filter);
  const mayEdit = can(ctx.actor, 'catalogue.edit');
  const nothing = list.added.length === 0 && list.builtIn.length === 0;
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={mayEdit ? t('subtitle') : `${t('subtitle')} ${t('mayNot')}`}
        actions={mayEdit ? <LinkButton href="/catalogue/new">{t('new')}</LinkButton> : undefined}
      />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl" maw={1180}>
        <CatalogueFilterForm filter={filter} />
        <SaidOfSearch search={filter.search} says={list.says} mayEdit={mayEdit} />
        {nothing ? (
          <EmptyState
            title={t('none.title')}
            body={t('none.body')}
            action={<LinkButton href={catalogueHref()}>{t('filters.clear')}</LinkButton>}
          />
        ) : null}
        {list.added.length === 0 && (isNarrowed(filter) || filter.from === 'built_in') ? null : (
          <section aria-labelledby="added" className={classes.part}>
            <Title order={2} size="h5" id="added">
              {t('added.title', { count: list.added.length })}
            </Title>
            {list.added.length === 0 ? (
              <p className={classes.quiet}>{t(mayEdit ? 'added.emptyEdit' : 'added.empty')}</p>
            ) : (
              <AddedTable rows={list.added} />
            )}
          </section>
        )}
        {list.builtIn.length === 0 ? null : (
          <section aria-labelledby="built-in" className={classes.part}>
            <Title order={2} size="h5" id="built-in">
              {t('builtIn.title', { count: list.builtIn.length })}
            </Title>
            <p className={classes.quiet}>{t('builtIn.hint')}</p>
            <BuiltInTable rows={list.builtIn} />
          </section>
        )}
      </Box>
    </>
  );
}
