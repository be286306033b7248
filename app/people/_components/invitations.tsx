'use client';

import { Alert, Button, Stack, Title } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Below, Caution } from '@/components/ui/marks';
import { RelativeTime } from '@/components/ui/relative-time';
import { messageOf } from '@/lib/i18n/message';
import type { InvitationRow } from '@/lib/people/queries';
import { withdrawAction } from '../actions';

/** Invitations that nobody has followed yet. */
export function Invitations({ invitations, now }: { invitations: readonly InvitationRow[]; now: Date }) {
  const t = useTranslations('people');
  const common = useTranslations('common');
  const [pending, startTransition] = useTransition();
  const [refusal, setRefusal] = useState<string | null>(null);
  const withdraw = (id: string) =>
    startTransition(async () => {
      const result = await withdrawAction({ id }).catch(() => null);
      setRefusal(result?.ok ? null : (result?.error.reason ?? 'unexpected'));
    });
  const columns: PlainColumn<InvitationRow>[] = [
    {
      key: 'name',
      label: t('columns.name'),
      heading: true,
      cell: ({ name, email }) => (
        <>
          {name}
          <Below>{email}</Below>
        </>
      ),
    },
    { key: 'role', label: t('columns.role'), cell: ({ role }) => common(`person.roles.${role}`) },
    { key: 'by', label: t('columns.by'), cell: ({ createdBy }) => createdBy },
    {
      key: 'expires',
      label: t('columns.expires'),
      cell: ({ expiresAt }) =>
        expiresAt <= now ? <Caution>{t('expired')}</Caution> : <RelativeTime date={expiresAt} now={now} />,
    },
    {
      key: 'withdraw',
      label: t('columns.action'),
      cell: ({ id }) => (
        <Button size="compact-sm" variant="default" disabled={pending} onClick={() => withdraw(id)}>
          {t('withdraw')}
        </Button>
      ),
    },
  ];
  return (
    <Stack component="section" gap="xs" aria-labelledby="open-title">
      <Title order={2} size="h5" id="open-title">
        {t('open')}
      </Title>
      {refusal ? (
        <Alert color="red" role="alert">
          {messageOf(common, `refusals.${refusal}`) ?? common('refusals.unexpected')}
        </Alert>
      ) : null}
      <PlainTable label={t('open')} columns={columns} rows={invitations} rowKey={({ id }) => id} />
    </Stack>
  );
}
