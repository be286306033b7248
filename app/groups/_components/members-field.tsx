'use client';

import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { OwnerGroupInput } from '@/lib/owners/schema';
import classes from './groups.module.css';

/** The people of a group, one row each. */
export function MembersField({
  form,
  wordsFor,
}: {
  form: UseFormReturnType<OwnerGroupInput>;
  wordsFor: (error: unknown) => string | undefined;
}) {
  const t = useTranslations('groups.form');
  const { members } = form.values;
  const listError = wordsFor(form.errors.members);
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>{t('members')}</legend>
      <Text size="xs" c="dimmed" mb="xs">
        {members.length === 0 ? t('noMembers') : t('membersHint')}
      </Text>
      <Stack gap="sm">
        {members.map(({ name }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: values are held by the form, rows have none of their own
          <fieldset key={index} aria-label={t('member', { number: index + 1 })} className={classes.member}>
            <TextInput
              label={t('memberName')}
              {...form.getInputProps(`members.${index}.name`)}
              error={wordsFor(form.errors[`members.${index}.name`])}
              autoComplete="off"
            />
            <TextInput
              label={t('memberEmail')}
              type="email"
              {...form.getInputProps(`members.${index}.email`)}
              error={wordsFor(form.errors[`members.${index}.email`])}
              autoComplete="off"
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              c="var(--mantine-color-text)"
              className={classes.removeMember}
              onClick={() => form.removeListItem('members', index)}
              aria-label={t('removeMember', { name: name.trim() || t('member', { number: index + 1 }) })}
            >
              <IconTrash size={18} stroke={1.6} aria-hidden />
            </ActionIcon>
          </fieldset>
        ))}
      </Stack>
      {listError ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {listError}
        </Text>
      ) : null}
      <Group mt="sm">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
          onClick={() => form.insertListItem('members', { name: '', email: '' })}
        >
          {t('addMember')}
        </Button>
      </Group>
    </fieldset>
  );
}
