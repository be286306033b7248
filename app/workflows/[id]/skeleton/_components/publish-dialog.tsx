'use client';

import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Skeleton } from './use-skeleton';

/** The last question before publishing on many nodes at once. */
export function PublishDialog({
  opened,
  onClose,
  skeleton,
}: {
  opened: boolean;
  onClose: () => void;
  skeleton: Skeleton;
}) {
  const t = useTranslations('skeleton');
  const common = useTranslations('common.actions');
  const [note, setNote] = useState('');
  const { picked, ready, busy, refusal, publish } = skeleton;
  const rest = picked.length - ready.length;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('dialog.title', { count: ready.length })}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Stack gap="sm">
        <Text size="sm">{t('dialog.body')}</Text>
        {rest > 0 ? <Text size="sm">{t('dialog.rest', { count: rest })}</Text> : null}
        <TextInput
          label={t('dialog.note')}
          placeholder={t('dialog.noteExample')}
          value={note}
          maxLength={500}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {refusal ? (
          <Text c="var(--mantine-color-error)" size="sm" role="alert">
            {refusal}
          </Text>
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('dialog.back')}
          </Button>
          <Button
            loading={busy === 'publish'}
            onClick={async () => {
              if (await publish(note)) onClose();
            }}
          >
            {t('dialog.confirm')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
