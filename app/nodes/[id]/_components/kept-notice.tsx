'use client';

import { Alert, Button, Group, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useEditor } from './editor-context';

/** Entries of an earlier visit that never reached the server: back in the form, or offered. */
export function KeptNotice() {
  const t = useTranslations('node.kept');
  const format = useFormatter();
  const { kept } = useEditor().editor;
  if (!kept.found) return null;
  const at = format.dateTime(kept.found.at, { dateStyle: 'medium', timeStyle: 'medium' });
  const back = kept.found.state === 'back';
  return (
    <Alert
      color="gray"
      variant="default"
      icon={<IconHistory aria-hidden />}
      title={back ? t('backTitle') : t('offeredTitle')}
      role="alert"
    >
      <Text size="sm" mb="xs">
        {back ? t('backBody', { at }) : t('offeredBody', { at })}
      </Text>
      <Group gap="xs">
        <Button size="xs" variant={back ? 'default' : 'filled'} onClick={back ? kept.close : kept.take}>
          {back ? t('fine') : t('use')}
        </Button>
        <Button size="xs" variant="default" onClick={kept.drop}>
          {back ? t('takeOut') : t('drop')}
        </Button>
      </Group>
    </Alert>
  );
}
