'use client';

import { Alert, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMounted } from '@mantine/hooks';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState, useTransition } from 'react';
import { messageOf } from '@/lib/i18n/message';
import { signInAction } from '../actions';
import classes from './doorway.module.css';

interface Example {
  readonly name: string;
  readonly email: string;
  readonly role: 'administrator' | 'editor' | 'viewer';
  readonly password: string;
}

/** Address and password; with the sample data, the example people at one click. */
export function SignInForm({ next, email, examples }: { next: string; email: string; examples: readonly Example[] }) {
  const t = useTranslations('signIn');
  const common = useTranslations('common.refusals');
  const [pending, startTransition] = useTransition();
  const [refusal, setRefusal] = useState<string | null>(null);
  // Keys typed before the page listens would be lost with it.
  const listening = useMounted();
  const form = useForm({ mode: 'uncontrolled', initialValues: { email, password: '' } });
  const [address, secret] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  useEffect(() => {
    if (listening) (email === '' ? address : secret).current?.focus();
  }, [listening, email, address, secret]);

  function submit(values: { email: string; password: string }) {
    startTransition(async () => {
      const result = await signInAction(values).catch(() => null);
      // A whole page load: nothing that was rendered for nobody stays.
      if (result?.ok) return location.assign(next);
      const error = result?.error;
      const waits = error?.reason === 'too_many_attempts' ? Math.ceil(error.retryAfterSeconds / 60) : 0;
      const reason = error?.reason ?? 'unexpected';
      setRefusal(
        messageOf(t, `errors.${reason}`, { minutes: waits }) ?? messageOf(common, reason) ?? common('unexpected'),
      );
      secret.current?.select();
    });
  }

  return (
    <Stack gap="lg">
      <form onSubmit={form.onSubmit(submit)}>
        <Stack gap="sm">
          {refusal ? (
            <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
              {refusal}
            </Alert>
          ) : null}
          <TextInput
            ref={address}
            label={t('email')}
            type="email"
            autoComplete="username"
            required
            disabled={!listening}
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            ref={secret}
            label={t('password')}
            autoComplete="current-password"
            required
            disabled={!listening}
            visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={pending} disabled={!listening}>
            {t('submit')}
          </Button>
        </Stack>
      </form>
      {examples.length > 0 ? (
        <section aria-labelledby="examples-title">
          <Title order={2} size="h5" id="examples-title">
            {t('examples.title')}
          </Title>
          <Text size="sm" c="dimmed" mb="xs">
            {t('examples.body')}
          </Text>
          <ul className={classes.examples}>
            {examples.map((person) => (
              <li key={person.email}>
                <Button
                  variant="default"
                  fullWidth
                  justify="space-between"
                  rightSection={
                    <Text size="sm" c="dimmed" component="span">
                      {t(`roles.${person.role}`)}
                    </Text>
                  }
                  disabled={!listening || pending}
                  onClick={() => submit({ email: person.email, password: person.password })}
                >
                  {person.name}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <Text size="sm" c="dimmed">
        {t('lost')}
      </Text>
    </Stack>
  );
}
