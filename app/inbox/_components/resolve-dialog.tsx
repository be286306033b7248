'use client';

import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { MAX_NOTE } from '@/lib/alerts/inbox-limits';

/** What was done about it, before it is settled. */
export function ResolveDialog({
  count,
  busy,
  refusal,
  onClose,
  onResolve,
}: {
  count: number;
  busy: boolean;
  refusal: string | null;
  onClose: () => void;
  onResolve: (note: string) => void;
}) {
  const t = useTranslations('inbox.resolve');
  const c = useTranslations('common.actions');
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const empty = note.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!empty) onResolve(note);
  };
  return (
    <Modal opened onClose={onClose} title={t('title', { count })} closeButtonProps={{ 'aria-label': c('close') }}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {refusal ? (
            <Alert color="red" role="alert">
              {refusal}
            </Alert>
          ) : null}
          <Textarea
            label={t('note')}
            description={t('hint', { most: MAX_NOTE })}
            placeholder={t('example')}
            required
            autosize
            minRows={3}
            maxRows={10}
            maxLength={MAX_NOTE}
            data-autofocus
            value={note}
            error={tried && empty ? t('empty') : undefined}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Text size="sm" c="dimmed">
            {t('scope')}
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {t('confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
