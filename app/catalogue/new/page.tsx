import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { firstOf, type RawParams } from '@/app/_list/search-params';
import { contextFor } from '@/app/_server/context';
import { listEntries } from '@/lib/catalogue/catalogue-queries';
import { knownTokens } from '@/lib/catalogue/entry';
import { MAX_CODE } from '@/lib/catalogue/entry-schema';
import { classNamed } from '@/lib/insight/catalogue-list';
import { EntryForm } from '../_components/entry-form';
import { EntryPage } from '../_components/entry-page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('catalogue');
  return { title: t('newTitle') };
}

/** A code for all nodes; a link may bring the code and what it is to be. */
export default async function NewEntryPage({ searchParams }: { searchParams: Promise<RawParams> }) {
  const ctx = await contextFor('catalogue.edit');
  const [t, params, entries] = await Promise.all([getTranslations('catalogue'), searchParams, listEntries(ctx)]);
  const code = (firstOf(params.code) ?? '').slice(0, MAX_CODE);
  const decision = classNamed(firstOf(params.class));
  return (
    <EntryPage title={t('newTitle')} subtitle={t('newSubtitle')}>
      <EntryForm
        key={`${code} ${decision}`}
        entry={null}
        initial={{ code, decision, means: '', source: '' }}
        tokens={knownTokens(entries)}
      />
    </EntryPage>
  );
}
