import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import type { RawParams } from '@/app/_list/search-params';
import { contextFor } from '@/app/_server/context';
import { pack } from '@/components/table/packed';
import { ClientMessages } from '@/components/ui/client-messages';
import { PageHeader } from '@/components/ui/page-header';
import { can } from '@/lib/accounts/permissions';
import { measuringProgress } from '@/lib/history/threshold-progress-queries';
import { thresholdList } from '@/lib/insight/threshold-list-queries';
import { listOwnerNames } from '@/lib/owners/queries';
import { listWorkflows } from '@/lib/workflows/queries';
import { Measured } from '../_components/measured';
import { ThresholdsView } from '../_components/thresholds-view';
import { readThresholdQuery, thresholdsCsvHref } from '../search-params';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('thresholds');
  return { title: t('title') };
}

/** Where history says another number than the config, or says one at last: to be taken into a draft, or not. */
export default async function ThresholdsPage({ searchParams }: { searchParams: Promise<RawParams> }) {
  const ctx = await contextFor('read');
  const [t, locale, params] = await Promise.all([getTranslations('thresholds'), getLocale(), searchParams]);
  const query = readThresholdQuery(params);
  const [list, progress, groups, workflows] = await Promise.all([
    thresholdList(ctx, query, locale),
    measuringProgress(ctx),
    listOwnerNames(ctx),
    listWorkflows(ctx),
  ]);
  return (
    <ClientMessages namespaces={['thresholds']}>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <Button
            component="a"
            href={thresholdsCsvHref(query)}
            download
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
          >
            {t('download')}
          </Button>
        }
      />
      <ThresholdsView
        query={{ ...query, page: list.page }}
        packed={pack({ list, groups, workflows: workflows.map(({ id, name }) => ({ id, name })) })}
        mayEdit={can(ctx.actor, 'policy.edit')}
        hasNodes={progress.length > 0}
        now={ctx.now}
        measured={<Measured progress={progress} now={ctx.now} mayMeasure={can(ctx.actor, 'policy.edit')} />}
      />
    </ClientMessages>
  );
}
