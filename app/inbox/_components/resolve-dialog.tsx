'use client';

import { Text, Textarea } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { MAX_NOTE } from '@/lib/alerts/inbox-limits';
import { DialogForm } from './dialog-form';

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
  const submit = () => {
    setTried(true);
    if (!empty) onResolve(note);
  };
  return (
    <DialogForm
      title={t('title', { count })}
      words={{ close: c('close'), cancel: t('cancel'), confirm: t('confirm') }}
      refusal={refusal}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
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
    </DialogForm>
  );
}
