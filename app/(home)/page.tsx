import { Box, Button, Group } from '@mantine/core';
import { IconDatabaseImport, IconDownload, IconFileImport } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { getFormatter, getLocale, getTimeZone, getTranslations } from 'next-intl/server';
import type { RawParams } from '@/app/_list/search-params';
import { contextFor } from '@/app/_server/context';
import { PrintSheet } from '@/app/failures/_components/print-sheet';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/ui/page-header';
import { PrintButton } from '@/components/ui/print-button';
import { can } from '@/lib/accounts/permissions';
import { dayOf } from '@/lib/history/calendar';
import { failuresByDay, historyBegins } from '@/lib/history/queries';
import { calendarWeeks } from '@/lib/insight/home';
import { homeNodes } from '@/lib/insight/home-queries';
import { countOpenKeys } from '@/lib/insight/inbox-queries';
import { countOpenThresholds } from '@/lib/insight/threshold-list-queries';
import { Calendar } from './_components/calendar';
import { Coverage } from './_components/coverage';
import classes from './_components/home.module.css';
import { ScopeSwitch } from './_components/scope-switch';
import { Steps } from './_components/steps';
import { coverageCsvHref, readHomeQuery } from './search-params';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('home');
  return { title: t('title') };
}

/** The home: what the reader must do next, how far their groups and workflows are, and when something failed. */
export default async function HomePage({ searchParams }: { searchParams: Promise<RawParams> }) {
  const ctx = await contextFor('read');
  const [locale, timeZone, params] = await Promise.all([getLocale(), getTimeZone(), searchParams]);
  const query = readHomeQuery(params, ctx.actor);
  const [nodes, keys, thresholds, daily, begins, t, format] = await Promise.all([
    homeNodes(ctx, query.scope, locale),
    countOpenKeys(ctx),
    countOpenThresholds(ctx, query.scope),
    failuresByDay(ctx, timeZone, query.scope === 'mine' ? ctx.actor.groups : null),
    historyBegins(ctx),
    getTranslations('home'),
    getFormatter(),
  ]);
  if (nodes.total === 0)
    return (
      <>
        <PageHeader title={t('title')} />
        <EmptyState
          title={t('empty.title')}
          body={t('empty.body')}
          action={
            <Group gap="xs" justify="center">
              {can(ctx.actor, 'workflow.import') ? (
                <LinkButton href="/import" leftSection={<IconFileImport size={16} aria-hidden />}>
                  {t('empty.action')}
                </LinkButton>
              ) : null}
              {can(ctx.actor, 'source.edit') ? (
                <LinkButton
                  href="/sources/new"
                  variant="default"
                  leftSection={<IconDatabaseImport size={16} aria-hidden />}
                >
                  {t('empty.connect')}
                </LinkButton>
              ) : null}
            </Group>
          }
        />
      </>
    );
  const counts = {
    ...nodes.steps,
    hand_offs: query.scope === 'mine' ? keys.mine : keys.all,
    unowned_hand_offs: keys.nobodys,
    ripe_thresholds: thresholds,
  };
  const subtitle = t('subtitle', {
    scope: query.scope,
    groups: format.list(nodes.mine),
    moment: format.dateTime(ctx.now, { dateStyle: 'medium', timeStyle: 'short' }),
  });
  return (
    <PrintSheet upright>
      <div className={classes.home}>
        <PageHeader
          title={t('title')}
          subtitle={subtitle}
          actions={
            <>
              <Button
                component="a"
                href={coverageCsvHref(query.scope)}
                download
                variant="default"
                leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
              >
                {t('csv')}
              </Button>
              <PrintButton label={t('print')} />
            </>
          }
        />
        <Box px={{ base: 'md', md: 'xl' }} pb="xl">
          {ctx.actor.groups.length > 0 ? <ScopeSwitch query={query} /> : null}
          <div className={classes.columns}>
            <Steps counts={counts} scope={query.scope} standards={nodes.standards} />
            <Calendar
              scope={query.scope}
              weeks={begins === null ? null : calendarWeeks(daily.days, daily.failures, dayOf(begins, timeZone))}
            />
          </div>
          <Coverage nodes={nodes} query={query} />
        </Box>
      </div>
    </PrintSheet>
  );
}
