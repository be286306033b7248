import { Box, Stack, Text } from '@mantine/core';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getFormatter, getTranslations } from 'next-intl/server';
import { actorNames } from '@/app/_server/actor-names';
import { contextFor } from '@/app/_server/context';
import { ClientMessages } from '@/components/ui/client-messages';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/ui/page-header';
import { BackLink, TextLink } from '@/components/ui/text-link';
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';
import { nodeRowIdSchema, workflowIdSchema } from '@/lib/model/ids';
import { listOwnerNames } from '@/lib/owners/queries';
import { previewRestore, type RestorePreview } from '@/lib/workflows/version-restore-queries';
import { getVersionedWorkflow, type VersionedWorkflow } from '@/lib/workflows/versions-queries';
import { restoreHref, versionsHref } from '../search-params';
import { RestoreChange } from './_components/restore-change';
import { RestoreForm } from './_components/restore-form';
import { Untouched } from './_components/untouched';
import { readRestoreParams } from './search-params';

/** Nodes that are shown with words and lines; the others can be looked at one by one. */
const MAX_SPELLED = 40;

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const [t, { version }] = await Promise.all([getTranslations('versions.restoring'), readAsked(searchParams)]);
  return { title: version === null ? undefined : t('title', { version }) };
}

async function readAsked(searchParams: Props['searchParams']) {
  return readRestoreParams(await searchParams);
}

/** The last look before an earlier version comes back: per node in words and lines, and what stays. */
export default async function RestorePage({ params, searchParams }: Props) {
  const ctx = await contextFor('policy.publish');
  const workflow = await getVersionedWorkflow(ctx, (await params).id);
  if (!workflow) notFound();
  const { version, node } = await readAsked(searchParams);
  const preview = version === null ? null : await previewRestore(ctx, workflow.id, { version, node });
  const t = await getTranslations('versions');
  if (!preview) {
    const { version: raw } = await searchParams;
    return (
      <>
        <Head workflow={workflow} node={node} title={workflow.name} />
        <EmptyState
          title={t('restoring.missing.title', { version: String(version ?? raw ?? '') })}
          body={t('restoring.missing.body')}
          action={<LinkButton href={versionsHref(workflow.id)}>{t('restoring.missing.action')}</LinkButton>}
        />
      </>
    );
  }
  const nodeName = nameIn(preview, node);
  const title =
    node === null
      ? t('restoring.title', { version: preview.head.version })
      : t('restoring.titleNode', { version: preview.head.version, node: nodeName });
  return (
    <>
      <Head workflow={workflow} node={node} title={title} preview={preview} />
      {preview.nodes.length === 0 ? (
        <Nothing workflow={workflow} preview={preview} node={node} name={nodeName} />
      ) : (
        <Changes workflow={workflow} preview={preview} node={node} />
      )}
    </>
  );
}

async function Head({
  workflow,
  node,
  title,
  preview,
}: {
  workflow: VersionedWorkflow;
  node: string | null;
  title: string;
  preview?: RestorePreview;
}) {
  const [t, nameOf, format] = await Promise.all([getTranslations('versions'), actorNames(), getFormatter()]);
  const head = preview?.head;
  const values = head && {
    who: nameOf(head.publishedBy),
    at: format.dateTime(head.publishedAt, { dateStyle: 'medium', timeStyle: 'short' }),
  };
  const note = head?.note ?? (head?.version === 1 ? t('imported') : null);
  const line = note === null ? 'restoring.head' : 'restoring.headNote';
  return (
    <PageHeader
      above={<BackLink href={versionsHref(workflow.id, { node })}>{t('backToAll')}</BackLink>}
      title={title}
      subtitle={values ? t(line, { ...values, note: note ?? '' }) : undefined}
    />
  );
}

async function Changes({
  workflow,
  preview,
  node,
}: {
  workflow: VersionedWorkflow;
  preview: RestorePreview;
  node: string | null;
}) {
  const ctx = await contextFor('policy.publish');
  const [t, groups] = await Promise.all([getTranslations('versions.restoring'), listOwnerNames(ctx)]);
  const groupNames = new Map(groups.map(({ slug, name }) => [slug, name]));
  const { head, seenVersion, nodes, owner } = preview;
  const hidden = nodes.length - MAX_SPELLED;
  return (
    <Box px={{ base: 'md', md: 'xl' }} pb="xl" maw={1080}>
      <Stack gap="lg">
        <Text size="sm">{t('intro', { version: head.version, current: seenVersion })}</Text>
        <Stack gap="sm">
          <Text component="h2" size="md" fw={650} m={0}>
            {t('nodes', { count: nodes.length })}
          </Text>
          {hidden > 0 ? (
            <Text size="sm" c="dimmed">
              {t('more', { count: hidden })}
            </Text>
          ) : null}
          <ClientMessages namespaces={['versions', 'diagnostics', 'losses']}>
            <RestoreForm
              workflowId={workflowIdSchema.parse(workflow.id)}
              version={head.version}
              seenVersion={seenVersion}
              backHref={versionsHref(workflow.id, { node })}
              localActor={LOCAL_OWNER.name}
              nodes={nodes.map((each, index) => ({
                rowId: nodeRowIdSchema.parse(each.rowId),
                id: each.id,
                name: each.name,
                problem: each.problem,
                body:
                  index < MAX_SPELLED ? (
                    <RestoreChange node={each} owner={owner} groupNames={groupNames} />
                  ) : (
                    <TextLink href={restoreHref(workflow.id, { version: head.version, node: each.id })}>
                      {t('openAlone')}
                    </TextLink>
                  ),
              }))}
            >
              <Untouched preview={preview} />
            </RestoreForm>
          </ClientMessages>
        </Stack>
      </Stack>
    </Box>
  );
}

async function Nothing({
  workflow,
  preview,
  node,
  name,
}: {
  workflow: VersionedWorkflow;
  preview: RestorePreview;
  node: string | null;
  name: string;
}) {
  const t = await getTranslations('versions.restoring');
  const { version } = preview.head;
  const toAll = <LinkButton href={versionsHref(workflow.id, { node })}>{t('nothing.action')}</LinkButton>;
  if (node !== null && preview.same === 0)
    return (
      <EmptyState title={t('nodeGone.title', { node: name })} body={t('nodeGone.body', { version })} action={toAll} />
    );
  return (
    <>
      <EmptyState
        title={t('nothing.title')}
        body={node === null ? t('nothing.body', { version }) : t('nothing.bodyNode', { version, node: name })}
        action={toAll}
      />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl">
        <Untouched preview={{ ...preview, same: 0 }} />
      </Box>
    </>
  );
}

function nameIn({ nodes, gone, fresh }: RestorePreview, node: string | null): string {
  return [...nodes, ...gone, ...fresh].find(({ id }) => id === node)?.name ?? node ?? '';
}
