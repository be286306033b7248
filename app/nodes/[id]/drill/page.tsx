import { Alert, Box } from '@mantine/core';
import { IconInfoCircle, IconLock } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { contextFor } from '@/app/_server/context';
import { ClientMessages } from '@/components/ui/client-messages';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/ui/page-header';
import { BackLink, TextLink } from '@/components/ui/text-link';
import { can, mayDrill } from '@/lib/accounts/permissions';
import { whoWouldBeTold } from '@/lib/alerts/who';
import { catalogueExtra } from '@/lib/catalogue/catalogue-queries';
import { drillRunsOfNode, drillTargetChoices } from '@/lib/drills/queries';
import { LOOKS_AT } from '@/lib/judge/judge-drill';
import { listGroupReach } from '@/lib/owners/channel-queries';
import { readPolicy } from '@/lib/policy/read';
import { ownerOf, recipientOf } from '@/lib/policy/recipient';
import type { NodePolicy } from '@/lib/policy/schema';
import { getNode, type NodeDetail } from '@/lib/workflows/queries';
import { DrillForm } from './_components/drill-form';

interface Props {
  params: Promise<{ id: string }>;
}

/** Read once per request, for the title and the page. */
const readNode = cache(async (id: string) => getNode(await contextFor('read'), id));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [node, t] = await Promise.all([readNode((await params).id), getTranslations('drills.plan')]);
  return node ? { title: t('heading', { node: node.name }) } : {};
}

/** What is to be drilled, where and how, and beside it what will be done and what is expected. */
export default async function DrillPage({ params }: Props) {
  const ctx = await contextFor('read');
  const node = await readNode((await params).id);
  if (!node) notFound();
  const [t, groups, targets, { unended }, catalogue] = await Promise.all([
    getTranslations('drills.plan'),
    listGroupReach(ctx),
    drillTargetChoices(ctx),
    drillRunsOfNode(ctx, node.id),
    catalogueExtra(ctx.db),
  ]);
  const { policy } = readPolicy(node.config);
  const header = (
    <PageHeader
      above={<BackLink href={`/nodes/${node.id}`}>{t('back', { node: node.name })}</BackLink>}
      title={t('heading', { node: node.name })}
      subtitle={t('subtitle', { version: node.version })}
    />
  );
  const obstacle = obstacleOf(node, policy);
  if (policy === null || obstacle !== null)
    return (
      <>
        {header}
        <EmptyState
          title={t(`cannot.${obstacle ?? 'policy_invalid'}.title`)}
          body={t(`cannot.${obstacle ?? 'policy_invalid'}.body`)}
          action={<LinkButton href={`/nodes/${node.id}`}>{t('cannot.action')}</LinkButton>}
        />
      </>
    );
  const { owner: workflowOwner } = node.workflow;
  const nameOf = (slug: string | null) => groups.find((group) => group.slug === slug)?.name ?? slug ?? '';
  const owner = ownerOf(policy, workflowOwner);
  const recipient = recipientOf(policy, workflowOwner);
  const mayStart = mayDrill(ctx.actor, owner);
  return (
    <ClientMessages namespaces={['drills', 'policy', 'reach']}>
      {header}
      <Box px={{ base: 'md', md: 'xl' }} pb="xl">
        {node.draft === null ? null : (
          <Alert color="gray" mb="md" icon={<IconInfoCircle size={18} aria-hidden />}>
            {t('draft')}
          </Alert>
        )}
        {unended === null ? null : (
          <Alert color="gray" mb="md" icon={<IconInfoCircle size={18} aria-hidden />}>
            {t('unended')} <TextLink href={`/drills/${unended.id}`}>{t('unendedLink')}</TextLink>
          </Alert>
        )}
        {mayStart ? null : (
          <Alert color="gray" mb="md" icon={<IconLock size={18} aria-hidden />}>
            {can(ctx.actor, 'drill.run') ? t('mayNot', { owner: nameOf(owner) }) : t('mayNotViewer')}
          </Alert>
        )}
        <DrillForm
          node={{ rowId: node.id, nodeId: node.nodeId, policy, catalogue, workflowName: node.workflow.name }}
          who={whoWouldBeTold(node.config, workflowOwner, groups)}
          recipientName={recipient === null ? null : nameOf(recipient)}
          targets={targets}
          looksAt={LOOKS_AT}
          mayStart={mayStart && unended === null}
          mayReallySend={mayDrill(ctx.actor, recipient)}
          mayDeclare={can(ctx.actor, 'drill_target.edit')}
          renderedAt={ctx.now.toISOString()}
        />
      </Box>
    </ClientMessages>
  );
}

function obstacleOf(node: NodeDetail, policy: NodePolicy | null) {
  if (!node.canCarryPolicy) return 'cannot_carry' as const;
  if (policy === null) return 'policy_invalid' as const;
  return policy.actions?.length === 0 ? ('nothing_can_fail' as const) : null;
}
