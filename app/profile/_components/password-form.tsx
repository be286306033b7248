'use client';

import { Alert, Button, PasswordInput, Stack } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { notify } from '@/components/ui/notify';
import { MIN_PASSWORD, passwordChangeSchema } from '@/lib/accounts/schema';
import { messageOf } from '@/lib/i18n/message';
import { changePasswordAction } from '../actions';

/** The old password and the new one; every other session ends with it. */
export function PasswordForm() {
  const t = useTranslations('people');
  const common = useTranslations('common.refusals');
  const [pending, startTransition] = useTransition();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm({
    initialValues: { current: '', next: '' },
    validate: schemaResolver(passwordChangeSchema, { sync: true }),
  });
  const wordsFor = (error: unknown) =>
    typeof error === 'string' ? (messageOf(t, `errors.${error}`, { least: MIN_PASSWORD }) ?? error) : undefined;

  function submit(values: typeof form.values) {
    startTransition(async () => {
      const result = await changePasswordAction(values).catch(() => null);
      setRefusal(null);
      if (result?.ok) {
        form.reset();
        return void notify({ color: 'green', message: t('profile.changed') });
      }
      const reason = result?.error.reason ?? 'unexpected';
      if (reason === 'wrong_password') form.setFieldError('current', reason);
      else setRefusal(reason);
    });
  }

  const visibility = { 'aria-label': t('fields.showPassword') };
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(submit, (found) => form.getInputNode(Object.keys(found)[0] ?? '')?.focus())}
    >
      <Stack gap="sm" maw={420}>
        {refusal ? (
          <Alert color="red" role="alert">
            {messageOf(common, refusal) ?? common('unexpected')}
          </Alert>
        ) : null}
        <PasswordInput
          label={t('fields.current')}
          autoComplete="current-password"
          required
          visibilityToggleButtonProps={visibility}
          {...form.getInputProps('current')}
          error={wordsFor(form.errors.current)}
        />
        <PasswordInput
          label={t('fields.next')}
          description={t('fields.passwordHint', { least: MIN_PASSWORD })}
          autoComplete="new-password"
          required
          visibilityToggleButtonProps={visibility}
          {...form.getInputProps('next')}
          error={wordsFor(form.errors.next)}
        />
        <div>
          <Button type="submit" loading={pending}>
            {t('profile.change')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
