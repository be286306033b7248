import { Alert, Box, VisuallyHidden } from '@mantine/core';
import { IconInfoCircle, IconReport } from '@tabler/icons-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound, redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { actorNames } from '@/app/_server/actor-names';
import { contextFor } from '@/app/_server/context';
import { ClientMessages } from '@/components/ui/client-messages';
import linkButton from '@/components/ui/link-button.module.css';
import { PageHeader } from '@/components/ui/page-header';
import { BackLink, TextLink } from '@/components/ui/text-link';
import { mayDrill } from '@/lib/accounts/permissions';
import { lastRounds } from '@/lib/drills/claim';
import { drillRunIdOf, drillRunVersion, getDrillRun } from '@/lib/drills/queries';
import { readPolicy } from '@/lib/policy/read';
import { ownerOf } from '@/lib/policy/recipient';
import { ClaimBox } from '../_components/claim-box';
import { LiveLine } from '../_components/live-line';
import classes from '../_components/run.module.css';
import { RunActions } from '../_components/run-actions';
import { RunFacts } from '../_components/run-facts';
import { RunStateMark } from '../_components/state-marks';
import { TrialCards } from '../_components/trial-card';

interface Props {
  params: Promise<{ id: string }>;
}

/** A worker looks each second: what it has not taken for so long, none will take. */
const NO_WORKER_MS = 8_000;

/** Read once per request, for the title and the page. */
const readRun = cache(async (id: string) => getDrillRun(await contextFor('read'), id));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [run, t] = await Promise.all([readRun((await params).id), getTranslations('drills.run')]);
  return run ? { title: t('heading', { node: run.node.name }) } : {};
}

/** One run as it goes, and what it proves once it has ended; under the id of a trial, the run that it is of. */
export default async function DrillRunPage({ params }: Props) {
  const ctx = await contextFor('read');
  const { id } = await params;
  // The version first: what changes while the rest is read makes the page look again.
  const version = await drillRunVersion(ctx, id);
  if (version === null) {
    const runId = await drillRunIdOf(ctx, id);
    if (runId === null) notFound();
    redirect(`/drills/${runId}`);
  }
  const run = await readRun(id);
  if (!run) notFound();
  const [t, nameOf] = await Promise.all([getTranslations('drills'), actorNames()]);
  const last = lastRounds(run.trials);
  const counted = last.filter(({ state }) => state !== 'not_applicable');
  const passed = counted.filter(({ state }) => state === 'passed').length;
  const current = last.find(({ state }) => state === 'running');
  const policy = readPolicy(run.config).policy;
  const owner = policy === null ? run.workflowOwner : ownerOf(policy, run.workflowOwner);
  const mayAct = mayDrill(ctx.actor, owner) || run.requestedById === ctx.actor.id;
  const ended = run.endedAt !== null;
  return (
    <>
      <PageHeader
        above={<BackLink href="/drills">{t('run.back')}</BackLink>}
        title={t('run.heading', { node: run.node.name })}
        subtitle={
          <span className={classes.subtitle}>
            <RunStateMark state={run.state} />
            <span>{t('run.summary', { passed, total: counted.length })}</span>
            <span>{t('run.description', { workflow: run.workflow.name, by: nameOf(run.requestedBy) })}</span>
            <TextLink href={`/nodes/${run.node.id}`}>{run.node.name}</TextLink>
          </span>
        }
        actions={
          <>
            {mayAct ? (
              <ClientMessages namespaces={['drills']}>
                <RunActions runId={run.id} ended={ended} stopping={run.stopAskedAt !== null} />
              </ClientMessages>
            ) : null}
            {ended ? (
              <Link href={`/drills/${run.id}/report`} className={linkButton.button} prefetch={false}>
                <IconReport size={16} aria-hidden />
                {t('run.report')}
              </Link>
            ) : null}
          </>
        }
      />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl" className={classes.page}>
        <div className={classes.main}>
          <ClientMessages namespaces={['drills']}>
            <LiveLine
              version={version.version}
              run={{
                ...{ id: run.id, state: run.state, problem: run.problem },
                stopAskedBy: run.stopAskedBy === null ? null : nameOf(run.stopAskedBy),
                failed: counted.filter(({ state }) => state === 'failed').length,
                takenWithinMs: NO_WORKER_MS - (ctx.now.getTime() - run.createdAt.getTime()),
                current: current ? { drill: current.drill, phase: current.phase } : null,
              }}
            />
          </ClientMessages>
          {run.nodeChanged ? (
            <Alert color="gray" icon={<IconInfoCircle size={18} aria-hidden />}>
              {t('run.changed', { version: run.nodeVersion })}
            </Alert>
          ) : null}
          <VisuallyHidden component="h2">{t('title')}</VisuallyHidden>
          <TrialCards run={run} />
        </div>
        <div className={classes.side}>
          <ClaimBox run={run} />
          <RunFacts run={run} />
        </div>
      </Box>
    </>
  );
}
