'use client';

import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DiagnosticsList } from '@/components/policy/diagnostics-list';
import { DiffView } from '@/components/policy/diff-view';
import { LossList } from '@/components/policy/loss-list';
import { useEditor } from './editor-context';
import classes from './publish-dialog.module.css';
import { ChangeSentence, Sentence } from './sentence';

/** The last look before publishing: words first, lines second, then a note and the button. */
export function PublishDialog({
  opened,
  onClose,
  onConfirm,
  busy,
  refusal,
}: {
  opened: boolean;
  onClose: () => void;
  onConfirm: (note: string) => void;
  busy: boolean;
  refusal: string | null;
}) {
  const t = useTranslations('node.publish');
  const common = useTranslations('common.actions');
  const { editor } = useEditor();
  const [note, setNote] = useState('');
  const errors = editor.diagnostics.filter((each) => each.severity === 'error');
  const writable = editor.preview?.ok !== false;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('title')}
      size="lg"
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Stack gap="md">
        {errors.length > 0 ? (
          <Alert color="red" variant="default" title={t('blocked', { count: errors.length })}>
            <DiagnosticsList label={common('problems')} diagnostics={errors} />
          </Alert>
        ) : (
          <>
            <div>
              <Text fw={600} size="sm">
                {t('from')}
              </Text>
              <ChangeSentence />
              <Text fw={600} size="sm" mt="xs">
                {t('to')}
              </Text>
              <Sentence />
            </div>
            {editor.preview?.ok ? (
              <div>
                <Text fw={600} size="sm" mb={4}>
                  {t('lines')}
                </Text>
                <DiffView files={editor.preview.files} />
                {editor.preview.losses.length > 0 ? <LossList losses={editor.preview.losses} /> : null}
              </div>
            ) : null}
            {editor.preview && !editor.preview.ok ? (
              <DiagnosticsList label={common('problems')} diagnostics={editor.preview.diagnostics} />
            ) : null}
            <TextInput
              label={t('note')}
              placeholder={t('noteExample')}
              value={note}
              maxLength={500}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          </>
        )}
        {refusal ? (
          <Text c="var(--mantine-color-error)" size="sm" role="alert">
            {refusal}
          </Text>
        ) : null}
        <Group justify="flex-end" gap="xs" className={classes.foot}>
          <Button variant="default" onClick={onClose}>
            {t('back')}
          </Button>
          <Button onClick={() => onConfirm(note)} loading={busy} disabled={errors.length > 0 || !writable}>
            {t('confirm')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
