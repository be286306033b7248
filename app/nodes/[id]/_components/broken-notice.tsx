'use client';

import { Alert, Button, Group, Text } from '@mantine/core';
import { IconPlugX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEditor } from './editor-context';

/** The text cannot be read: the form rests, so that neither side writes over the other. */
export function BrokenNotice({ onGoTo }: { onGoTo: (offset: number) => void }) {
  const t = useTranslations('node.text');
  const { editor, node } = useEditor();
  if (!editor.broken) return null;
  const format = editor.preview?.format === 'json' ? 'JSON' : node.textFormat;
  const first = editor.textFindings.find(({ place }) => place !== undefined)?.place;
  return (
    <Alert
      color="red"
      variant="default"
      icon={<IconPlugX aria-hidden />}
      title={t('brokenTitle', { format })}
      role="alert"
    >
      <Text size="sm" mb="xs">
        {t('brokenBody')}
      </Text>
      <Group gap="xs">
        <Button size="xs" onClick={() => onGoTo(first?.start ?? 0)}>
          {t('goToError')}
        </Button>
        <Button size="xs" variant="default" onClick={editor.backToHeld}>
          {t('backToHeld')}
        </Button>
      </Group>
    </Alert>
  );
}
