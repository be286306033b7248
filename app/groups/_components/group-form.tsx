'use client';

import { Alert, Button, Group, Stack, TextInput, Title } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import type { EdgeRefusal } from '@/app/_server/action';
import { notify } from '@/components/ui/notify';
import { messageOf } from '@/lib/i18n/message';
import type { OwnerGroupRefusal } from '@/lib/owners/commands';
import { type OwnerGroupInput, ownerGroupSchema } from '@/lib/owners/schema';
import { createAction, updateAction } from '../actions';
import { MembersField } from './members-field';
import { TellingFields } from './telling-fields';

export interface GroupFormProps {
  /** The group that is edited; null makes a new one. */
  readonly id: string | null;
  readonly initial: OwnerGroupInput;
  /** Places that name the group; while there are any, its slug stays. */
  readonly uses: number;
}

/** Makes or edits an owner group. A refusal marks its field and keeps every entry. */
export function GroupForm({ id, initial, uses }: GroupFormProps) {
  const t = useTranslations('groups.form');
  const errors = useTranslations('groups.errors');
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm<OwnerGroupInput>({
    mode: 'controlled',
    initialValues: initial,
    validate: schemaResolver(ownerGroupSchema, { sync: true }),
    onValuesChange: () => setRefusal(null),
  });
  const wordsFor = (error: unknown) =>
    typeof error === 'string' ? (messageOf(errors, error, { uses }) ?? error) : undefined;

  function refuse(error: OwnerGroupRefusal | EdgeRefusal | null) {
    const marked = error === null ? {} : fieldErrors(error);
    form.setErrors(marked);
    const [first] = Object.keys(marked);
    if (first) form.getInputNode(first)?.focus();
    else setRefusal(error?.reason ?? 'unexpected');
  }

  function submit(values: OwnerGroupInput) {
    startTransition(async () => {
      const asked = id === null ? createAction(values) : updateAction({ ...values, id });
      const result = await asked.catch(() => null);
      if (!result?.ok) return refuse(result?.error ?? null);
      void notify({
        color: 'green',
        message: t(id === null ? 'created' : 'saved', { name: values.name.trim() }),
      });
      router.push(id === null ? `/groups/${result.value.id}` : '/groups');
    });
  }

  return (
    <form
      noValidate
      onSubmit={form.onSubmit(submit, (found) => form.getInputNode(Object.keys(found)[0] ?? '')?.focus())}
    >
      <Stack gap="md">
        {id === null ? null : (
          <Title order={2} size="h5">
            {t('title')}
          </Title>
        )}
        {refusal ? <RefusalNotice reason={refusal} /> : null}
        <TextInput
          label={t('name')}
          description={t('nameHint')}
          required
          {...form.getInputProps('name')}
          error={wordsFor(form.errors.name)}
          onBlur={() => {
            if (id === null && form.values.slug === '') form.setFieldValue('slug', slugFrom(form.values.name));
          }}
          maw={460}
          autoComplete="off"
        />
        <TextInput
          label={t('slug')}
          description={uses > 0 ? t('slugFixed', { count: uses }) : t('slugHint')}
          required
          readOnly={uses > 0}
          variant={uses > 0 ? 'filled' : 'default'}
          {...form.getInputProps('slug')}
          error={wordsFor(form.errors.slug)}
          maw={460}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <TellingFields form={form} wordsFor={wordsFor} />
        <MembersField form={form} wordsFor={wordsFor} />
        <Group>
          <Button type="submit" loading={pending}>
            {id === null ? t('create') : t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function RefusalNotice({ reason }: { reason: string }) {
  const t = useTranslations('groups.form');
  const words = useTranslations('common.refusals');
  return (
    <Alert color="red" role="alert" title={t('failed')} icon={<IconAlertCircle aria-hidden />}>
      {messageOf(words, reason) ?? words('unexpected')}
    </Alert>
  );
}

/** Which fields a refusal is about; none for those that are about none. */
function fieldErrors(error: OwnerGroupRefusal | EdgeRefusal): Record<string, string> {
  if (error.reason === 'slug_taken' || error.reason === 'slug_in_use') return { slug: error.reason };
  if (error.reason !== 'invalid') return {};
  return Object.fromEntries((error.issues ?? []).map(({ path, code }) => [path, code]));
}

/** A first suggestion, in sight and free to change; nothing where the name has no Latin letters. */
function slugFrom(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64);
}
