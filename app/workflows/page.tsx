import { Box, Button } from '@mantine/core';
import type { Metadata } from 'next';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { contextFor } from '@/app/_server/context';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { listOwnerNames } from '@/lib/owners/queries';
import { listWorkflows } from '@/lib/workflows/queries';
import { WorkflowsTable } from './_components/workflows-table';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('workflows');
  return { title: t('title') };
}

export default async function WorkflowsPage() {
  const ctx = await contextFor('read');
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
          action={
            <Link href="/import">
              <Button component="span">{t('empty.action')}</Button>
            </Link>
          }
        />
      </>
    );
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle', { count: workflows.length })}
        actions={
          <Link href="/import">
            <Button component="span">{t('import')}</Button>
          </Link>
        }
      />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl">
        <WorkflowsTable workflows={workflows} groups={groups} now={ctx.now} />
      </Box>
    </>
  );
}
