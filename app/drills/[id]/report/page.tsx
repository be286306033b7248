import { Box } from '@mantine/core';
import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { NextIntlClientProvider } from 'next-intl';
import { getLocale, getTimeZone, getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { firstOf, type RawParams } from '@/app/_list/search-params';
import { contextFor } from '@/app/_server/context';
import { zoneText } from '@/app/failures/_components/period-text';
import { PrintSheet } from '@/app/failures/_components/print-sheet';
import linkButton from '@/components/ui/link-button.module.css';
import { PrintButton } from '@/components/ui/print-button';
import { BackLink } from '@/components/ui/text-link';
import { catalogueExtraAt } from '@/lib/catalogue/catalogue-queries';
import { certificatesOf, provableNow } from '@/lib/drills/proof-queries';
import { getDrillRun } from '@/lib/drills/queries';
import { certificateStanding } from '@/lib/drills/standing';
import { isLocale, LOCALES, type Locale } from '@/lib/i18n/locales';
import { MESSAGES } from '@/lib/i18n/messages';
import { listOwnerGroups } from '@/lib/owners/queries';
import { describePolicy } from '@/lib/policy/describe';
import { readPolicy } from '@/lib/policy/read';
import { getNode } from '@/lib/workflows/queries';
import classes from './_components/report.module.css';
import { ReportSheet } from './_components/report-sheet';

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<RawParams>;
}

/** Read once per request, for the title and the page. */
const readRun = cache(async (id: string) => getDrillRun(await contextFor('read'), id));

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const run = await readRun((await params).id);
  if (!run) return {};
  const t = await getTranslations({ locale: await languageOf(searchParams), namespace: 'drills.report' });
  return { title: t('documentTitle', { node: run.node.name }) };
}

/** A run on paper, in the reader's language or in another. */
export default async function DrillReportPage({ params, searchParams }: Props) {
  const ctx = await contextFor('read');
  const found = await readRun((await params).id);
  if (!found) notFound();
  const { config, ...run } = found;
  const language = await languageOf(searchParams);
  const [t, timeZone, groups, node, certificates, extra] = await Promise.all([
    getTranslations('drills.report'),
    getTimeZone(),
    listOwnerGroups(ctx),
    getNode(ctx, run.node.id),
    certificatesOf(ctx, [run.node.id]),
    catalogueExtraAt(ctx.db, run.createdAt),
  ]);
  if (!node) notFound();
  const current = await provableNow(ctx, [{ id: node.id, config: node.config, workflowOwner: node.workflow.owner }]);
  const provable = current.get(node.id);
  const { policy } = readPolicy(config);
  const groupNames = new Map(groups.map(({ slug, name }) => [slug, name]));
  const { common, terms, drills, policy: policyWords, reach } = MESSAGES[language];
  return (
    <Box px={{ base: 'md', md: 'xl' }} py="lg">
      <div className={classes.tools} data-only-screen>
        <BackLink href={`/drills/${run.id}`}>{t('back')}</BackLink>
        <nav aria-label={t('language')} className={classes.languages}>
          {LOCALES.map((each) => (
            <Link
              key={each}
              href={`/drills/${run.id}/report?language=${each}`}
              className={linkButton.button}
              lang={each}
              aria-current={each === language ? 'page' : undefined}
              prefetch={false}
            >
              {t(`languages.${each}`)}
            </Link>
          ))}
        </nav>
        <PrintButton label={t('print')} />
      </div>
      <PrintSheet upright>
        <NextIntlClientProvider
          locale={language}
          messages={{ common, terms, drills, policy: policyWords, reach }}
          timeZone={timeZone}
          now={ctx.now}
        >
          <ReportSheet
            language={language}
            run={run}
            nodeId={node.nodeId}
            rule={policy && describePolicy(policy, { inheritedOwner: run.workflowOwner, groupNames, extra })}
            certificates={(certificates.get(node.id) ?? [])
              .filter(({ runId }) => runId === run.id && provable !== undefined)
              .map((each) => certificateStanding(each, provable ?? each, ctx.now))}
            zone={zoneText(ctx.now, timeZone)}
            now={ctx.now}
          />
        </NextIntlClientProvider>
      </PrintSheet>
    </Box>
  );
}

async function languageOf(searchParams: Props['searchParams']): Promise<Locale> {
  const asked = firstOf((await searchParams).language);
  return isLocale(asked) ? asked : getOwnLanguage();
}

async function getOwnLanguage(): Promise<Locale> {
  const own = await getLocale();
  return isLocale(own) ? own : 'en';
}
