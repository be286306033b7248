import { Box, Stack } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { firstOf } from '@/app/_list/search-params';
import { contextFor } from '@/app/_server/context';
import { SourceNotes } from '@/app/sources/_components/source-notes';
import { DiagnosticsList } from '@/components/policy/diagnostics-list';
import { ClientMessages } from '@/components/ui/client-messages';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/ui/page-header';
import { BackLink } from '@/components/ui/text-link';
import { can } from '@/lib/accounts/permissions';
import { dialectById } from '@/lib/dialects/registry';
import { exportFile } from '@/lib/insight/export-queries';
import { listNodes } from '@/lib/insight/queries';
import { colouringOf, toPictureNode } from '@/lib/insight/workflow-node';
import { workflowPicture } from '@/lib/insight/workflow-queries';
import { listOwnerNames } from '@/lib/owners/queries';
import { getWorkflow } from '@/lib/workflows/queries';
import { countOpenForSkeleton } from '@/lib/workflows/skeleton-queries';
import { CoverageSummary } from './_components/coverage-summary';
import { DefinitionText } from './_components/definition-text';
import { Downloads } from './_components/downloads';
import { Facts } from './_components/facts';
import { ImportedNotice } from './_components/imported-notice';
import { Section } from './_components/section';
import { VersionsTable } from './_components/versions-table';
import { WorkflowBoard } from './_components/workflow-board';
import { readImported } from './search-params';

/** Read once per request, for the title and the page. */
const readWorkflow = cache(async (id: string) => getWorkflow(await contextFor('read'), id));

/** The button's words may take two lines on a phone. */
const WRAPPING = {
  inner: { minHeight: 34 },
  label: { height: 'auto', paddingBlock: 6, whiteSpace: 'normal' },
} as const;

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const workflow = await readWorkflow((await params).id);
  if (!workflow) notFound();
  return { title: workflow.name };
}

export default async function WorkflowPage({ params, searchParams }: Props) {
  const ctx = await contextFor('read');
  const workflow = await readWorkflow((await params).id);
  if (!workflow) notFound();
  const [t, nodes, groups, open, companion] = await Promise.all([
    getTranslations('workflows.detail'),
    listNodes(ctx, { sourceId: workflow.sourceId, workflowKey: workflow.key }),
    listOwnerNames(ctx),
    countOpenForSkeleton(ctx, workflow.id),
    exportFile(ctx, workflow.id, 'sidecar'),
  ]);
  const shown = await searchParams;
  const imported = readImported(shown);
  const { label, versions = [] } = dialectById(workflow.dialect);
  return (
    <>
      <PageHeader
        title={workflow.name}
        above={<BackLink href="/workflows">{t('back')}</BackLink>}
        actions={
          open === 0 ? null : (
            <LinkButton
              href={`/workflows/${workflow.id}/skeleton`}
              variant="default"
              leftSection={<IconListCheck size={16} aria-hidden />}
              h="auto"
              styles={WRAPPING}
            >
              {t('skeleton', { count: open })}
            </LinkButton>
          )
        }
      />
      <SourceNotes sourceId={workflow.sourceId} />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl">
        <Stack gap="xl">
          <Downloads workflow={workflow} companion={companion} format={label} />
          {imported ? <ImportedNotice kind={imported} workflow={workflow} nodes={nodes} /> : null}
          {nodes.length === 0 ? (
            <EmptyState
              title={t('nodes.empty.title')}
              body={t('nodes.empty.body')}
              action={<LinkButton href="/import">{t('nodes.empty.action')}</LinkButton>}
            />
          ) : (
            <Section title={t('nodes.title')}>
              <CoverageSummary workflowId={workflow.id} nodes={nodes} />
              <ClientMessages namespaces={['picture']}>
                <WorkflowBoard
                  nodes={nodes.map(toPictureNode)}
                  picture={workflowPicture(ctx, workflow)}
                  colourBy={colouringOf(firstOf(shown.colour) ?? null)}
                  name={workflow.name}
                />
              </ClientMessages>
            </Section>
          )}
          <Facts
            workflow={workflow}
            format={label}
            groups={groups}
            now={ctx.now}
            versions={versions}
            mayChange={can(ctx.actor, 'workflow.import')}
          />
          {workflow.diagnostics.length > 0 ? (
            <Section title={t('diagnostics')}>
              <DiagnosticsList diagnostics={workflow.diagnostics} source={workflow.text} label={t('diagnostics')} />
            </Section>
          ) : null}
          <Section title={t('versions.title')}>
            <VersionsTable workflow={workflow} />
          </Section>
          <Section title={t('text.title')}>
            <DefinitionText name={workflow.fileName} text={workflow.text} />
          </Section>
          {companion === null ? null : (
            <Section title={t('text.sidecar')}>
              <DefinitionText name={companion.fileName} text={companion.content} />
            </Section>
          )}
        </Stack>
      </Box>
    </>
  );
}
