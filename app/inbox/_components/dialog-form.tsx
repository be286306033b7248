'use client';

import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';

/** A question in a dialog: what was refused above the fields, and a way out beside the answer. */
export function DialogForm({
  title,
  words,
  refusal,
  busy,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  words: { readonly close: string; readonly cancel: string; readonly confirm: string };
  refusal: ReactNode;
  busy: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': words.close }}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {refusal ? (
            <Alert color="red" role="alert">
              {refusal}
            </Alert>
          ) : null}
          {children}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={busy}>
              {words.confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
