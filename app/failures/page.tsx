import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { getFormatter, getLocale, getTimeZone, getTranslations } from 'next-intl/server';
import type { RawParams } from '@/app/_list/search-params';
import { contextFor } from '@/app/_server/context';
import { ClientMessages } from '@/components/ui/client-messages';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { statisticsWindow } from '@/lib/history/window';
import { failureChart } from '@/lib/insight/failure-chart';
import { chosenWorkflow, entryKey, failureEntries, inWorkflow, workflowChoices } from '@/lib/insight/failure-entries';
import { failureList } from '@/lib/insight/failure-list';
import { failureReport } from '@/lib/insight/failure-queries';
import { toFailureItem } from './_components/failure-item';
import { FailuresView } from './_components/failures-view';
import { Rules } from './_components/rules';
import { readFailureQuery } from './search-params';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('failures');
  return { title: t('title') };
}

/** What failed in 30 days, by day and by node and code: the brief's query, with what stands behind each row. */
export default async function FailuresPage({ searchParams }: { searchParams: Promise<RawParams> }) {
  const ctx = await contextFor('read');
  const [t, c, format, locale, timeZone, params] = await Promise.all([
    getTranslations('failures'),
    getTranslations('common'),
    getFormatter(),
    getLocale(),
    getTimeZone(),
    searchParams,
  ]);
  const report = await failureReport(ctx, timeZone);
  const moment = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
  const { from } = statisticsWindow(ctx.now);
  const period = { from: format.dateTime(from, moment), to: format.dateTime(ctx.now, moment) };
  const header = <PageHeader title={t('title')} subtitle={t('subtitle', period)} />;

  if (report.rows.length === 0) {
    const executions = report.totals.reduce((sum, row) => sum + row.executions, 0);
    const toImport = (
      <Button component={Link} href="/import" leftSection={<IconFileImport size={16} aria-hidden />}>
        {t('empty.toImport')}
      </Button>
    );
    return (
      <>
        {header}
        {report.hasHistory ? (
          <EmptyState title={t('empty.quietTitle')} body={t('empty.quietBody', { executions })} />
        ) : (
          <EmptyState title={t('empty.noHistoryTitle')} body={t('empty.noHistoryBody')} action={toImport} />
        )}
        <Rules />
      </>
    );
  }

  const asked = readFailureQuery(params);
  const workflows = workflowChoices(report, locale);
  const workflow = chosenWorkflow(workflows, asked.workflow);
  const entries = failureEntries(report, workflow);
  const list = failureList(entries, asked, { locale, noCode: c('values.noCode') });
  const shown = new Set(list.matching.map(({ key }) => key));
  const daily = report.daily.filter((row) => inWorkflow(row, workflow) && shown.has(entryKey(row)));
  return (
    <ClientMessages namespaces={['failures']}>
      {header}
      <FailuresView
        query={{ ...asked, page: list.page, workflow: workflow?.id ?? null }}
        items={list.rows.map(toFailureItem)}
        list={{ matches: list.matching.length, pages: list.pages, counts: list.counts }}
        chart={failureChart(report.days, daily)}
        workflows={workflows}
        now={ctx.now}
      />
      <Rules />
    </ClientMessages>
  );
}
