'use client';

import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { BulkProgress } from '@/lib/workflows/bulk-queries';
import type { BulkMode } from '@/lib/workflows/bulk-vocabulary';

/** Publish, with a last question and a note, or keep as drafts. Drafts are made where publishing is refused too. */
export function StartButtons({
  counts,
  ready,
  busy,
  mayPublish,
  onStart,
}: {
  counts: BulkProgress['counts'];
  /** Every node has been looked at. */
  ready: boolean;
  busy: boolean;
  mayPublish: boolean;
  onStart: (mode: BulkMode, note: string) => void;
}) {
  const t = useTranslations('bulk.start');
  const common = useTranslations('common.actions');
  const [asking, setAsking] = useState(false);
  const [note, setNote] = useState('');
  const { changes = 0, refused = 0 } = counts;
  return (
    <>
      {mayPublish ? (
        <Button disabled={!ready || changes === 0 || busy} onClick={() => setAsking(true)}>
          {t('publish', { count: changes })}
        </Button>
      ) : null}
      <Button
        variant="default"
        disabled={!ready || changes + refused === 0}
        loading={busy && !asking}
        onClick={() => onStart('draft', '')}
      >
        {t('draft', { count: changes + refused })}
      </Button>
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('title', { count: changes })}
        closeButtonProps={{ 'aria-label': common('close') }}
      >
        <Stack gap="sm">
          <Text size="sm">{t('body')}</Text>
          {refused > 0 ? <Text size="sm">{t('rest', { count: refused })}</Text> : null}
          <TextInput
            label={t('note')}
            placeholder={t('noteExample')}
            value={note}
            maxLength={500}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setAsking(false)}>
              {t('back')}
            </Button>
            <Button
              loading={busy}
              onClick={() => {
                setAsking(false);
                onStart('publish', note);
              }}
            >
              {t('confirm')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
