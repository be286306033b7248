import { Box, Stack } from '@mantine/core';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { contextFor } from '@/app/_server/context';
import { ClientMessages } from '@/components/ui/client-messages';
import { PageHeader } from '@/components/ui/page-header';
import { DIALECTS } from '@/lib/dialects/registry';
import { nameOf } from '@/lib/workflows/batch-files';
import { getItemFile, type ItemFile, listBatches } from '@/lib/workflows/batch-queries';
import { listRejectedImports } from '@/lib/workflows/queries';
import { ImportPanel, type KeptItem } from './_components/import-panel';
import { RecentBatches } from './_components/recent-batches';
import { RejectedFiles } from './_components/rejected-files';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('importing');
  return { title: t('title') };
}

type Search = Promise<{ readonly item?: string | string[] | undefined }>;

export default async function ImportPage({ searchParams }: { searchParams: Search }) {
  const ctx = await contextFor('workflow.import');
  const { item: asked } = await searchParams;
  const [t, rejected, batches, item] = await Promise.all([
    getTranslations('importing'),
    listRejectedImports(ctx),
    listBatches(ctx),
    typeof asked === 'string' ? getItemFile(ctx, asked) : null,
  ]);
  const formats: Readonly<Record<string, string>> = Object.fromEntries(DIALECTS.map(({ id, label }) => [id, label]));
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl" maw={1000}>
        <ClientMessages namespaces={['importing', 'merging', 'batches', 'diagnostics']}>
          <Stack gap="xl">
            <ImportPanel key={item?.id} formats={formats} item={item && kept(item)} />
            {batches.length > 0 ? <RecentBatches batches={batches} now={ctx.now} /> : null}
            {rejected.length > 0 ? <RejectedFiles files={rejected} now={ctx.now} /> : null}
          </Stack>
        </ClientMessages>
      </Box>
    </>
  );
}

function kept({ id, batchId, path, content, sidecar }: ItemFile): KeptItem {
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  return { id, batchId, fileName: nameOf(path), content: base64(content), sidecar: sidecar && base64(sidecar) };
}
