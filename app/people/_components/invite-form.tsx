'use client';

import { Alert, Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { ROLES } from '@/lib/accounts/permissions';
import { type InviteInput, inviteSchema } from '@/lib/accounts/schema';
import { messageOf } from '@/lib/i18n/message';
import { inviteAction } from '../actions';
import { OneTimeLinkNotice } from './one-time-link';

const NOBODY: InviteInput = { name: '', email: '', role: 'editor' };

/** Invites somebody by a link to pass on; a refusal keeps every entry. */
export function InviteForm() {
  const t = useTranslations('people');
  const common = useTranslations('common');
  const [pending, startTransition] = useTransition();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [link, setLink] = useState<{ address: string; name: string } | null>(null);
  const form = useForm<InviteInput>({ initialValues: NOBODY, validate: schemaResolver(inviteSchema, { sync: true }) });
  const wordsFor = (error: unknown) =>
    typeof error === 'string' ? (messageOf(t, `errors.${error}`) ?? error) : undefined;

  function submit(values: InviteInput) {
    startTransition(async () => {
      const result = await inviteAction(values).catch(() => null);
      if (result?.ok) {
        setRefusal(null);
        setLink({ address: result.value, name: values.name });
        return form.reset();
      }
      const reason = result?.error.reason ?? 'unexpected';
      if (reason === 'email_taken') form.setFieldError('email', reason);
      else setRefusal(reason);
    });
  }

  return (
    <form
      noValidate
      onSubmit={form.onSubmit(submit, (found) => form.getInputNode(Object.keys(found)[0] ?? '')?.focus())}
    >
      <Stack gap="sm">
        {refusal ? (
          <Alert color="red" role="alert">
            {messageOf(common, `refusals.${refusal}`) ?? common('refusals.unexpected')}
          </Alert>
        ) : null}
        {link ? <OneTimeLinkNotice address={link.address} title={t('link.invited', { name: link.name })} /> : null}
        <Group align="flex-start" gap="sm">
          <TextInput
            label={t('fields.name')}
            required
            autoComplete="off"
            w={{ base: '100%', xs: 220 }}
            {...form.getInputProps('name')}
            error={wordsFor(form.errors.name)}
          />
          <TextInput
            label={t('fields.email')}
            type="email"
            required
            autoComplete="off"
            w={{ base: '100%', xs: 280 }}
            {...form.getInputProps('email')}
            error={wordsFor(form.errors.email)}
          />
          <NativeSelect
            label={t('columns.role')}
            w={{ base: '100%', xs: 'auto' }}
            {...form.getInputProps('role')}
            data={ROLES.map((role) => ({ value: role, label: common(`person.roles.${role}`) }))}
          />
        </Group>
        <Group>
          <Button type="submit" loading={pending}>
            {t('invite.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
