'use client';

import { Alert, Button, Checkbox, Group, PasswordInput, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState, useTransition } from 'react';
import type { EdgeRefusal } from '@/app/_server/action';
import { messageOf } from '@/lib/i18n/message';
import type { ChannelRefusal } from '@/lib/owners/channel-commands';
import type { ChannelKind } from '@/lib/owners/channel-kinds';
import type { ChannelRow } from '@/lib/owners/channel-queries';
import { addChannelAction, changeChannelAction } from '../actions';
import { type ChannelField, type ChannelValues, fieldOf, inputOf, valuesOf } from './channel-values';
import classes from './channels.module.css';

/** What became of a channel that was saved. */
export interface SavedChannel {
  readonly id: string;
  readonly name: string;
  readonly signingSecret: string | null;
}

/** Adds a channel of a kind, or changes one. A refusal marks its fields and keeps every entry. */
export function ChannelForm({
  groupId,
  kind,
  channel,
  mailIsSetUp,
  onSaved,
  onCancel,
}: {
  groupId: string;
  kind: ChannelKind;
  /** Null: a new one. */
  channel: ChannelRow | null;
  mailIsSetUp: boolean;
  onSaved: (saved: SavedChannel) => void;
  onCancel: () => void;
}) {
  const t = useTranslations('channels');
  const kinds = useTranslations('reach.kinds');
  const refusals = useTranslations('common.refusals');
  const wordsFor = useErrorWords();
  const [pending, startTransition] = useTransition();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm<ChannelValues>({ initialValues: valuesOf(channel, kinds(kind)) });
  const title = channel ? t('form.change', { name: channel.name }) : t('form.new', { kind: kinds(kind) });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  function refuse(error: ChannelRefusal | EdgeRefusal | null, values: ChannelValues) {
    const issues = error?.reason === 'invalid' ? (error.issues ?? []) : [];
    const marked = issues.flatMap(({ path, code }): [ChannelField, string][] => {
      const found = fieldOf(path, values);
      return found ? [[found.field, wordsFor(code, found.line)]] : [];
    });
    form.setErrors(Object.fromEntries(marked.toReversed()));
    const [first] = marked;
    if (first) return form.getInputNode(first[0])?.focus();
    const reason = error?.reason ?? 'unexpected';
    setRefusal(messageOf(t, `errors.${reason}`) ?? messageOf(refusals, reason) ?? refusals('unexpected'));
  }

  function submit(values: ChannelValues) {
    setRefusal(null);
    startTransition(async () => {
      const input = inputOf(kind, values);
      const asked = channel
        ? changeChannelAction({ ...input, id: channel.id })
        : addChannelAction({ ...input, groupId });
      const result = await asked.catch(() => null);
      if (result?.ok) onSaved({ ...result.value, name: values.name.trim() });
      else refuse(result?.error ?? null, values);
    });
  }

  return (
    <section className={classes.panel} aria-label={title}>
      <form noValidate onSubmit={form.onSubmit(submit)}>
        <Stack gap="sm" maw={560}>
          <div>
            <Title order={3} size="h6" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
              {title}
            </Title>
            <Text size="sm" c="dimmed">
              {t(`kinds.${kind}.where`)}
            </Text>
          </div>
          {kind === 'mail' && !mailIsSetUp ? <Alert color="yellow">{t('kinds.mail.missing')}</Alert> : null}
          {refusal ? (
            <Alert color="red" role="alert" title={t('failed')}>
              {refusal}
            </Alert>
          ) : null}
          <TextInput
            label={t('form.name')}
            description={t('form.nameHint')}
            required
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <KindFields form={form} kind={kind} channel={channel} />
          <Checkbox
            label={t('form.fallback')}
            description={t('form.fallbackHint')}
            {...form.getInputProps('fallback', { type: 'checkbox' })}
          />
          <Group gap="xs">
            <Button type="submit" loading={pending}>
              {channel ? t('form.save') : t('form.add')}
            </Button>
            <Button variant="default" onClick={onCancel}>
              {channel ? t('cancel') : t('back')}
            </Button>
          </Group>
        </Stack>
      </form>
    </section>
  );
}

type Form = ReturnType<typeof useForm<ChannelValues>>;

function KindFields({ form, kind, channel }: { form: Form; kind: ChannelKind; channel: ChannelRow | null }) {
  const t = useTranslations('channels.form');
  if (kind === 'mail')
    return (
      <Textarea
        label={t('to')}
        description={t('toHint')}
        autosize
        minRows={2}
        maxRows={10}
        spellCheck={false}
        {...form.getInputProps('to')}
      />
    );
  if (kind === 'jira') return <JiraFields form={form} kept={channel !== null && !channel.unreadable} />;
  return (
    <>
      <TextInput
        label={t('url')}
        description={channel?.host ? t('kept', { host: channel.host }) : t('urlHint')}
        required={!channel?.host}
        {...QUIET}
        {...form.getInputProps('url')}
      />
      {kind === 'feishu' || kind === 'dingtalk' ? <SecretField form={form} kept={channel?.signed ?? false} /> : null}
    </>
  );
}

function SecretField({ form, kept }: { form: Form; kept: boolean }) {
  const t = useTranslations('channels.form');
  return (
    <>
      <PasswordInput
        label={t('secret')}
        description={kept ? t('keptSecret') : t('secretHint')}
        {...QUIET}
        {...form.getInputProps('secret')}
      />
      {kept ? <Checkbox label={t('dropSecret')} {...form.getInputProps('dropSecret', { type: 'checkbox' })} /> : null}
    </>
  );
}

function JiraFields({ form, kept }: { form: Form; kept: boolean }) {
  const t = useTranslations('channels.form');
  return (
    <>
      <TextInput label={t('site')} description={t('siteHint')} required {...QUIET} {...form.getInputProps('site')} />
      <TextInput label={t('email')} description={t('emailHint')} required {...QUIET} {...form.getInputProps('email')} />
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <TextInput
          label={t('project')}
          description={t('projectHint')}
          required
          {...QUIET}
          {...form.getInputProps('project')}
        />
        <TextInput
          label={t('issueType')}
          description={t('issueTypeHint')}
          required
          {...QUIET}
          {...form.getInputProps('issueType')}
        />
      </Group>
      <PasswordInput
        label={t('token')}
        description={kept ? t('keptSecret') : t('tokenHint')}
        required={!kept}
        {...QUIET}
        {...form.getInputProps('token')}
      />
    </>
  );
}

/** Nothing that the browser should keep, correct or fill in. */
const QUIET = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const;

function useErrorWords(): (code: string, line: number | null) => string {
  const t = useTranslations('channels.errors');
  const address = useTranslations('notices.address');
  return (code, line) => {
    if (line !== null && code === 'member_email') return t('line', { line });
    return messageOf(t, code) ?? messageOf(address, code) ?? t('wrong');
  };
}
