'use client';

import { Alert, Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import type { Worker } from '@/lib/alerts/inbox-person';

const NOBODY = '';

/** To whom it is given: somebody who may work on all of it, or nobody. */
export function AssignDialog({
  count,
  people,
  actorId,
  busy,
  refusal,
  onClose,
  onAssign,
}: {
  count: number;
  people: readonly Worker[];
  actorId: string;
  busy: boolean;
  refusal: string | null;
  onClose: () => void;
  onAssign: (personId: string | null) => void;
}) {
  const t = useTranslations('inbox.assign');
  const c = useTranslations('common.actions');
  const me = people.find(({ id }) => id === actorId);
  const [person, setPerson] = useState(me?.id ?? NOBODY);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAssign(person === NOBODY ? null : person);
  };
  return (
    <Modal opened onClose={onClose} title={t('title', { count })} closeButtonProps={{ 'aria-label': c('close') }}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {refusal ? (
            <Alert color="red" role="alert">
              {refusal}
            </Alert>
          ) : null}
          <NativeSelect
            label={t('person')}
            description={t('hint')}
            data-autofocus
            data={[
              ...(me ? [{ value: me.id, label: t('me', { name: me.name }) }] : []),
              ...people.filter(({ id }) => id !== actorId).map(({ id, name }) => ({ value: id, label: name })),
              { value: NOBODY, label: t('nobody') },
            ]}
            value={person}
            onChange={(event) => setPerson(event.currentTarget.value)}
          />
          {people.length === 0 ? <Text size="sm">{t('noCommon')}</Text> : null}
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
