'use client';

import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'next-intl';
import type { EdgeRefusal } from '@/app/_server/action';
import { DiagnosticsList } from '@/components/policy/diagnostics-list';
import { refusalValues } from '@/components/policy/refusal-values';
import { messageOf } from '@/lib/i18n/message';
import type { RestoreRefusal } from '@/lib/workflows/versions-commands';

/** Why nothing was restored, and the way on. */
export function RestoreRefused({
  refusal,
  version,
  localActor,
  busy,
  onRefresh,
  onLeaveOut,
}: {
  refusal: RestoreRefusal | EdgeRefusal;
  version: number;
  /** The name that is kept for whoever works on this machine. */
  localActor: string;
  busy: boolean;
  onRefresh: () => void;
  onLeaveOut: () => void;
}) {
  const t = useTranslations('versions.restoring.refused');
  const common = useTranslations('common.actions');
  return (
    <Alert color="red" variant="default" role="alert" icon={<IconAlertCircle aria-hidden />} title={t('title')} mb="sm">
      <Text size="sm">
        <Reason refusal={refusal} version={version} localActor={localActor} />
      </Text>
      {refusal.reason === 'write_refused' ? (
        <DiagnosticsList label={common('problems')} diagnostics={refusal.diagnostics} />
      ) : null}
      <Group gap="xs" mt="xs">
        {refusal.reason === 'published_meanwhile' || refusal.reason === 'unchanged' ? (
          <Button size="xs" onClick={onRefresh} loading={busy}>
            {t('refresh')}
          </Button>
        ) : null}
        {refusal.reason === 'refused' ? (
          <Button size="xs" onClick={onLeaveOut}>
            {t('leaveOut', { count: refusal.nodes.length })}
          </Button>
        ) : null}
      </Group>
    </Alert>
  );
}

function Reason({
  refusal,
  version,
  localActor,
}: {
  refusal: RestoreRefusal | EdgeRefusal;
  version: number;
  localActor: string;
}) {
  const t = useTranslations('versions.restoring.refused');
  const common = useTranslations('common');
  const format = useFormatter();
  switch (refusal.reason) {
    case 'published_meanwhile':
      return t('published_meanwhile', {
        by: refusal.by === localActor ? common('local') : refusal.by,
        version: refusal.version,
        at: format.dateTime(refusal.at, { dateStyle: 'medium', timeStyle: 'short' }),
      });
    case 'refused':
      return t('refused', { count: refusal.nodes.length });
    case 'write_refused':
    case 'not_found':
      return t(refusal.reason);
    case 'unchanged':
      return t('unchanged', { version });
    default:
      return messageOf(common, `refusals.${refusal.reason}`, refusalValues(refusal)) ?? common('refusals.unexpected');
  }
}
