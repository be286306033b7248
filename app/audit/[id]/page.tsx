import { Box } from '@mantine/core';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { contextFor } from '@/app/_server/context';
import { PageHeader } from '@/components/ui/page-header';
import { BackLink } from '@/components/ui/text-link';
import { EntryList } from '../_components/entry-list';
import { actionWords } from '../entry-words';
import { readEntry } from './read-entry';

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [entry, t, c] = await Promise.all([
    readEntry((await params).id),
    getTranslations('audit'),
    getTranslations('common'),
  ]);
  if (!entry) return {};
  return { title: t('entry.title', { what: actionWords({ t, c }, entry.action), name: entry.subjectName }) };
}

/** One entry, whole, with all that is kept of it. */
export default async function AuditEntryPage({ params }: Props) {
  const ctx = await contextFor('audit.read');
  const entry = await readEntry((await params).id);
  if (!entry) notFound();
  const [t, c] = await Promise.all([getTranslations('audit'), getTranslations('common')]);
  const { id, action, subjectName, userAgent } = entry;
  const agent = userAgent === null ? '' : ` · ${t('entry.agent')}: ${userAgent}`;
  return (
    <>
      <PageHeader
        above={<BackLink href="/audit">{t('entry.back')}</BackLink>}
        title={t('entry.title', { what: actionWords({ t, c }, action), name: subjectName })}
        subtitle={`${t('entry.number', { id })}${agent}`}
      />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl">
        <EntryList entries={[entry]} now={ctx.now} open />
      </Box>
    </>
  );
}
