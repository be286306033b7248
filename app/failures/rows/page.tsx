import { Box, Text } from '@mantine/core';
import type { Metadata } from 'next';
import { getFormatter, getLocale, getTimeZone, getTranslations } from 'next-intl/server';
import type { RawParams } from '@/app/_list/search-params';
import { contextFor } from '@/app/_server/context';
import { ClientMessages } from '@/components/ui/client-messages';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { BackLink } from '@/components/ui/text-link';
import { countRows, stepRows } from '@/lib/history/row-queries';
import { failureSelection } from '@/lib/insight/failure-queries';
import { HOUR_MS } from '@/lib/shared/clock';
import { cutPage } from '@/lib/shared/keyset';
import { ChoiceList } from '../_components/choice-list';
import { Notices } from '../_components/notices';
import { PageActions } from '../_components/page-actions';
import { periodText, zoneText } from '../_components/period-text';
import { PrintSheet } from '../_components/print-sheet';
import { codeWords } from '../csv';
import { failuresHref, readMoment } from '../search-params';
import { RowPages } from './_components/row-pages';
import { RowsTable } from './_components/rows-table';
import { readRowsCursor, readRowsQuery, rowsCsvHref } from './search-params';

const ROWS_PER_PAGE = 50;

export async function generateMetadata({ searchParams }: { searchParams: Promise<RawParams> }): Promise<Metadata> {
  const [t, params] = await Promise.all([getTranslations('failureRows'), searchParams]);
  return { title: t(`what.${readRowsQuery(params).kind}.title`) };
}

/** The steps or executions behind one figure of the failures page, newest first; counted again, on top. */
export default async function FailureRowsPage({ searchParams }: { searchParams: Promise<RawParams> }) {
  const ctx = await contextFor('read');
  const [t, f, c, format, locale, timeZone, params] = await Promise.all([
    getTranslations('failureRows'),
    getTranslations('failures'),
    getTranslations('common'),
    getFormatter(),
    getLocale(),
    getTimeZone(),
    searchParams,
  ]);
  const moment = readMoment(params, ctx.now);
  const cursor = readRowsCursor(params);
  const reader = { timeZone, locale, noCode: c('values.noCode') };
  const found = await failureSelection(ctx, readRowsQuery(params), reader, moment);
  const { query, selection, workflow, period, problems } = found;
  const [read, count] = await Promise.all([
    stepRows(ctx, selection, cursor, ROWS_PER_PAGE + 1),
    countRows(ctx, selection),
  ]);
  const page = cutPage(read, cursor, ROWS_PER_PAGE);
  const { rows } = page;
  const { kind, nodeId, code, hour, search, owner, standing, day } = query;
  const asOf = moment ?? ctx.now;
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  const subtitle = t('period', { period: periodText(f, format, period, asOf), zone: zoneText(ctx.now, timeZone) });
  const nodeName = rows.find((row) => row.nodeName !== null)?.nodeName;
  const back = failuresHref({
    ...{ search, owner, standing, day, period: period.text, workflow: query.workflow },
    ...{ sort: 'failures', order: 'desc', page: 1 },
  });
  const more = [
    ...(nodeId === null ? [] : [{ label: t('labels.node'), value: nodeName ? `${nodeName} (${nodeId})` : nodeId }]),
    ...(code === undefined ? [] : [{ label: t('labels.code'), value: codeWords(code, { t: f, c }) }]),
  ];
  const hours =
    hour === null
      ? []
      : [
          {
            label: t('labels.hour'),
            value: t('hour', {
              from: format.dateTime(hour, time),
              to: format.dateTime(new Date(hour.getTime() + HOUR_MS), time),
            }),
          },
        ];
  return (
    <ClientMessages namespaces={['failures']}>
      <PrintSheet>
        <PageHeader
          above={<BackLink href={back}>{t('back')}</BackLink>}
          title={t(`what.${kind}.count`, { count })}
          subtitle={subtitle}
          actions={<PageActions csvHref={rowsCsvHref(query, asOf)} />}
        />
        <Box px={{ base: 'md', md: 'xl' }} pb="xl">
          <Notices problems={problems} begins={null} />
          <ChoiceList
            query={query}
            workflowName={workflow?.name ?? null}
            owners={found.owners}
            more={[...more, ...hours]}
          />
          <Text size="sm" c="dimmed" mb="sm">
            {t(`what.${kind}.rule`)}
          </Text>
          {rows.length > 0 ? (
            <RowsTable rows={rows} />
          ) : (
            <EmptyState title={t('empty.title')} body={t(count > 0 ? 'empty.past' : 'empty.body')} />
          )}
          <RowPages asked={query} moment={asOf} page={page} />
        </Box>
      </PrintSheet>
    </ClientMessages>
  );
}
