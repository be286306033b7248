'use client';

import { Alert, Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { Below, Dim } from '@/components/ui/marks';
import { RelativeTime } from '@/components/ui/relative-time';
import { ShownOnce } from '@/components/ui/shown-once';
import type { Scope } from '@/lib/accounts/permissions';
import type { TokenRow } from '@/lib/accounts/token-queries';
import { messageOf } from '@/lib/i18n/message';
import { createTokenAction, revokeTokenAction } from '../actions';

const DAYS = [7, 30, 90, 365] as const;
const NEVER = 'never';

/** What programs sign in with: the person's tokens, a new one (shown once), and their end. */
export function TokensSection({
  tokens,
  scopes,
  mayNeverExpire,
  now,
}: {
  tokens: readonly TokenRow[];
  /** Scopes that the person's role has any use for. */
  scopes: readonly Scope[];
  mayNeverExpire: boolean;
  now: Date;
}) {
  const t = useTranslations('people.tokens');
  const common = useTranslations('common.refusals');
  const [pending, startTransition] = useTransition();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [made, setMade] = useState<string | null>(null);
  const form = useForm({
    initialValues: { name: '', scopes: ['read'], days: '90' },
    validate: {
      name: (name) => (name.trim() === '' ? t('errors.token_name') : null),
      scopes: (chosen) => (chosen.length === 0 ? t('errors.token_scopes') : null),
    },
  });

  function create({ name, scopes: chosen, days }: typeof form.values) {
    startTransition(async () => {
      const asked = scopes.filter((scope) => chosen.includes(scope));
      const expiresInDays = days === NEVER ? null : Number(days);
      const result = await createTokenAction({ name, scopes: asked, expiresInDays }).catch(() => null);
      setMade(result?.ok ? result.value.token : null);
      if (result?.ok) form.reset();
      const error = result?.ok ? null : (result?.error ?? { reason: 'unexpected' as const });
      const issue = error?.reason === 'invalid' ? error.issues?.[0]?.code : undefined;
      setRefusal(error && (issue ?? error.reason));
    });
  }

  const revoke = (id: string) =>
    startTransition(async () => {
      const result = await revokeTokenAction({ id }).catch(() => null);
      setRefusal(result?.ok ? null : (result?.error.reason ?? 'unexpected'));
    });

  const columns: PlainColumn<TokenRow>[] = [
    {
      key: 'name',
      label: t('name'),
      heading: true,
      cell: ({ name, start }) => (
        <>
          {name}
          <Below code>{start}…</Below>
        </>
      ),
    },
    {
      key: 'scopes',
      label: t('scopes'),
      cell: (token) => token.scopes.map((scope) => t(`scope.${scope}`)).join(' · '),
    },
    {
      key: 'used',
      label: t('lastUsed'),
      cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime date={lastUsedAt} now={now} /> : <Dim>{t('unused')}</Dim>),
    },
    {
      key: 'expires',
      label: t('expires'),
      cell: ({ expiresAt }) => (expiresAt ? <RelativeTime date={expiresAt} now={now} /> : <Dim>{t('never')}</Dim>),
    },
    {
      key: 'end',
      label: t('end'),
      cell: ({ id, name, state }) =>
        state === 'active' ? (
          <ConfirmButton
            question={t('revokeSure', { name })}
            confirm={t('revoke')}
            keep={t('keep')}
            busy={pending}
            onConfirm={() => revoke(id)}
          >
            {t('revoke')}
          </ConfirmButton>
        ) : (
          <Dim>{t(`state.${state}`)}</Dim>
        ),
    },
  ];
  return (
    <Stack gap="sm">
      {refusal ? (
        <Alert color="red" role="alert">
          {messageOf(t, `errors.${refusal}`) ?? messageOf(common, refusal) ?? common('unexpected')}
        </Alert>
      ) : null}
      {made ? (
        <ShownOnce title={t('made')} body={t('madeBody')} value={made} copy={t('copy')} copied={t('copied')} />
      ) : null}
      {tokens.length > 0 ? (
        <PlainTable label={t('title')} columns={columns} rows={tokens} rowKey={({ id }) => id} />
      ) : null}
      <form
        noValidate
        onSubmit={form.onSubmit(create, (found) => form.getInputNode(Object.keys(found)[0] ?? '')?.focus())}
      >
        <Stack gap="sm" maw={640}>
          <Group align="flex-start" gap="sm">
            <TextInput
              label={t('name')}
              description={t('nameHint')}
              required
              maxLength={80}
              {...form.getInputProps('name')}
            />
            <NativeSelect
              label={t('holds')}
              description={t('expiresHint')}
              {...form.getInputProps('days')}
              data={[
                ...DAYS.map((days) => ({ value: `${days}`, label: t('days', { count: days }) })),
                ...(mayNeverExpire ? [{ value: NEVER, label: t('never') }] : []),
              ]}
            />
          </Group>
          <Checkbox.Group label={t('scopes')} {...form.getInputProps('scopes')}>
            <Stack gap={6} mt={6}>
              {scopes.map((scope) => (
                <Checkbox key={scope} value={scope} label={t(`scope.${scope}`)} />
              ))}
            </Stack>
          </Checkbox.Group>
          <div>
            <Button type="submit" variant="default" loading={pending}>
              {t('create')}
            </Button>
          </div>
        </Stack>
      </form>
    </Stack>
  );
}
