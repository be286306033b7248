import { Box } from '@mantine/core';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { contextFor } from '@/app/_server/context';
import { ClientMessages } from '@/components/ui/client-messages';
import { PageHeader } from '@/components/ui/page-header';
import { rollupProgress } from '@/lib/history/rollup-progress-queries';
import { measuringProgress } from '@/lib/history/threshold-progress-queries';
import { concernsOf } from '@/lib/operations/concerns';
import { operationsStatus } from '@/lib/operations/queries';
import { Concerns } from './_components/concerns';
import { LagTable } from './_components/lag-table';
import { LiveRefresh } from './_components/live-refresh';
import { MeasuringTable } from './_components/measuring-table';
import { OldestWriter } from './_components/oldest-writer';
import classes from './_components/operations.module.css';
import { ProcessesTable } from './_components/processes-table';
import { QueueTables } from './_components/queue-tables';
import { RollupsPanel } from './_components/rollups-panel';
import { Rules } from './_components/rules';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('operations');
  return { title: t('title') };
}

/** How the product runs, over all of its processes: who is there, what waits, and how far reading is behind. */
export default async function OperationsPage() {
  const ctx = await contextFor('operations.read');
  const [t, status, rollups, measuring] = await Promise.all([
    getTranslations('operations'),
    operationsStatus(ctx),
    rollupProgress(ctx),
    measuringProgress(ctx),
  ]);
  const { at, processes, lag } = status;
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <ClientMessages namespaces={['operations']}>
            <LiveRefresh at={at} />
          </ClientMessages>
        }
      />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl" maw={1200}>
        <Concerns concerns={concernsOf(status)} now={at} />
        <section aria-labelledby="processes" className={classes.part}>
          <h2 id="processes" className={classes.heading}>
            {t('processes.title')}
          </h2>
          <ProcessesTable processes={processes} now={at} />
        </section>
        <section aria-labelledby="waiting" className={classes.part}>
          <h2 id="waiting" className={classes.heading}>
            {t('waiting.title')}
          </h2>
          <QueueTables status={status} />
        </section>
        <section aria-labelledby="lag" className={classes.part}>
          <h2 id="lag" className={classes.heading}>
            {t('lag.title')}
          </h2>
          <LagTable lag={lag} now={at} />
          <OldestWriter status={status} />
        </section>
        <section aria-labelledby="rollups" className={classes.part}>
          <h2 id="rollups" className={classes.heading}>
            {t('rollups.title')}
          </h2>
          <ClientMessages namespaces={['operations']}>
            <RollupsPanel rollups={rollups} now={at} />
          </ClientMessages>
        </section>
        <section aria-labelledby="measuring" className={classes.part}>
          <h2 id="measuring" className={classes.heading}>
            {t('measuring.title')}
          </h2>
          <MeasuringTable progress={measuring} now={at} />
        </section>
      </Box>
      <Rules />
    </>
  );
}
