'use client';

import { Alert, Button, NativeSelect, Stack } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { Below, Dim } from '@/components/ui/marks';
import { RelativeTime } from '@/components/ui/relative-time';
import { ROLES } from '@/lib/accounts/permissions';
import { messageOf } from '@/lib/i18n/message';
import type { PersonRow } from '@/lib/people/queries';
import { accessAction, resetAction, roleAction } from '../actions';
import { OneTimeLinkNotice } from './one-time-link';
import classes from './people.module.css';

/** Everybody, with what an administrator may do about them; oneself is not to be shut out by accident. */
export function PeopleTable({ people, me, now }: { people: readonly PersonRow[]; me: string; now: Date }) {
  const t = useTranslations('people');
  const common = useTranslations('common');
  // A choice made before anybody listens would stand there and never arrive.
  const listening = useMounted();
  const [pending, startTransition] = useTransition();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [link, setLink] = useState<{ address: string; name: string } | null>(null);

  const run = (
    ask: () => Promise<{ ok: true; value: string | null } | { ok: false; error: { reason: string } }>,
    done: (value: string | null) => void = () => undefined,
  ) =>
    startTransition(async () => {
      const result = await ask().catch(() => null);
      setLink(null);
      setRefusal(result?.ok ? null : (result?.error.reason ?? 'unexpected'));
      if (result?.ok) done(result.value);
    });

  const columns: PlainColumn<PersonRow>[] = [
    {
      key: 'name',
      label: t('columns.name'),
      heading: true,
      cell: (person) => (
        <>
          {person.name}
          {person.id === me ? <Dim> {t('you')}</Dim> : null}
          <Below>{person.email}</Below>
        </>
      ),
    },
    {
      key: 'role',
      label: t('columns.role'),
      cell: (person) => (
        <NativeSelect
          miw={116}
          aria-label={t('roleOf', { name: person.name })}
          value={person.role}
          disabled={!listening || pending || person.disabledAt !== null}
          onChange={(event) => {
            const role = ROLES.find((each) => each === event.currentTarget.value);
            if (role) run(() => roleAction({ id: person.id, role }));
          }}
          data={ROLES.map((role) => ({ value: role, label: common(`person.roles.${role}`) }))}
        />
      ),
    },
    {
      key: 'groups',
      label: t('columns.groups'),
      cell: ({ groups }) => (groups.length === 0 ? <Dim>{t('noGroups')}</Dim> : groups.join(', ')),
    },
    {
      key: 'seen',
      label: t('columns.seen'),
      cell: ({ lastSeenAt }) => (lastSeenAt ? <RelativeTime date={lastSeenAt} now={now} /> : <Dim>{t('never')}</Dim>),
    },
    {
      key: 'access',
      label: t('columns.access'),
      cell: (person) => (
        <div className={classes.ways}>
          {person.disabledAt ? (
            <Button
              variant="default"
              disabled={pending}
              onClick={() => run(() => accessAction({ id: person.id, disabled: false }))}
            >
              {t('enable')}
            </Button>
          ) : (
            <>
              <Button
                variant="default"
                disabled={pending}
                onClick={() =>
                  run(
                    () => resetAction({ id: person.id }),
                    (address) => address && setLink({ address, name: person.name }),
                  )
                }
              >
                {t('reset')}
              </Button>
              {person.id === me ? null : (
                <ConfirmButton
                  question={t('disableSure', { name: person.name })}
                  confirm={t('disableConfirm')}
                  keep={t('keep')}
                  busy={pending}
                  onConfirm={() => run(() => accessAction({ id: person.id, disabled: true }))}
                >
                  {t('disable')}
                </ConfirmButton>
              )}
            </>
          )}
          {person.disabledAt ? <Dim>{t('disabled')}</Dim> : null}
        </div>
      ),
    },
  ];
  return (
    <Stack gap="sm">
      {refusal ? (
        <Alert color="red" role="alert">
          {messageOf(t, `errors.${refusal}`) ??
            messageOf(common, `refusals.${refusal}`) ??
            common('refusals.unexpected')}
        </Alert>
      ) : null}
      {link ? <OneTimeLinkNotice address={link.address} title={t('link.reset', { name: link.name })} /> : null}
      <PlainTable label={t('table')} columns={columns} rows={people} rowKey={({ id }) => id} />
    </Stack>
  );
}
