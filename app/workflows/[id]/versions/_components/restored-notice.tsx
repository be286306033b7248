import { Alert, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { TextLink } from '@/components/ui/text-link';
import type { VersionRow } from '@/lib/workflows/versions-queries';
import { restoreHref } from '../search-params';
import classes from './versions.module.css';

/** Says that a restore is done, and how to undo it. */
export function RestoredNotice({ workflowId, row }: { workflowId: string; row: VersionRow }) {
  const t = useTranslations('versions.done');
  const { version, restoredFrom } = row;
  const before = version - 1;
  if (restoredFrom === null) return null;
  return (
    <Alert
      color="green"
      role="status"
      icon={<IconCircleCheck aria-hidden />}
      title={t('title', { from: restoredFrom, version })}
      classNames={{ root: classes.success, title: classes.goodTitle }}
    >
      <Text size="sm">{t('body', { before })}</Text>
      <Text size="sm">
        <TextLink href={restoreHref(workflowId, { version: before, node: null })}>{t('undo', { before })}</TextLink>
      </Text>
    </Alert>
  );
}
