'use client';

import { Alert, Text } from '@mantine/core';
import { IconFileDescription } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { messageOf } from '@/lib/i18n/message';

export interface LossItem {
  readonly nodeId: string;
  readonly path: readonly (string | number)[];
  readonly exactness: 'approximate' | 'impossible';
  readonly code: string;
  readonly values?: Readonly<Record<string, string | number>>;
  /** What keeps it instead; absent = the sidecar. */
  readonly where?: 'sidecar' | 'node';
}

/** What the engine cannot say exactly, and where it is kept instead. */
export function LossList({ losses, showNode = false }: { losses: readonly LossItem[]; showNode?: boolean }) {
  const t = useTranslations('common.losses');
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
      <Text size="sm" mt={4}>
        {losses.every(({ where }) => where === 'node') ? t('keptInNode') : t('kept')}
      </Text>
    </Alert>
  );
}
