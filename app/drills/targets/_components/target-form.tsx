'use client';

import { Alert, Button, Group, NativeSelect, Stack, TextInput, Title } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useTranslations } from 'next-intl';
import { useId, useState, useTransition } from 'react';
import { targetFieldsSchema } from '@/lib/drills/target-schema';
import { ENVIRONMENTS, type Environment } from '@/lib/drills/vocabulary';
import { addTargetAction, changeTargetAction } from '../actions';
import { TargetSecret } from './target-secret';
import { useTargetWords } from './use-target-words';

interface Values {
  name: string;
  environment: Environment;
  url: string;
}

interface Refused {
  readonly reason: string;
  readonly issues?: readonly { readonly path: string; readonly code: string }[];
}

/** Refusals that are about one entry. */
const FIELD_OF: Readonly<Record<string, keyof Values>> = { name_taken: 'name', production: 'environment' };
const NOTHING: Values = { name: '', environment: 'test', url: '' };

/** Declares a target, or changes the one that is given; a refusal keeps every entry. */
export function TargetForm({
  target,
  onDone,
}: {
  target?: { readonly id: string } & Values;
  /** With the secret that was made, if one was. */
  onDone?: (secret: string | null) => void;
}) {
  const t = useTranslations('drillTargets');
  const words = useTargetWords();
  const titleId = useId();
  const [pending, startTransition] = useTransition();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null);
  const form = useForm<Values>({
    initialValues: target ?? NOTHING,
    validate: schemaResolver(targetFieldsSchema, { sync: true }),
  });
  const errorOf = (field: keyof Values) => {
    const error = form.errors[field];
    return typeof error === 'string' ? words(error) : undefined;
  };

  function refused({ reason, issues }: Refused) {
    const field = FIELD_OF[reason];
    if (field) return form.setFieldError(field, reason);
    if (!issues?.length) return setRefusal(reason);
    for (const { path, code } of issues) form.setFieldError(path, code);
  }

  function done(name: string, secret: string | null) {
    setRefusal(null);
    if (onDone) return onDone(secret);
    if (secret !== null) setMade({ name, secret });
    form.reset();
  }

  function submit(fields: Values) {
    // Said at once, where it was chosen; the server says so too.
    if (fields.environment === 'production') return refused({ reason: 'production' });
    startTransition(async () => {
      const asked = target ? changeTargetAction({ ...fields, id: target.id }) : addTargetAction(fields);
      const result = await asked.catch(() => null);
      setMade(null);
      if (result?.ok) done(fields.name, result.value.secret);
      else refused(result?.error ?? { reason: 'unexpected' });
    });
  }

  return (
    <form
      noValidate
      aria-labelledby={titleId}
      onSubmit={form.onSubmit(submit, (found) => form.getInputNode(Object.keys(found)[0] ?? '')?.focus())}
    >
      <Stack gap="sm" maw={560}>
        <Title order={2} size="h5" id={titleId}>
          {target ? t('edit.title', { name: target.name }) : t('add.title')}
        </Title>
        {refusal ? (
          <Alert color="red" role="alert">
            {words(refusal)}
          </Alert>
        ) : null}
        {made ? <TargetSecret name={made.name} secret={made.secret} /> : null}
        <TextInput
          label={t('fields.name')}
          description={t('fields.nameHint')}
          required
          autoComplete="off"
          {...form.getInputProps('name')}
          error={errorOf('name')}
        />
        <NativeSelect
          label={t('fields.environment')}
          description={t('fields.environmentHint')}
          required
          {...form.getInputProps('environment')}
          error={errorOf('environment')}
          data={ENVIRONMENTS.map((value) => ({ value, label: t(`environments.${value}`) }))}
        />
        <TextInput
          label={t('fields.url')}
          description={t('fields.urlHint')}
          type="url"
          autoComplete="off"
          {...form.getInputProps('url')}
          error={errorOf('url')}
        />
        <Group gap="sm">
          <Button type="submit" loading={pending}>
            {target ? t('edit.submit') : t('add.submit')}
          </Button>
          {onDone ? (
            <Button variant="default" onClick={() => onDone(null)}>
              {t('edit.cancel')}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </form>
  );
}
