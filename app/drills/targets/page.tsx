import { Box, Stack, Text } from '@mantine/core';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { contextFor } from '@/app/_server/context';
import { ClientMessages } from '@/components/ui/client-messages';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { BackLink } from '@/components/ui/text-link';
import { can } from '@/lib/accounts/permissions';
import { listDrillTargets } from '@/lib/drills/target-queries';
import { TargetForm } from './_components/target-form';
import { TargetsTable } from './_components/targets-table';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('drillTargets');
  return { title: t('title') };
}

/** Where platforms let nodes fail on purpose: declared here, for everybody to see. */
export default async function DrillTargetsPage() {
  const ctx = await contextFor('read');
  const [t, targets] = await Promise.all([getTranslations('drillTargets'), listDrillTargets(ctx)]);
  const mayEdit = can(ctx.actor, 'drill_target.edit');
  return (
    <ClientMessages namespaces={['drillTargets']}>
      <PageHeader above={<BackLink href="/drills">{t('back')}</BackLink>} title={t('title')} subtitle={t('subtitle')} />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl" maw={1100}>
        <Stack gap="xl">
          {targets.length === 0 ? (
            <EmptyState title={t('empty.title')} body={t('empty.body')} />
          ) : (
            <TargetsTable targets={targets} mayEdit={mayEdit} now={ctx.now} />
          )}
          {mayEdit ? <TargetForm /> : null}
          <Text size="sm" c="dimmed" maw={640}>
            {mayEdit ? t('how') : t('readOnly')}
          </Text>
        </Stack>
      </Box>
    </ClientMessages>
  );
}
