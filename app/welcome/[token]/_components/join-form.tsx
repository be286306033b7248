'use client';

import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMounted } from '@mantine/hooks';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { joinSchema, MIN_PASSWORD } from '@/lib/accounts/schema';
import { messageOf } from '@/lib/i18n/message';
import { joinAction } from '../actions';

/** Name, address where the link does not know it, and a password. A refusal keeps every entry. */
export function JoinForm({
  token,
  email,
  name,
  resets,
}: {
  token: string;
  email: string | null;
  name: string | null;
  resets: boolean;
}) {
  const t = useTranslations('people');
  const common = useTranslations('common.refusals');
  const [pending, startTransition] = useTransition();
  const [refusal, setRefusal] = useState<string | null>(null);
  const listening = useMounted();
  const form = useForm({
    initialValues: { token, name: name ?? '', email: email ?? '', password: '' },
    validate: schemaResolver(joinSchema, { sync: true }),
    onValuesChange: () => setRefusal(null),
  });
  const wordsFor = (error: unknown) =>
    typeof error === 'string' ? (messageOf(t, `errors.${error}`, { least: MIN_PASSWORD }) ?? error) : undefined;

  function submit(values: typeof form.values) {
    startTransition(async () => {
      const result = await joinAction(values).catch(() => null);
      if (result?.ok) return location.assign(`/sign-in?joined=${encodeURIComponent(result.value.email)}`);
      const reason = result?.error.reason ?? 'unexpected';
      setRefusal(messageOf(t, `errors.${reason}`) ?? messageOf(common, reason) ?? common('unexpected'));
    });
  }

  return (
    <form
      noValidate
      onSubmit={form.onSubmit(submit, (found) => form.getInputNode(Object.keys(found)[0] ?? '')?.focus())}
    >
      <Stack gap="sm">
        {refusal ? (
          <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
            {refusal}
          </Alert>
        ) : null}
        <TextInput
          label={t('fields.name')}
          autoComplete="name"
          required
          readOnly={resets}
          variant={resets ? 'filled' : 'default'}
          disabled={!listening}
          {...form.getInputProps('name')}
          error={wordsFor(form.errors.name)}
        />
        <TextInput
          label={t('fields.email')}
          type="email"
          autoComplete="username"
          required
          readOnly={email !== null}
          variant={email === null ? 'default' : 'filled'}
          disabled={!listening}
          {...form.getInputProps('email')}
          error={wordsFor(form.errors.email)}
        />
        <PasswordInput
          label={t('fields.password')}
          description={t('fields.passwordHint', { least: MIN_PASSWORD })}
          autoComplete="new-password"
          required
          disabled={!listening}
          visibilityToggleButtonProps={{ 'aria-label': t('fields.showPassword') }}
          {...form.getInputProps('password')}
          error={wordsFor(form.errors.password)}
        />
        <Button type="submit" loading={pending} disabled={!listening}>
          {resets ? t('join.setPassword') : t('join.submit')}
        </Button>
      </Stack>
    </form>
  );
}
