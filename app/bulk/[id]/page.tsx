import { Box, Stack } from '@mantine/core';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { actorNames } from '@/app/_server/actor-names';
import { contextFor } from '@/app/_server/context';
import { ClientMessages } from '@/components/ui/client-messages';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { BackLink } from '@/components/ui/text-link';
import { can, mayPublishFor } from '@/lib/accounts/permissions';
import { listOwnerNames } from '@/lib/owners/queries';
import { BULK_ROWS, listBulkItems } from '@/lib/workflows/bulk-item-queries';
import { type BulkRow, getBulk } from '@/lib/workflows/bulk-queries';
import { BulkLive } from './_components/bulk-live';
import { BulkPages } from './_components/bulk-pages';
import { ItemsTable } from './_components/items-table';
import { SaidForAll } from './_components/said-for-all';
import { StandingFilter } from './_components/standing-filter';
import { type BulkShown, readBulkParams } from './search-params';

interface Props {
  readonly params: Promise<{ readonly id: string }>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

const bulkOf = cache(async (id: string) => getBulk(await contextFor('policy.edit'), id));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const bulk = await bulkOf((await params).id);
  const t = await getTranslations('bulk');
  return { title: bulk ? t('title', { count: bulk.nodes }) : t('name') };
}

/** A change for many nodes: what it would do to each, then what became of each, and of taking it back. */
export default async function BulkPage({ params, searchParams }: Props) {
  const ctx = await contextFor('policy.edit');
  const { id } = await params;
  const bulk = await bulkOf(id);
  if (!bulk) notFound();
  const { phase, changes, createdBy, createdAt, state, mode, startedBy, undoneBy } = bulk;
  const { total, done, counts, flags, cancelled } = bulk;
  const asked = readBulkParams(await searchParams, phase);
  const pages = Math.max(1, Math.ceil(countOf(bulk, asked.show) / BULK_ROWS));
  const page = Math.min(asked.page, pages);
  const [t, items, groups, nameOf] = await Promise.all([
    getTranslations('bulk'),
    listBulkItems(ctx, { id, phase, show: asked.show, page }),
    listOwnerNames(ctx),
    actorNames(),
  ]);
  const groupNames = new Map(groups.map(({ slug, name }) => [slug, name]));
  const by = state === 'undoing' ? undoneBy : startedBy;
  return (
    <>
      <PageHeader
        above={<BackLink href="/nodes">{t('entry.back')}</BackLink>}
        title={t('title', { count: bulk.nodes })}
        subtitle={
          <>
            {t('by', { name: nameOf(createdBy) })} · <RelativeTime date={createdAt} now={ctx.now} />
          </>
        }
      />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl">
        <ClientMessages namespaces={['bulk', 'policy', 'diagnostics', 'losses']}>
          <Stack gap="lg">
            <SaidForAll
              changes={changes}
              groupNames={groupNames}
              handsOverTo={handsOverTo(bulk, ctx.actor, groupNames)}
            />
            <BulkLive
              id={id}
              progress={{ phase, total, done, counts, flags, cancelled }}
              mode={mode}
              mayPublish={can(ctx.actor, 'policy.publish')}
              others={by !== null && by !== ctx.actor.name ? nameOf(by) : null}
            />
            <StandingFilter id={id} progress={bulk} show={asked.show} />
            <ItemsTable items={items} phase={phase} nameOf={nameOf} />
            <BulkPages id={id} show={asked.show} page={page} pages={pages} />
          </Stack>
        </ClientMessages>
      </Box>
    </>
  );
}

function countOf({ total, counts, flags }: BulkRow, show: BulkShown | null): number {
  if (show === null) return total;
  return show === 'loses' || show === 'shares' ? flags[show] : (counts[show] ?? 0);
}

/** Name of the group whose members alone may change the nodes afterwards, where this person is none of them. */
function handsOverTo(
  { changes, phase }: BulkRow,
  actor: Parameters<typeof mayPublishFor>[0],
  groupNames: ReadonlyMap<string, string>,
): string | null {
  const owner = changes.flatMap((change) => (change.kind === 'owner' ? [change.owner] : []))[0] ?? null;
  if (phase !== 'preview' || owner === null || mayPublishFor(actor, owner)) return null;
  return groupNames.get(owner) ?? owner;
}
