'use client';

import { Alert, Text } from '@mantine/core';
import { IconFileDescription } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { SchedulePair } from '@/lib/dialects/schedules';
import { messageOf } from '@/lib/i18n/message';
import { ScheduleTable } from './schedule-table';

export interface LossItem {
  readonly nodeId: string;
  readonly path: readonly (string | number)[];
  readonly exactness: 'approximate' | 'impossible';
  readonly code: string;
  readonly values?: Readonly<Record<string, string | number>>;
  /** What keeps it instead; absent = the sidecar. */
  readonly where?: 'sidecar' | 'node';
}

/** What the engine cannot say exactly, where it is kept instead, and both schedules where they differ. */
export function LossList({
  losses,
  showNode = false,
  waits,
}: {
  losses: readonly LossItem[];
  showNode?: boolean;
  /** The engine by its own name, and both schedules where they differ. */
  waits?: { readonly engine: string; readonly schedules: SchedulePair | null };
}) {
  const t = useTranslations('common.losses');
  const captions = useTranslations('common.schedules');
  const words = useTranslations('losses');
  return (
    <Alert color="gray" variant="default" icon={<IconFileDescription aria-hidden />} title={t('title')} mt="xs">
      <ul style={{ margin: 0, paddingLeft: 18 }}>
        {losses.map((loss) => (
          <li key={`${loss.nodeId}/${loss.path.join('.')}/${loss.code}`}>
            <Text size="sm">
              {showNode ? `${loss.nodeId}: ` : ''}
              {messageOf(words, loss.code, loss.values) ?? loss.path.join('.')}{' '}
              <Text span size="xs" c="dimmed">
                ({t(loss.exactness)})
              </Text>
            </Text>
          </li>
        ))}
      </ul>
      {waits?.schedules ? (
        <ScheduleTable schedules={waits.schedules} caption={captions('caption', { engine: waits.engine })} />
      ) : null}
      <Text size="sm" mt={4}>
        {losses.every(({ where }) => where === 'node') ? t('keptInNode') : t('kept')}
      </Text>
    </Alert>
  );
}
