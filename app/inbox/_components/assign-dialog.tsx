'use client';

import { NativeSelect, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Worker } from '@/lib/alerts/inbox-person';
import { DialogForm } from './dialog-form';

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
  return (
    <DialogForm
      title={t('title', { count })}
      words={{ close: c('close'), cancel: t('cancel'), confirm: t('confirm') }}
      refusal={refusal}
      busy={busy}
      onSubmit={() => onAssign(person === NOBODY ? null : person)}
      onClose={onClose}
    >
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
    </DialogForm>
  );
}
