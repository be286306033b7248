import { Box, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { contextFor } from '@/app/_server/context';
import { ClientMessages } from '@/components/ui/client-messages';
import { PageHeader } from '@/components/ui/page-header';
import { BackLink } from '@/components/ui/text-link';
import { describeRejected } from '@/lib/workflows/rejected-queries';
import { FileView } from './_components/file-view';

interface Props {
  readonly params: Promise<{ readonly id: string }>;
  readonly searchParams: Promise<{ readonly at?: string | string[] | undefined }>;
}

const fileOf = cache(async (id: string) => describeRejected(await contextFor('workflow.import'), id));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const file = await fileOf((await params).id);
  const t = await getTranslations('batches.file');
  return { title: file ? t('title', { name: file.fileName }) : t('reasons') };
}

/** A file that could not be read: its text as it came, with the places that are wrong. `at` is the reason to begin with. */
export default async function RejectedFilePage({ params, searchParams }: Props) {
  await contextFor('workflow.import');
  const file = await fileOf((await params).id);
  if (!file) notFound();
  const t = await getTranslations('batches');
  const { id, fileName, bytes, diagnostics } = file;
  const { at } = await searchParams;
  return (
    <>
      <PageHeader
        above={<BackLink href="/import">{t('back')}</BackLink>}
        title={t('file.title', { name: fileName })}
        subtitle={t('file.subtitle')}
        actions={
          <Button
            component="a"
            href={`/api/v1/imports/${id}`}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('file.download')}
          </Button>
        }
      />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl">
        <ClientMessages namespaces={['batches', 'diagnostics']}>
          <FileView id={id} fileName={fileName} bytes={bytes} diagnostics={diagnostics} at={Number(at) || 0} />
        </ClientMessages>
      </Box>
    </>
  );
}
