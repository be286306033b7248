import { Box } from '@mantine/core';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale, getTimeZone } from 'next-intl/server';
import { contextFor } from '@/app/_server/context';
import { ConformanceSection } from '@/app/conformance/_components/conformance-section';
import { GroupMark } from '@/components/reach/group-mark';
import type { Ctx } from '@/lib/accounts/context';
import { can, mayEditChannelsOf, mayEditStandardOf } from '@/lib/accounts/permissions';
import { recentDeliveries } from '@/lib/alerts/group-delivery-queries';
import { readEnvironment } from '@/lib/env';
import { judgingProgress } from '@/lib/history/conformance-queries';
import { statisticsWindow } from '@/lib/history/window';
import { nodeFindingsOfGroup } from '@/lib/insight/conformance-list-queries';
import type { NodeQuery } from '@/lib/insight/node-list';
import { listNodePage } from '@/lib/insight/node-list-queries';
import { standardOverview } from '@/lib/insight/standard-overview-queries';
import { groupHealth } from '@/lib/owners/channel-health';
import { listChannels } from '@/lib/owners/channel-queries';
import { getOwnerGroup, listOwnerNames } from '@/lib/owners/queries';
import { getStandard } from '@/lib/owners/standard-queries';
import { standardWords } from '@/lib/workflows/standard-words';
import { DeleteGroup } from '../_components/delete-group';
import { GroupFacts } from '../_components/group-facts';
import { GroupForm } from '../_components/group-form';
import { GroupPage } from '../_components/group-page';
import { ChannelsSection } from './_components/channels-section';
import { DeliveriesSection } from './_components/deliveries-section';
import { NodesSection } from './_components/nodes-section';
import { StandardSection } from './_components/standard-section';

const WORST_FIRST: NodeQuery = {
  ...{ search: '', workflow: null, filters: [], page: 1 },
  ...{ sort: 'coverage', order: 'desc' },
};

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const group = await getOwnerGroup(await contextFor('read'), (await params).id);
  return { title: group?.name };
}

/** One owner group: how it is told, what was sent to it, and who is in it. */
export default async function OwnerGroupPage({ params }: Props) {
  const ctx = await contextFor('read');
  const group = await getOwnerGroup(ctx, (await params).id);
  if (!group) notFound();
  const { id, slug, name, members, timeZone, language, uses } = group;
  const [channels, deliveries, findings, nodes, progress, kept, overview, names] = await Promise.all([
    listChannels(ctx, id),
    recentDeliveries(ctx, id),
    nodeFindingsOfGroup(ctx, slug, { from: statisticsWindow(ctx.now).from, to: null }),
    nodesOf(ctx, slug),
    judgingProgress(ctx),
    getStandard(ctx, id),
    standardOverview(ctx, slug),
    listOwnerNames(ctx),
  ]);
  const groupNames = new Map(names.map((each) => [each.slug, each.name]));
  const mayEdit = mayEditChannelsOf(ctx.actor, slug);
  const { FAILPATH_SMTP_URL: mail } = readEnvironment();
  return (
    <GroupPage title={name} subtitle={<GroupMark health={groupHealth(channels)} />} wide>
      <ChannelsSection
        groupId={id}
        members={members.length}
        mailIsSetUp={mail !== undefined}
        now={ctx.now}
        {...{ channels, uses, mayEdit }}
      />
      <StandardSection
        group={{ id, slug }}
        kept={kept}
        words={standardWords(kept.document, { groupNames })}
        overview={overview}
        mayEdit={mayEditStandardOf(ctx.actor, slug)}
        mayAct={can(ctx.actor, 'policy.edit')}
      />
      <NodesSection slug={slug} nodes={nodes} />
      <ConformanceSection group={{ slug, name }} nodes={findings} reading={progress.percent < 100} now={ctx.now} />
      <DeliveriesSection deliveries={deliveries} mayEdit={mayEdit} now={ctx.now} />
      {can(ctx.actor, 'group.edit') ? (
        <Box maw={760}>
          <GroupForm id={id} initial={{ slug, name, members: [...members], timeZone, language }} uses={uses} />
          <Box mt="xl">
            <DeleteGroup id={id} name={name} uses={uses} />
          </Box>
        </Box>
      ) : (
        <GroupFacts group={group} />
      )}
    </GroupPage>
  );
}

/** The nodes that the group owns or is told of, those with most left to do first. */
async function nodesOf(ctx: Ctx, slug: string) {
  const [locale, timeZone] = await Promise.all([getLocale(), getTimeZone()]);
  return listNodePage(ctx, { ...WORST_FIRST, group: slug }, { locale, timeZone });
}
