import { Box, Stack } from '@mantine/core';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { contextFor } from '@/app/_server/context';
import { ClientMessages } from '@/components/ui/client-messages';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/ui/page-header';
import { BackLink } from '@/components/ui/text-link';
import { can } from '@/lib/accounts/permissions';
import { thresholdSetting } from '@/lib/history/threshold-queries';
import { messageOf } from '@/lib/i18n/message';
import { sourceDetail } from '@/lib/sources/source-queries';
import { Section } from '../_components/section';
import { ThresholdSection } from '../_components/threshold-section';
import { Watch } from '../_components/watch';
import { ReadingCard } from './_components/reading-card';
import { RecountsSection } from './_components/recounts-section';
import { RemoveSource } from './_components/remove-source';
import classes from './_components/source.module.css';
import { SourceFacts } from './_components/source-facts';
import { UnknownsSection } from './_components/unknowns-section';
import { WorkflowsTable } from './_components/workflows-table';

/** Read once per request, for the title and the page. */
const readSource = cache(async (id: string) => sourceDetail(await contextFor('read'), id));

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const source = await readSource((await params).id);
  if (!source) notFound();
  return { title: source.name };
}

/** One source: how far it is read, what was not understood, recounts, and what its numbers can and cannot say. */
export default async function SourcePage({ params }: Props) {
  const ctx = await contextFor('read');
  const source = await readSource((await params).id);
  if (!source) notFound();
  const [t, s, setting] = await Promise.all([
    getTranslations('sources.detail'),
    getTranslations('sources'),
    thresholdSetting(ctx, source.id),
  ]);
  const mayEdit = can(ctx.actor, 'source.edit');
  const { id, name, mapping, state, recounts, unknowns } = source;
  const notes = source.notes.flatMap((key) => messageOf(s, `notes.${key}`) ?? []);
  const busy =
    state === 'counting' || state === 'waiting' || recounts.some((each) => ['asked', 'running'].includes(each.state));
  return (
    <ClientMessages namespaces={['sources', 'thresholdSetting']}>
      <Watch busy={busy} />
      <PageHeader
        above={<BackLink href="/sources">{s('back')}</BackLink>}
        title={name}
        subtitle={`${source.platform ?? s('tablesKind')} · ${source.place ?? s('ownDatabase')}`}
        actions={
          mayEdit ? (
            <LinkButton href={`/sources/${id}/mapping`} variant="default">
              {t('change')}
            </LinkButton>
          ) : null
        }
      />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl" maw={1200}>
        <Stack gap="xl">
          <ReadingCard source={source} mayEdit={mayEdit} now={ctx.now} />
          <Section id="unknown" title={t('unknowns.title')}>
            <UnknownsSection
              source={{ id, revision: source.revision, named: mapping.kind === 'tables' }}
              unknowns={unknowns}
              all={source.unknownValues}
              mayEdit={mayEdit}
            />
          </Section>
          <Section id="workflows" title={t('workflows.title')}>
            <WorkflowsTable workflows={source.firstWorkflows} all={source.workflows} />
          </Section>
          <Section id="recounts" title={t('recounts.title')}>
            <RecountsSection id={id} recounts={recounts} everyHours={mapping.recountHours} mayEdit={mayEdit} />
          </Section>
          <ThresholdSection sourceId={id} setting={setting} mayEdit={mayEdit} />
          <Section id="facts" title={t('facts.title')}>
            <SourceFacts source={source} now={ctx.now} />
            {notes.length === 0 ? null : (
              <ul className={classes.notes}>
                {notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            )}
          </Section>
          {mayEdit ? (
            <Section id="remove" title={t('remove.title')}>
              <p className={classes.quiet}>{t('remove.body')}</p>
              <div>
                <RemoveSource id={id} name={name} workflows={source.workflows} />
              </div>
            </Section>
          ) : null}
        </Stack>
      </Box>
    </ClientMessages>
  );
}
