import { Box } from '@mantine/core';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { contextFor } from '@/app/_server/context';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/ui/page-header';
import { can } from '@/lib/accounts/permissions';
import { listGroupReach } from '@/lib/owners/channel-queries';
import { listOwnerGroups } from '@/lib/owners/queries';
import { GroupsTable } from '../_components/groups-table';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('groups');
  return { title: t('title') };
}

export default async function GroupsPage() {
  const ctx = await contextFor('read');
  const [t, groups, reach] = await Promise.all([getTranslations('groups'), listOwnerGroups(ctx), listGroupReach(ctx)]);
  const health = new Map(reach.map((group) => [group.slug, group.health]));
  const rows = groups.map((group) => ({ ...group, health: health.get(group.slug) ?? ('no_channel' as const) }));
  const mayEdit = can(ctx.actor, 'group.edit');
  const make = (label: string) => (mayEdit ? <LinkButton href="/groups/new">{label}</LinkButton> : undefined);
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={groups.length > 0 ? make(t('new')) : undefined}
      />
      {groups.length === 0 ? (
        <EmptyState title={t('empty.title')} body={t('empty.body')} action={make(t('empty.action'))} />
      ) : (
        <Box px={{ base: 'md', md: 'xl' }} pb="xl" maw={1100}>
          <GroupsTable groups={rows} />
        </Box>
      )}
    </>
  );
}
