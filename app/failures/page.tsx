import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { getFormatter, getLocale, getTimeZone, getTranslations } from 'next-intl/server';
import type { RawParams } from '@/app/_list/search-params';
import { contextFor } from '@/app/_server/context';
import { SourceNotes } from '@/app/sources/_components/source-notes';
import { ClientMessages } from '@/components/ui/client-messages';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { addDays, dayOf } from '@/lib/history/calendar';
import { dayWithin } from '@/lib/history/window';
import { failureView } from '@/lib/insight/failure-queries';
import { toFailureItem } from './_components/failure-item';
import { FailuresView } from './_components/failures-view';
import { PageActions } from './_components/page-actions';
import { periodText, zoneText } from './_components/period-text';
import { PrintSheet } from './_components/print-sheet';
import { Rules } from './_components/rules';
import { failuresCsvHref, readFailureQuery } from './search-params';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('failures');
  return { title: t('title') };
}

/** What failed in a period, by day and by node and code: the brief's query, with what stands behind each row. */
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
  const reader = { timeZone, locale, noCode: c('values.noCode') };
  const view = await failureView(ctx, readFailureQuery(params), reader);
  const { query, period, day, list, begins, cycles } = view;

  if (begins === null)
    return (
      <>
        <PageHeader title={t('title')} />
        <EmptyState
          title={t('empty.noHistoryTitle')}
          body={t('empty.noHistoryBody')}
          action={
            <Button component={Link} href="/import" leftSection={<IconFileImport size={16} aria-hidden />}>
              {t('empty.toImport')}
            </Button>
          }
        />
        <Rules />
      </>
    );

  const words = periodText(t, format, period, ctx.now);
  const zone = zoneText(ctx.now, timeZone);
  const setting = { now: ctx.now, timeZone, cycles };
  const beside = (steps: number) => {
    const other = day === null ? null : addDays(day, steps);
    return other !== null && dayWithin(period, other, setting) !== null ? other : null;
  };
  return (
    <ClientMessages namespaces={['failures']}>
      <PrintSheet>
        <PageHeader
          title={t('title')}
          subtitle={t('subtitle', { period: words, zone })}
          actions={<PageActions csvHref={failuresCsvHref(query, ctx.now)} />}
        />
        <SourceNotes since={period.from} />
        <FailuresView
          query={query}
          period={period}
          problems={view.problems}
          cycles={cycles}
          workflows={view.workflows}
          owners={view.owners}
          ownersNotKnown={view.ownersNotKnown}
          mine={ctx.actor.groups.length > 0}
          totals={view.totals}
          chart={view.chart}
          items={list.rows.map(toFailureItem)}
          list={{ matches: list.matching.length, pages: list.pages, counts: list.counts }}
          quiet={view.failures === 0 ? { executions: view.executions } : null}
          neighbours={{ before: beside(-1), after: beside(1) }}
          begins={begins > period.from ? begins : null}
          today={dayOf(ctx.now, timeZone)}
          now={ctx.now}
        />
        <Rules />
      </PrintSheet>
    </ClientMessages>
  );
}
