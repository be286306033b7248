import { Box, Stack } from '@mantine/core';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { contextFor } from '@/app/_server/context';
import { ListFoot } from '@/components/table/list-frame';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/ui/page-header';
import { BackLink, TextLink } from '@/components/ui/text-link';
import { findVersionedNodes, getVersionedWorkflow, listVersions } from '@/lib/workflows/versions-queries';
import { KeyPages } from './_components/key-pages';
import { RestoredNotice } from './_components/restored-notice';
import { VersionList } from './_components/version-list';
import { readVersionsParams, versionsHref } from './search-params';

/** Read once per request, for the title and the page. */
const readWorkflow = cache(async (id: string) => getVersionedWorkflow(await contextFor('read'), id));

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [workflow, t] = await Promise.all([readWorkflow((await params).id), getTranslations('versions')]);
  return { title: workflow ? t('title', { name: workflow.name }) : undefined };
}

/** Every publication of a workflow, newest first; narrowed to one node by `?node=`. */
export default async function VersionsPage({ params, searchParams }: Props) {
  const ctx = await contextFor('read');
  const workflow = await readWorkflow((await params).id);
  if (!workflow) notFound();
  const query = readVersionsParams(await searchParams);
  const { node } = query;
  const [t, page, nodes] = await Promise.all([
    getTranslations('versions'),
    listVersions(ctx, workflow.id, query),
    node === null ? null : findVersionedNodes(ctx, workflow.id, [node]),
  ]);
  const { id, name, version: current } = workflow;
  const found = node === null ? undefined : nodes?.get(node);
  const done = page.rows.find(({ version }) => version === query.done);
  const nodeName = found?.name ?? node ?? '';
  return (
    <>
      <PageHeader
        above={<BackLink href={`/workflows/${id}`}>{t('back', { name })}</BackLink>}
        title={t('title', { name })}
        subtitle={
          node === null ? (
            t('subtitle', { count: current, current })
          ) : (
            <>
              {t(found ? 'ofNode' : 'ofGoneNode', { node: nodeName })}{' '}
              {found ? (
                <>
                  <TextLink href={`/nodes/${found.id}`}>{t('openNode')}</TextLink>
                  {' · '}
                </>
              ) : null}
              <TextLink href={versionsHref(id)}>{t('allNodes')}</TextLink>
            </>
          )
        }
      />
      {page.rows.length === 0 ? (
        <NoVersions
          workflowId={id}
          node={node}
          name={nodeName}
          beyond={query.before !== null || query.after !== null}
        />
      ) : (
        <Box px={{ base: 'md', md: 'xl' }} pb="xl">
          <Stack gap="md">
            {done ? <RestoredNotice workflowId={id} row={done} /> : null}
            <VersionList workflow={workflow} rows={page.rows} node={node} now={ctx.now} />
          </Stack>
          <ListFoot>
            <KeyPages workflowId={id} page={page} node={node} />
          </ListFoot>
        </Box>
      )}
    </>
  );
}

async function NoVersions({
  workflowId,
  node,
  name,
  beyond,
}: {
  workflowId: string;
  node: string | null;
  name: string;
  /** An address that leads past the first or the last version. */
  beyond: boolean;
}) {
  const t = await getTranslations('versions');
  if (beyond || node === null)
    return (
      <EmptyState
        title={t('beyond.title')}
        body={t('beyond.body')}
        action={<LinkButton href={versionsHref(workflowId, { node })}>{t('beyond.action')}</LinkButton>}
      />
    );
  return (
    <EmptyState
      title={t('none.title')}
      body={t('none.body', { node: name })}
      action={<LinkButton href={versionsHref(workflowId)}>{t('none.action')}</LinkButton>}
    />
  );
}
