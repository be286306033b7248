'use client';

import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useChoice } from '@/app/nodes/_components/use-choice';
import type { GroupOption } from '@/app/nodes/[id]/_components/facts';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { BULK_PARTS, type BulkPart } from './bulk-entry';
import classes from './bulk-form.module.css';
import { CodesPart } from './codes-part';
import { OwnerPart } from './owner-part';
import { RetryPart } from './retry-part';
import { SilencePart } from './silence-part';
import { type BulkFormState, useBulkForm } from './use-bulk-form';

/** What is to be said for all chosen nodes: one or several of four things, each switched on by itself. */
export function BulkForm({ groups }: { groups: readonly GroupOption[] }) {
  const t = useTranslations('bulk.entry');
  const chosen = useChoice();
  const form = useBulkForm(chosen);
  if (chosen.size === 0)
    return (
      <EmptyState
        title={t('none.title')}
        body={t('none.body')}
        action={<LinkButton href="/nodes">{t('none.action')}</LinkButton>}
      />
    );
  const parts: Readonly<Record<BulkPart, ReactNode>> = {
    owner: <OwnerPart form={form} groups={groups} />,
    classify: <CodesPart form={form} />,
    retry: <RetryPart form={form} />,
    silence: <SilencePart form={form} />,
  };
  return (
    <form
      className={classes.form}
      aria-label={t('title')}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <Text fw={600} role="status">
        {t('chosen', { count: chosen.size })}
      </Text>
      {BULK_PARTS.map((part) => (
        <Part key={part} part={part} form={form}>
          {parts[part]}
        </Part>
      ))}
      {form.refusal ? (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {form.refusal}
        </Text>
      ) : null}
      <Group gap="xs">
        <Button type="submit" loading={form.busy}>
          {t('look')}
        </Button>
        <LinkButton href="/nodes" variant="default">
          {t('back')}
        </LinkButton>
      </Group>
      <Text size="sm" c="dimmed">
        {t('nothingYet')}
      </Text>
    </form>
  );
}

function Part({ part, form, children }: { part: BulkPart; form: BulkFormState; children: ReactNode }) {
  const t = useTranslations('bulk.entry.parts');
  const on = form.entry.on[part];
  return (
    <fieldset className={classes.part} data-on={on || undefined}>
      <legend className={classes.legend}>{t(`${part}.title`)}</legend>
      <Checkbox
        checked={on}
        label={t(`${part}.title`)}
        description={t(`${part}.hint`)}
        onChange={(event) => form.turn(part, event.currentTarget.checked)}
      />
      {on ? (
        <Stack gap="sm" className={classes.fields}>
          {children}
        </Stack>
      ) : null}
    </fieldset>
  );
}
