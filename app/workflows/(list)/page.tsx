import { Box, Button } from '@mantine/core';
import { IconDownload, IconFileImport } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { contextFor } from '@/app/_server/context';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/ui/page-header';
import { can } from '@/lib/accounts/permissions';
import { listOwnerNames } from '@/lib/owners/queries';
import { listWorkflows } from '@/lib/workflows/queries';
import { WorkflowsTable } from './_components/workflows-table';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('workflows');
  return { title: t('title') };
}

export default async function WorkflowsPage() {
  const ctx = await contextFor('read');
  const mayImport = can(ctx.actor, 'workflow.import');
  const [t, workflows, groups] = await Promise.all([
    getTranslations('workflows'),
    listWorkflows(ctx),
    listOwnerNames(ctx),
  ]);
  if (workflows.length === 0)
    return (
      <>
        <PageHeader title={t('title')} />
        <EmptyState
          title={t('empty.title')}
          body={t('empty.body')}
          action={mayImport ? <LinkButton href="/import">{t('empty.action')}</LinkButton> : undefined}
        />
      </>
    );
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle', { count: workflows.length })}
        actions={
          <>
            <Button
              component="a"
              href="/api/v1/workflows/export"
              download
              variant="default"
              title={t('exportAllHint')}
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {t('exportAll')}
            </Button>
            {mayImport ? (
              <LinkButton href="/import" variant="default" leftSection={<IconFileImport size={16} aria-hidden />}>
                {t('import')}
              </LinkButton>
            ) : null}
          </>
        }
      />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl">
        <WorkflowsTable workflows={workflows} groups={groups} now={ctx.now} />
      </Box>
    </>
  );
}
