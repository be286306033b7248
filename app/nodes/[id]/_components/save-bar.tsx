'use client';

import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconCheck, IconCloudOff, IconPencil } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEditor } from './editor-context';
import classes from './save-bar.module.css';

const ICONS = {
  published: IconCheck,
  unsaved: IconPencil,
  saving: IconPencil,
  draft: IconPencil,
  failed: IconCloudOff,
} as const;

/** Where the text on screen stands, and the ways on: undo, discard, publish. */
export function SaveBar({
  onPublish,
  onDiscard,
  busy,
}: {
  onPublish: () => void;
  onDiscard: () => void;
  busy: boolean;
}) {
  const t = useTranslations('node.bar');
  const { editor } = useEditor();
  const errors = editor.diagnostics.filter((each) => each.severity === 'error').length;
  const Icon = ICONS[editor.save];
  return (
    <div className={classes.bar}>
      <Group gap={8} wrap="nowrap" miw={0} flex="1 1 200px" role="status" data-state={editor.save}>
        <Icon size={17} aria-hidden className={classes.icon} data-state={editor.save} />
        <Text size="sm" fw={500}>
          {t(`state.${editor.save}`)}
          {errors > 0 ? ` · ${t('errors', { count: errors })}` : ''}
        </Text>
      </Group>
      <Group gap={6}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('undo')}
          title={t('undo')}
          disabled={!editor.canUndo}
          onClick={editor.undo}
        >
          <IconArrowBackUp size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('redo')}
          title={t('redo')}
          disabled={!editor.canRedo}
          onClick={editor.redo}
        >
          <IconArrowForwardUp size={18} aria-hidden />
        </ActionIcon>
        <Button variant="default" onClick={onDiscard} disabled={!editor.changed || busy}>
          {t('discard')}
        </Button>
        <Button id="publish" onClick={onPublish} disabled={!editor.changed} loading={busy}>
          {t('publish')}
        </Button>
      </Group>
    </div>
  );
}
