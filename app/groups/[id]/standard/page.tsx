import { Alert, Box } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { contextFor } from '@/app/_server/context';
import { ClientMessages } from '@/components/ui/client-messages';
import { PageHeader } from '@/components/ui/page-header';
import { BackLink } from '@/components/ui/text-link';
import { mayEditStandardOf } from '@/lib/accounts/permissions';
import { getOwnerGroup, listOwnerNames } from '@/lib/owners/queries';
import { getStandard } from '@/lib/owners/standard-queries';
import { StandardForm } from './_components/standard-form';

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const group = await getOwnerGroup(await contextFor('read'), (await params).id);
  const t = await getTranslations('standards.form');
  return { title: group && t('title', { group: group.name }) };
}

/** Where a group lays down how its nodes are to behave. */
export default async function StandardPage({ params }: Props) {
  const ctx = await contextFor('read');
  const { id } = await params;
  const [group, kept, groups, t] = await Promise.all([
    getOwnerGroup(ctx, id),
    getStandard(ctx, id),
    listOwnerNames(ctx),
    getTranslations('standards.form'),
  ]);
  if (!group) notFound();
  const mayEdit = mayEditStandardOf(ctx.actor, group.slug);
  return (
    <ClientMessages namespaces={['standards', 'node', 'policy', 'diagnostics']}>
      <PageHeader
        above={<BackLink href={`/groups/${id}#standard`}>{group.name}</BackLink>}
        title={t('title', { group: group.name })}
        subtitle={<span style={{ display: 'block', maxWidth: 720 }}>{t('intro')}</span>}
      />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl" maw={820}>
        {mayEdit ? null : (
          <Alert color="gray" mb="md" icon={<IconLock size={18} aria-hidden />}>
            {t('notYours', { group: group.name })}
          </Alert>
        )}
        <StandardForm
          key={id}
          group={{ id, name: group.name }}
          served={{ document: kept.document, version: kept.version }}
          groups={groups}
          mayEdit={mayEdit}
        />
      </Box>
    </ClientMessages>
  );
}
