import { Box } from '@mantine/core';
import type { Metadata } from 'next';
import Link from 'next/link';
import { getFormatter, getTimeZone, getTranslations } from 'next-intl/server';
import type { RawParams } from '@/app/_list/search-params';
import { contextFor } from '@/app/_server/context';
import { Notices } from '@/app/failures/_components/notices';
import { periodText } from '@/app/failures/_components/period-text';
import { KeysetPages } from '@/components/table/keyset-pages';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { BackLink, TextLink } from '@/components/ui/text-link';
import { countFindings, findingRows } from '@/lib/history/conformance-queries';
import { listCycles } from '@/lib/history/cycle-queries';
import { readPeriod } from '@/lib/history/window';
import { totalOf } from '@/lib/insight/conformance-list';
import { FINDINGS } from '@/lib/judge/finding';
import { cutPage } from '@/lib/shared/keyset';
import classes from '../_components/conformance.module.css';
import { FindingsTable } from '../_components/findings-table';
import {
  conformanceHref,
  findingsHref,
  findingsPageHref,
  readFindingsCursor,
  readFindingsQuery,
} from '../search-params';

const ROWS_PER_PAGE = 50;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('conformance.findings');
  return { title: t('pageTitle') };
}

/** The findings behind one figure, newest first, each leading to its evidence. */
export default async function FindingsPage({ searchParams }: { searchParams: Promise<RawParams> }) {
  const ctx = await contextFor('read');
  const [t, f, format, timeZone, params] = await Promise.all([
    getTranslations('conformance'),
    getTranslations('failures'),
    getFormatter(),
    getTimeZone(),
    searchParams,
  ]);
  const asked = readFindingsQuery(params);
  const cursor = readFindingsCursor(params);
  const cycles = await listCycles(ctx);
  const { period, problem } = readPeriod(asked.period, { now: ctx.now, timeZone, cycles });
  const query = { ...asked, period: period.text };
  const choice = {
    span: { from: period.from, to: period.to },
    ...{ finding: query.finding, workflowRowId: query.workflow, nodeId: query.node },
  };
  const [read, counts] = await Promise.all([
    findingRows(ctx, choice, cursor, ROWS_PER_PAGE + 1),
    countFindings(ctx, choice),
  ]);
  const page = cutPage(read, cursor, ROWS_PER_PAGE);
  const [first, last] = [page.rows[0], page.rows.at(-1)];
  const total = totalOf(counts);
  const kinds = FINDINGS.filter((kind) => counts[kind] > 0 || kind === query.finding);
  return (
    <>
      <PageHeader
        above={<BackLink href={conformanceHref({ period: query.period })}>{t('findings.back')}</BackLink>}
        title={t('findings.title', { count: totalOf(counts, query.finding) })}
        subtitle={
          <>
            {periodText(f, format, period, ctx.now)}
            {query.node === null || first === undefined ? null : (
              <>
                {' · '}
                {first.nodeRowId === null ? (
                  first.nodeName
                ) : (
                  <TextLink href={`/nodes/${first.nodeRowId}`}>{first.nodeName}</TextLink>
                )}
              </>
            )}
          </>
        }
      />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl">
        <Notices problems={problem === null ? [] : [problem]} begins={null} />
        {total > 0 ? (
          <nav aria-label={t('findings.kinds')}>
            <ul className={classes.kinds}>
              <li>
                <Link
                  href={findingsHref({ ...query, finding: null })}
                  prefetch={false}
                  aria-current={query.finding === null ? 'page' : undefined}
                >
                  {t('findings.kind', { finding: t('findings.all'), count: total })}
                </Link>
              </li>
              {kinds.map((kind) => (
                <li key={kind}>
                  <Link
                    href={findingsHref({ ...query, finding: kind })}
                    prefetch={false}
                    aria-current={query.finding === kind ? 'page' : undefined}
                  >
                    {t('findings.kind', { finding: t(`finding.${kind}`), count: counts[kind] })}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ) : null}
        {page.rows.length > 0 ? (
          <FindingsTable rows={page.rows} />
        ) : (
          <EmptyState title={t('findings.emptyTitle')} body={t('findings.emptyBody')} />
        )}
        <KeysetPages
          words={{
            ...{ label: t('pages.label'), newest: t('pages.newest') },
            ...{ newer: t('pages.newer'), older: t('pages.older') },
          }}
          newest={page.newer ? findingsHref(query) : null}
          newer={page.newer && first ? findingsPageHref(query, 'after', first) : null}
          older={page.older && last ? findingsPageHref(query, 'before', last) : null}
        />
      </Box>
    </>
  );
}
