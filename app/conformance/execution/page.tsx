import { Box } from '@mantine/core';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { cache } from 'react';
import type { RawParams } from '@/app/_list/search-params';
import { contextFor } from '@/app/_server/context';
import { AttemptsTable } from '@/components/attempts/attempts-table';
import { PageHeader } from '@/components/ui/page-header';
import { BackLink } from '@/components/ui/text-link';
import { executionEvidence, judgingProgress } from '@/lib/history/conformance-queries';
import { listOwnerNames } from '@/lib/owners/queries';
import classes from '../_components/conformance.module.css';
import { ExecutionFacts } from '../_components/execution-facts';
import { ExecutionFindings } from '../_components/execution-findings';
import { findingsHref, readExecution } from '../search-params';

interface Props {
  searchParams: Promise<RawParams>;
}

/** Read once per request, for the title and the page. */
const readEvidence = cache(async (link: string) => {
  const key = readExecution(Object.fromEntries(new URLSearchParams(link)));
  return key && executionEvidence(await contextFor('read'), key);
});

/** The same text for the same execution, whatever else stands in the address. */
function linkOf(params: RawParams): string {
  const named = ['source', 'workflow', 'run', 'node', 'sub'].flatMap((name) => {
    const value = params[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return new URLSearchParams(named).toString();
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const [evidence, t] = await Promise.all([
    readEvidence(linkOf(await searchParams)),
    getTranslations('conformance.execution'),
  ]);
  return evidence ? { title: t('title', { node: evidence.node.name, run: evidence.key.runId }) } : {};
}

/** One execution held against the rules that were in force: what it did, what was found, and where it is mended. */
export default async function ExecutionPage({ searchParams }: Props) {
  const [evidence, t] = await Promise.all([
    readEvidence(linkOf(await searchParams)),
    getTranslations('conformance.execution'),
  ]);
  if (!evidence) notFound();
  const ctx = await contextFor('read');
  const [groups, progress] = await Promise.all([listOwnerNames(ctx), judgingProgress(ctx)]);
  const { key, attempts, policy, findings, workflow, node } = evidence;
  return (
    <>
      <PageHeader
        above={<BackLink href={findingsHref({ workflow: workflow.id, node: key.nodeId })}>{t('back')}</BackLink>}
        title={t('title', { node: node.name, run: key.runId })}
        subtitle={workflow.name}
      />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl" className={classes.page}>
        <div className={classes.main}>
          <ExecutionFindings evidence={evidence} reading={progress.percent < 100 || !evidence.followed} />
          <AttemptsTable
            attempts={attempts}
            retry={policy.retry ?? null}
            awaited={findings.some(({ finding }) => finding === 'given_up_early')}
            hint={t('tolerance')}
          />
        </div>
        <ExecutionFacts evidence={evidence} groups={groups} />
      </Box>
    </>
  );
}
