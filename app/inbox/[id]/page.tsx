import { Box } from '@mantine/core';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { firstOf, type RawParams } from '@/app/_list/search-params';
import { contextFor } from '@/app/_server/context';
import { AttemptsTable } from '@/components/attempts/attempts-table';
import { ClientMessages } from '@/components/ui/client-messages';
import { PageHeader } from '@/components/ui/page-header';
import { BackLink } from '@/components/ui/text-link';
import { can, mayWorkOn } from '@/lib/accounts/permissions';
import { handOffDetail, keyCounts, keyMembers } from '@/lib/alerts/hand-off-queries';
import { listWorkers } from '@/lib/alerts/inbox-people-queries';
import { inboxVersion } from '@/lib/insight/inbox-version-queries';
import { shownPage } from '@/lib/insight/list';
import { StateMark } from '../_components/hand-off-marks';
import classes from './_components/detail.module.css';
import { DetailActions } from './_components/detail-actions';
import { KeyMembers, MEMBERS_PER_PAGE } from './_components/key-members';
import { RecordFields } from './_components/record-fields';
import { Standing } from './_components/standing';
import { TraceList } from './_components/trace-list';

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<RawParams>;
}

/** Read once per request, for the title and the page. */
const readHandOff = cache(async (id: string) => handOffDetail(await contextFor('read'), id));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [detail, title] = await Promise.all([readHandOff((await params).id), titles()]);
  return detail ? { title: title(detail) } : {};
}

/** One hand-off: its record, why it went as it did, what can be done, and all others of its kind. */
export default async function HandOffPage({ params, searchParams }: Props) {
  const ctx = await contextFor('read');
  const detail = await readHandOff((await params).id);
  if (!detail) notFound();
  const { fingerprint } = detail;
  // The version first: what changes while the rest is read makes the page look again.
  const { version } = await inboxVersion(ctx, { fingerprint, since: null });
  const counts = await keyCounts(ctx, fingerprint);
  if (!counts) notFound();
  const asked = Math.trunc(Number(firstOf((await searchParams).page))) || 1;
  const { page } = shownPage(asked, counts.total, MEMBERS_PER_PAGE);
  const mayWork = can(ctx.actor, 'hand_off.work');
  const [t, title, members, workers] = await Promise.all([
    getTranslations('inbox'),
    titles(),
    keyMembers(ctx, fingerprint, { skip: (page - 1) * MEMBERS_PER_PAGE, take: MEMBERS_PER_PAGE }),
    mayWork ? listWorkers(ctx) : [],
  ]);
  const owner = detail.recipient?.slug ?? null;
  const awaited = detail.stoppedEarly === 'overdue' && !detail.attempts.some(({ attempt }) => attempt > detail.attempt);
  return (
    <ClientMessages namespaces={['inbox']}>
      <PageHeader
        above={<BackLink href="/inbox">{t('detail.back')}</BackLink>}
        title={title(detail)}
        subtitle={
          <span className={classes.subtitle}>
            <StateMark state={detail.state} />
            <span>{detail.workflow.name}</span>
            <code>{detail.node.nodeId}</code>
          </span>
        }
      />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl" className={classes.page}>
        <div className={classes.main}>
          <TraceList detail={detail} now={ctx.now} />
        </div>
        <div className={classes.side}>
          <Standing detail={detail} counts={counts} now={ctx.now}>
            <DetailActions
              target={{
                ...{
                  fingerprint,
                  owner,
                  waiting: counts.waiting,
                  open: counts.open > 0,
                  resolved: counts.resolved > 0,
                },
                seenUntil: counts.seenUntil.toISOString(),
              }}
              workers={workers}
              actorId={ctx.actor.id}
              may={mayWorkOn(ctx.actor, owner)}
              mayAny={mayWork}
              ownerName={detail.recipient?.name ?? owner}
              version={version}
              now={ctx.now}
            />
          </Standing>
          <RecordFields detail={detail} />
        </div>
        <div className={classes.whole}>
          <AttemptsTable attempts={detail.attempts} retry={detail.retry ?? null} awaited={awaited} />
          <KeyMembers members={members} current={detail.id} page={page} total={counts.total} now={ctx.now} />
        </div>
      </Box>
    </ClientMessages>
  );
}

async function titles() {
  const [t, c] = await Promise.all([getTranslations('inbox.detail'), getTranslations('common.values')]);
  return ({ node, errorCode }: { node: { name: string }; errorCode: string | null }) =>
    t('title', { node: node.name, code: errorCode === '' ? t('emptyCode') : (errorCode ?? c('noCode')) });
}
