import { Box, Stack, Text } from '@mantine/core';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { contextFor } from '@/app/_server/context';
import { ClientMessages } from '@/components/ui/client-messages';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { BackLink } from '@/components/ui/text-link';
import { getBatch, ITEMS_ON_PAGE, listItems, replaceable } from '@/lib/workflows/batch-queries';
import { BatchLive } from './_components/batch-live';
import { BatchPages } from './_components/batch-pages';
import { ItemsTable } from './_components/items-table';
import { ReplaceAll } from './_components/replace-all';
import { StateFilter } from './_components/state-filter';
import { readBatchParams, statesOf } from './search-params';

interface Props {
  readonly params: Promise<{ readonly id: string }>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

const batchOf = cache(async (id: string) => getBatch(await contextFor('workflow.import'), id));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const batch = await batchOf((await params).id);
  const t = await getTranslations('batches');
  return { title: batch ? t('title', { count: batch.total }) : t('back') };
}

/** An import of many files: how far it is, and what became of each file. */
export default async function BatchPage({ params, searchParams }: Props) {
  const ctx = await contextFor('workflow.import');
  const { id } = await params;
  const batch = await batchOf(id);
  if (!batch) notFound();
  const asked = readBatchParams(await searchParams);
  const states = statesOf(asked.show);
  const count = states.reduce((sum, state) => sum + batch.counts[state], 0);
  const pages = Math.max(1, Math.ceil(count / ITEMS_ON_PAGE));
  const page = Math.min(asked.page, pages);
  const [t, items, plan] = await Promise.all([
    getTranslations('batches'),
    listItems(ctx, { id, states, page }),
    replaceable(ctx, id),
  ]);
  const { total, done, counts, createdBy, createdAt, cancelledAt } = batch;
  return (
    <>
      <PageHeader
        above={<BackLink href="/import">{t('back')}</BackLink>}
        title={t('title', { count: total })}
        subtitle={
          <>
            {t('by', { name: createdBy })} · <RelativeTime date={createdAt} now={ctx.now} />
          </>
        }
      />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl">
        <ClientMessages namespaces={['batches']}>
          <Stack gap="lg">
            <BatchLive id={id} progress={{ total, done, counts }} cancelled={cancelledAt !== null} />
            {plan.workflows > 0 && done === total ? <ReplaceAll id={id} plan={plan} /> : null}
            <StateFilter id={id} total={total} counts={counts} show={asked.show} />
            <ItemsTable items={items} />
            <BatchPages id={id} show={asked.show} page={page} pages={pages} />
            <Text size="sm" c="dimmed">
              {t('hidden')}
            </Text>
          </Stack>
        </ClientMessages>
      </Box>
    </>
  );
}
