import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getFormatter, getTranslations } from 'next-intl/server';
import { contextFor } from '@/app/_server/context';
import { can } from '@/lib/accounts/permissions';
import { getEntry, listEntries } from '@/lib/catalogue/catalogue-queries';
import { knownTokens } from '@/lib/catalogue/entry';
import { EntryFacts } from '../_components/entry-facts';
import { EntryForm } from '../_components/entry-form';
import { EntryPage } from '../_components/entry-page';
import { RemoveEntry } from '../_components/remove-entry';

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const entry = await getEntry(await contextFor('read'), (await params).id);
  return { title: entry?.code };
}

/** One code that people added: what it means, who says so, and how to change or remove it. */
export default async function EntryDetailPage({ params }: Props) {
  const ctx = await contextFor('read');
  const [t, format, entries, { id }] = await Promise.all([
    getTranslations('catalogue'),
    getFormatter(),
    listEntries(ctx),
    params,
  ]);
  const entry = entries.find((each) => each.id === id);
  if (!entry) notFound();
  const { code, revision, class: decided, means, source, writtenBy, since } = entry;
  const subtitle = t('writtenBy', {
    name: writtenBy,
    time: format.dateTime(since, { dateStyle: 'medium', timeStyle: 'short' }),
  });
  return (
    <EntryPage title={code} subtitle={subtitle}>
      {can(ctx.actor, 'catalogue.edit') ? (
        <>
          <EntryForm
            key={revision}
            entry={{ id, revision }}
            initial={{ code, decision: decided ?? 'spelling', means: means ?? '', source }}
            tokens={knownTokens(entries)}
          />
          <RemoveEntry key={`remove ${revision}`} id={id} revision={revision} code={code} />
        </>
      ) : (
        <EntryFacts entry={entry} />
      )}
    </EntryPage>
  );
}
