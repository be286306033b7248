import { Alert, Anchor, Badge, Box, Code, Group, Text } from '@mantine/core';
import { IconDownload, IconHistory, IconLock } from '@tabler/icons-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { actorNames } from '@/app/_server/actor-names';
import { contextFor } from '@/app/_server/context';
import { ConformanceLine } from '@/app/conformance/_components/conformance-line';
import { SourceNotes } from '@/app/sources/_components/source-notes';
import { versionsHref } from '@/app/workflows/[id]/versions/search-params';
import { ClientMessages } from '@/components/ui/client-messages';
import linkButton from '@/components/ui/link-button.module.css';
import { PageHeader } from '@/components/ui/page-header';
import { can, mayPublishFor } from '@/lib/accounts/permissions';
import { catalogueExtra } from '@/lib/catalogue/catalogue-queries';
import { dialectById } from '@/lib/dialects/registry';
import { isProved } from '@/lib/drills/standing';
import { nodeEvidence, nodeTotals } from '@/lib/history/queries';
import { messageOf } from '@/lib/i18n/message';
import { readNodeStanding } from '@/lib/insight/node-standing-queries';
import { nodeRowIdSchema } from '@/lib/model/ids';
import { listGroupReach } from '@/lib/owners/channel-queries';
import { effectiveOwner } from '@/lib/owners/effective-owner';
import { listStandards } from '@/lib/owners/standard-queries';
import { sameJson } from '@/lib/policy/document';
import { judgeDocument } from '@/lib/policy/judgement';
import { readStandard } from '@/lib/policy/read-standard';
import { getNode, type NodeDetail } from '@/lib/workflows/queries';
import { standardWords } from '@/lib/workflows/standard-words';
import { publicationPlace } from '@/lib/workflows/write-back';
import { NodeEditor } from './_components/node-editor';
import { NodeFigures } from './_components/node-figures';
import { ProofSection } from './_components/proof-section';
import { entriesOf } from './entries';

/** Read once per request, for the title and the page. */
const readNode = cache(async (id: string) => getNode(await contextFor('read'), id));

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const node = await readNode((await params).id);
  return { title: node?.name };
}

/** One node: how it fails, what is decided, and what that comes to. */
/** What a retry of the engine's own is, by the format of the workflow's text. */
const ENGINE_RETRY = {
  failpath: 'there_only',
  asl: 'kept',
  argo: 'kept',
  kestra: 'kept',
  'google-workflows': 'kept',
  'serverless-workflow': 'kept',
  dify: 'in_force',
  conductor: 'in_force',
} as const;

export default async function NodePage({ params }: Props) {
  const ctx = await contextFor('read');
  const node = await readNode((await params).id);
  if (!node) notFound();
  const scope = { sourceId: node.workflow.sourceId, workflowKey: node.workflow.key, nodeId: node.nodeId };
  const [t, versions, drillNames, nameOf, evidence, totals, groups, place, sources, standards, catalogue] =
    await Promise.all([
      getTranslations('node'),
      getTranslations('versions'),
      getTranslations('drills.names'),
      actorNames(),
      nodeEvidence(ctx, scope),
      nodeTotals(ctx, scope),
      listGroupReach(ctx),
      publicationPlace(ctx, node.workflow.id),
      getTranslations('sources'),
      listStandards(ctx),
      catalogueExtra(ctx.db),
    ]);
  const groupNames = new Map(groups.map(({ slug, name }) => [slug, name]));
  const { lastPublished } = node;
  const effective = effectiveOwner(node.config.owner, node.workflow.owner);
  const owner = groups.find(({ slug }) => slug === effective?.slug);
  const hasEngineRetry = node.engineRetry.length > 0;
  const standing = await readNodeStanding(
    ctx,
    { id: node.id, config: node.config, workflowOwner: node.workflow.owner },
    {
      effectiveOwner: owner?.slug ?? null,
      canCarryPolicy: node.canCarryPolicy,
      hasEngineRetry,
      seenCodes: evidence.map(({ errorCode }) => errorCode),
    },
  );
  const mayEdit = can(ctx.actor, 'policy.edit');
  const mayPublish = mayPublishFor(ctx.actor, owner?.slug ?? null);
  const entries = entriesOf(node, nameOf);
  const proved = standing.proof.drills.filter(isProved).map(({ drill }) => drillNames(`${drill}`));
  const dialectLabel = dialectById(node.workflow.dialect).label;
  return (
    <ClientMessages
      namespaces={['node', 'policy', 'diagnostics', 'losses', 'reach', 'proof', 'thresholdForm', 'standards']}
    >
      <PageHeader
        above={
          <Text size="sm" mb={4}>
            <Link href="/nodes">
              <Anchor component="span">{t('allNodes')}</Anchor>
            </Link>
            {' / '}
            <Link href={`/workflows/${node.workflow.id}`}>
              <Anchor component="span">{node.workflow.name}</Anchor>
            </Link>
          </Text>
        }
        title={node.name}
        actions={
          <>
            <Link
              href={versionsHref(node.workflow.id, { node: node.nodeId })}
              className={linkButton.button}
              prefetch={false}
              data-only-screen
            >
              <IconHistory size={16} aria-hidden />
              {versions('ofThisNode')}
            </Link>
            <Link
              id="take-away"
              href={`/workflows/${node.workflow.id}#export`}
              className={linkButton.button}
              data-only-screen
            >
              <IconDownload size={16} aria-hidden />
              {t('takeAway')}
            </Link>
          </>
        }
        subtitle={
          <Group gap={8} component="span">
            <Text span ff="monospace" size="sm">
              {node.nodeId}
            </Text>
            {node.type ? (
              <Badge variant="default" tt="none" fw={500} radius="sm">
                {node.type}
              </Badge>
            ) : null}
            <span>{dialectLabel}</span>
          </Group>
        }
      />
      <NodeFigures
        totals={totals[0] ?? null}
        evidence={evidence}
        lastPublished={lastPublished && { ...lastPublished, by: nameOf(lastPublished.by) }}
      />
      <SourceNotes sourceId={node.workflow.sourceId} />
      {node.canCarryPolicy ? (
        <ProofSection
          nodeRowId={node.id}
          standing={standing}
          draftVoids={
            proved.length > 0 && !sameJson((entries.draft ?? entries.published).document, entries.published.document)
          }
          mayDrill={can(ctx.actor, 'drill.run')}
        />
      ) : null}
      <ConformanceLine workflowId={node.workflow.id} scope={scope} />
      {node.canCarryPolicy && !mayPublish ? (
        <Alert color="gray" mx={{ base: 'md', md: 'xl' }} mb="md" icon={<IconLock size={18} aria-hidden />}>
          {mayEdit ? t('rights.draft', { owner: owner?.name ?? '' }) : t('rights.look')}
        </Alert>
      ) : null}
      {node.canCarryPolicy ? (
        <NodeEditor
          key={node.id}
          node={{
            id: nodeRowIdSchema.parse(node.id),
            nodeId: node.nodeId,
            name: node.name,
            dialectLabel,
            workflowName: node.workflow.name,
            workflowOwner: node.workflow.owner,
            engineRetry: node.engineRetry,
            engineRetryIs: ENGINE_RETRY[node.workflow.dialect],
            publication: place && {
              source: place.source,
              how: place.how,
              note: place.note && messageOf(sources, `notes.${place.note}`),
            },
            mayEdit,
            actorName: ctx.actor.name,
            actorId: ctx.actor.id,
            textFormat: node.workflow.fileName.endsWith('.json') ? 'JSON' : 'YAML',
            renderedAt: ctx.now.toISOString(),
            proved,
            catalogue,
            mayExtend: can(ctx.actor, 'catalogue.edit'),
          }}
          served={entries}
          judged={judgeDocument((entries.draft ?? entries.published).document, node.workflow.owner, catalogue)}
          groups={groups}
          standards={standards.map(({ slug, name, document }) => ({
            ...{ slug, name, document },
            standard: readStandard(document).standard ?? {},
            words: standardWords(document, { groupNames }),
          }))}
          codes={evidence.map((row) => ({
            code: row.errorCode,
            failures: row.failures,
            retried: row.retried,
            recovered: row.recovered,
            lastSeen: row.lastSeen.toISOString(),
            example: row.example,
          }))}
        />
      ) : (
        <NoPolicyHere node={node} engine={dialectLabel} />
      )}
    </ClientMessages>
  );
}

/** A node whose engine lets no policy stand there: what it is, and its text. */
async function NoPolicyHere({ node: { nodeId, type, text }, engine }: { node: NodeDetail; engine: string }) {
  const t = await getTranslations('node');
  return (
    <Box px={{ base: 'md', md: 'xl' }} pb="xl">
      <Text mb="sm">{t('noPolicyHere', { type: type ?? '', engine })}</Text>
      {text === null ? null : (
        <Code block tabIndex={0} aria-label={t('text.readOnly', { node: nodeId })}>
          {text}
        </Code>
      )}
    </Box>
  );
}
