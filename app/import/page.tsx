import { Box, Stack } from '@mantine/core';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { contextFor } from '@/app/_server/context';
import { ClientMessages } from '@/components/ui/client-messages';
import { PageHeader } from '@/components/ui/page-header';
import { DIALECTS } from '@/lib/dialects/registry';
import { listRejectedImports } from '@/lib/workflows/queries';
import { ImportPanel } from './_components/import-panel';
import { RejectedFiles } from './_components/rejected-files';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('importing');
  return { title: t('title') };
}

export default async function ImportPage() {
  const ctx = await contextFor('workflow.import');
  const [t, rejected] = await Promise.all([getTranslations('importing'), listRejectedImports(ctx)]);
  const formats: Readonly<Record<string, string>> = Object.fromEntries(DIALECTS.map(({ id, label }) => [id, label]));
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl" maw={1000}>
        <ClientMessages namespaces={['importing', 'diagnostics']}>
          <Stack gap="xl">
            <ImportPanel formats={formats} />
            {rejected.length > 0 ? <RejectedFiles files={rejected} now={ctx.now} /> : null}
          </Stack>
        </ClientMessages>
      </Box>
    </>
  );
}
