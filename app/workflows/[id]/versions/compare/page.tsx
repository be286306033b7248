import { Box, Stack } from '@mantine/core';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getFormatter, getTranslations } from 'next-intl/server';
import { contextFor } from '@/app/_server/context';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/ui/page-header';
import { BackLink } from '@/components/ui/text-link';
import { listOwnerNames } from '@/lib/owners/queries';
import {
  compareVersionPair,
  findVersionedNodes,
  getVersionedWorkflow,
  listVersionChoices,
  type VersionedWorkflow,
} from '@/lib/workflows/versions-queries';
import { compareHref, versionsHref } from '../search-params';
import { Comparison } from './_components/comparison';
import { PairForm } from './_components/pair-form';
import { readCompareParams } from './search-params';

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('versions.compare');
  return { title: t('title') };
}

/** Any two versions of a workflow, in words and in lines; of one node by `&node=`. */
export default async function ComparePage({ params, searchParams }: Props) {
  const ctx = await contextFor('read');
  const workflow = await getVersionedWorkflow(ctx, (await params).id);
  if (!workflow) notFound();
  const asked = readCompareParams(await searchParams, workflow.version);
  const [t, choices] = await Promise.all([
    getTranslations('versions'),
    listVersionChoices(ctx, workflow, [asked.from, asked.to]),
  ]);
  const { id } = workflow;
  if (workflow.version === 1)
    return (
      <>
        <PageHeader
          above={<BackLink href={versionsHref(id)}>{t('backToAll')}</BackLink>}
          title={t('compare.title')}
          subtitle={workflow.name}
        />
        <EmptyState
          title={t('compare.onlyOne.title')}
          body={t('compare.onlyOne.body')}
          action={<LinkButton href={`/workflows/${id}`}>{t('compare.onlyOne.action')}</LinkButton>}
        />
      </>
    );
  return (
    <>
      <PageHeader
        above={<BackLink href={versionsHref(id, { node: asked.node })}>{t('backToAll')}</BackLink>}
        title={t('compare.title')}
        subtitle={workflow.name}
      />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl">
        <Stack gap="md">
          <PairForm workflowId={id} choices={choices} pair={asked} />
          <Compared workflow={workflow} asked={asked} />
        </Stack>
      </Box>
    </>
  );
}

/** The comparison, or why there is none. */
async function Compared({
  workflow,
  asked,
}: {
  workflow: VersionedWorkflow;
  asked: ReturnType<typeof readCompareParams>;
}) {
  const ctx = await contextFor('read');
  const { id } = workflow;
  const { from, to, node } = asked;
  const t = await getTranslations('versions.compare');
  if (from === to && from <= workflow.version)
    return <EmptyState title={t('equal.title', { version: from })} body={t('equal.body')} />;
  const pair = await compareVersionPair(ctx, workflow, asked);
  if (pair.kind === 'missing') {
    const versions = (await getFormatter()).list(pair.versions.map(String), { style: 'narrow' });
    return (
      <EmptyState
        title={t('missing.title', { versions, count: pair.versions.length })}
        body={t('missing.body', { newest: workflow.version })}
      />
    );
  }
  if (node !== null && !pair.nodeFound)
    return (
      <EmptyState
        title={t('noNode.title', { node })}
        body={t('noNode.body')}
        action={<LinkButton href={compareHref(id, { from, to, node: null })}>{t('noNode.action')}</LinkButton>}
      />
    );
  const nodeIds = [...pair.comparison.nodes.map((change) => change.id), ...(node === null ? [] : [node])];
  const [groups, nodes] = await Promise.all([listOwnerNames(ctx), findVersionedNodes(ctx, id, nodeIds)]);
  return (
    <Comparison
      workflowId={id}
      pair={pair}
      node={node === null ? null : { id: node, name: nodes.get(node)?.name ?? node }}
      groupNames={new Map(groups.map(({ slug, name }) => [slug, name]))}
      rowIds={new Map([...nodes].map(([nodeId, row]) => [nodeId, row.id]))}
    />
  );
}
