import { Box, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { getTimeZone, getTranslations } from 'next-intl/server';
import type { RawParams } from '@/app/_list/search-params';
import { contextFor } from '@/app/_server/context';
import { zoneText } from '@/app/failures/_components/period-text';
import { EmptyState } from '@/components/ui/empty-state';
import { FinePrint, FinePrintPart } from '@/components/ui/fine-print';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/ui/page-header';
import { auditEntries, auditPeople } from '@/lib/audit/queries';
import { MAX_TEXT } from '@/lib/audit/redact';
import { cutPage } from '@/lib/shared/keyset';
import { EntryList } from '../_components/entry-list';
import { EntryPages } from '../_components/entry-pages';
import { FilterForm } from '../_components/filter-form';
import { auditCsvHref, auditFilter, auditHref, isNarrowed, readAuditCursor, readAuditQuery } from '../search-params';

const ENTRIES_PER_PAGE = 50;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('audit');
  return { title: t('title') };
}

/** Who changed what, newest first; narrowed by what stands in the URL. */
export default async function AuditPage({ searchParams }: { searchParams: Promise<RawParams> }) {
  const ctx = await contextFor('audit.read');
  const [t, timeZone, params] = await Promise.all([getTranslations('audit'), getTimeZone(), searchParams]);
  const query = readAuditQuery(params);
  const cursor = readAuditCursor(params);
  const [read, people] = await Promise.all([
    auditEntries(ctx, auditFilter(query, timeZone), cursor, ENTRIES_PER_PAGE + 1),
    auditPeople(ctx),
  ]);
  const page = cutPage(read, cursor, ENTRIES_PER_PAGE);
  const narrowed = isNarrowed(query);
  const nothing = narrowed || cursor !== null ? 'none' : 'empty';
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle', { zone: zoneText(ctx.now, timeZone) })}
        actions={
          <Button
            component="a"
            href={auditCsvHref(query)}
            download
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
          >
            {t('csv')}
          </Button>
        }
      />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl">
        <FilterForm query={query} people={people} about={page.rows[0]?.subjectName ?? null} />
        {page.rows.length > 0 ? (
          <EntryList entries={page.rows} now={ctx.now} />
        ) : (
          <EmptyState
            title={t(`${nothing}.title`)}
            body={cursor === null ? t(`${nothing}.body`) : t('none.past')}
            action={nothing === 'none' ? <LinkButton href={auditHref({})}>{t('filters.clear')}</LinkButton> : undefined}
          />
        )}
        <EntryPages query={query} page={page} />
      </Box>
      <FinePrint>
        <FinePrintPart title={t('rules.title')}>{t('rules.body', { most: MAX_TEXT })}</FinePrintPart>
      </FinePrint>
    </>
  );
}
