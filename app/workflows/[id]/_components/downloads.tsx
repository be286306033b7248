import { Button, Group, Text } from '@mantine/core';
import { IconCircleCheck, IconDownload, IconFileDescription } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'next-intl';
import { ScheduleTable } from '@/components/policy/schedule-table';
import { ClientMessages } from '@/components/ui/client-messages';
import { Dim } from '@/components/ui/marks';
import { messageOf } from '@/lib/i18n/message';
import type { WorkflowDetail } from '@/lib/workflows/queries';
import { groupLosses } from './group-losses';
import classes from './workflow.module.css';

/**
 * The way out, in the head of the page, where a link from elsewhere arrives: what the engine cannot
 * say is said before the file leaves.
 */
export function Downloads({
  workflow,
  companion,
  format,
}: {
  workflow: WorkflowDetail;
  /** The file beside it as it would be taken away now: what the engine cannot say, and certificates that hold. */
  companion: { readonly fileName: string; readonly content: string } | null;
  format: string;
}) {
  const t = useTranslations('workflows.detail.download');
  const { id, version, fileName, sidecar } = workflow;
  const href = `/api/v1/workflows/${id}/export`;
  return (
    <section id="export" aria-label={t('title')} className={classes.downloads}>
      <Group gap="xs">
        <DownloadButton href={href} name={fileName} primary />
        {companion === null ? null : <DownloadButton href={`${href}?part=sidecar`} name={companion.fileName} />}
      </Group>
      <Text size="sm" c="dimmed">
        {version === 1 ? t('untouched') : t('body')}
      </Text>
      <Losses workflow={workflow} format={format} />
      {companion !== null && companion.content !== sidecar ? (
        <Text size="sm">{t('certificates', { name: companion.fileName })}</Text>
      ) : null}
    </section>
  );
}

/** More tables than these are left to the pages of the nodes. */
const SCHEDULES = 10;

function DownloadButton({ href, name, primary = false }: { href: string; name: string; primary?: boolean }) {
  const t = useTranslations('workflows.detail.download');
  return (
    <Button
      component="a"
      href={href}
      download
      variant={primary ? 'filled' : 'default'}
      leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
      classNames={{ root: classes.download, label: classes.downloadLabel }}
    >
      {t('definition', { name })}
    </Button>
  );
}

function Losses({ workflow, format }: { workflow: WorkflowDetail; format: string }) {
  const t = useTranslations('workflows.detail.download');
  const lists = useFormatter();
  const exactness = useTranslations('common.losses');
  const words = useTranslations('losses');
  const captions = useTranslations('common.schedules');
  const { losses, schedules, sidecar, sidecarName } = workflow;
  const groups = groupLosses(losses);
  if (groups.length === 0)
    return (
      <p className={classes.good}>
        <IconCircleCheck size={16} stroke={1.8} aria-hidden />
        {t('exact', { format })}
      </p>
    );
  return (
    <details className={classes.losses}>
      <summary>
        <IconFileDescription size={16} stroke={1.8} aria-hidden className={classes.lossIcon} />
        {t('losses', { count: groups.length, format })}
      </summary>
      <p>{sidecar === null ? t('noSidecar') : t('sidecar', { name: sidecarName })}</p>
      <ul>
        {groups.map((group) => (
          <li key={group.key}>
            {messageOf(words, group.code, group.values) ?? group.path.join('.')} ({exactness(group.exactness)}){' '}
            <Dim>{t('onNodes', { nodes: lists.list(group.nodes, { style: 'narrow' }) })}</Dim>
          </li>
        ))}
      </ul>
      <ClientMessages namespaces={['policy']}>
        {schedules.slice(0, SCHEDULES).map(({ nodeId, name, ...pair }) => (
          <ScheduleTable key={nodeId} schedules={pair} caption={captions('captionOf', { name, engine: format })} />
        ))}
      </ClientMessages>
      {schedules.length > SCHEDULES ? <p>{t('moreSchedules', { count: schedules.length - SCHEDULES })}</p> : null}
    </details>
  );
}
