'use client';

import { Alert, Button, Group, NumberInput, Radio, Stack, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useFormatter, useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import type { EdgeRefusal } from '@/app/_server/action';
import type { CycleRefusal } from '@/lib/history/commands';
import { type BusinessCycle, type BusinessCycleInput, cyclePeriods } from '@/lib/history/cycle';
import { businessCycleSchema } from '@/lib/history/cycle-schema';
import { messageOf } from '@/lib/i18n/message';
import { createCycleAction, updateCycleAction } from '../actions';
import classes from './cycles-dialog.module.css';
import { daysText } from './period-text';

/** Before anything is typed: a whole month, the most usual of all. */
const USUAL_LENGTH = 14;

/** Makes or edits one cycle, with the periods that come of it in sight. A refusal keeps every entry. */
export function CycleForm({
  cycle,
  today,
  onDone,
  onBack,
}: {
  /** Null makes a new one. */
  cycle: BusinessCycle | null;
  today: string;
  onDone: (id: string) => void;
  onBack: () => void;
}) {
  const t = useTranslations('failures.cycles');
  const errors = useTranslations('failures.cycles.errors');
  const refusals = useTranslations('common.refusals');
  const [pending, startTransition] = useTransition();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm<BusinessCycleInput>({
    mode: 'controlled',
    initialValues: {
      name: cycle?.name ?? '',
      firstDay: cycle?.firstDay ?? `${today.slice(0, 8)}01`,
      lengthDays: cycle?.lengthDays ?? null,
    },
    validate: schemaResolver(businessCycleSchema, { sync: true }),
    onValuesChange: () => setRefusal(null),
  });
  const wordsFor = (error: unknown) => (typeof error === 'string' ? (messageOf(errors, error) ?? error) : undefined);

  function refuse(error: CycleRefusal | EdgeRefusal | null) {
    if (error?.reason === 'cycle_name_taken') form.setErrors({ name: error.reason });
    else setRefusal(error?.reason ?? 'unexpected');
    form.getInputNode('name')?.focus();
  }

  function submit(values: BusinessCycleInput) {
    startTransition(async () => {
      const asked = cycle === null ? createCycleAction(values) : updateCycleAction({ ...values, id: cycle.id });
      const result = await asked.catch(() => null);
      if (result?.ok) onDone(result.value.id);
      else refuse(result?.error ?? null);
    });
  }

  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack gap="sm">
        {refusal ? (
          <Alert color="red" role="alert">
            {messageOf(refusals, refusal) ?? refusals('unexpected')}
          </Alert>
        ) : null}
        <TextInput
          label={t('name')}
          description={t('nameHint')}
          required
          data-autofocus
          {...form.getInputProps('name')}
          error={wordsFor(form.errors.name)}
          autoComplete="off"
        />
        <TextInput
          type="date"
          label={t('firstDay')}
          description={t('firstDayHint')}
          required
          maw={220}
          {...form.getInputProps('firstDay')}
          error={wordsFor(form.errors.firstDay)}
        />
        <Radio.Group
          label={t('length')}
          value={form.values.lengthDays === null ? 'month' : 'days'}
          onChange={(value) => form.setFieldValue('lengthDays', value === 'month' ? null : USUAL_LENGTH)}
        >
          <Stack gap={6} mt={4}>
            <Radio value="month" label={t('month')} />
            <Radio value="days" label={t('someDays')} />
          </Stack>
        </Radio.Group>
        {form.values.lengthDays === null ? null : (
          <NumberInput
            label={t('days')}
            maw={160}
            min={1}
            max={366}
            clampBehavior="none"
            allowDecimal={false}
            value={form.values.lengthDays}
            onChange={(value) => form.setFieldValue('lengthDays', typeof value === 'number' ? value : 0)}
            error={wordsFor(form.errors.lengthDays)}
          />
        )}
        <Preview rule={form.values} today={today} />
        <Group gap="xs">
          <Button type="submit" loading={pending}>
            {t(cycle === null ? 'create' : 'save')}
          </Button>
          <Button variant="default" onClick={onBack}>
            {t('back')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The current period and the last two, as the entries say; nothing while they do not hold. */
function Preview({ rule, today }: { rule: BusinessCycleInput; today: string }) {
  const t = useTranslations('failures.cycles');
  const failures = useTranslations('failures');
  const format = useFormatter();
  const parsed = businessCycleSchema.pick({ firstDay: true, lengthDays: true }).safeParse(rule);
  return (
    <div className={classes.preview} aria-live="polite">
      <Text size="sm" c="dimmed" component="span">
        {t('preview')}
      </Text>
      {parsed.success ? (
        <ol>
          {cyclePeriods(parsed.data, today, 3).map((period, back) => (
            <li key={period.first}>
              {daysText(failures, format, period)}
              {back === 0 ? ` · ${t('current')}` : ''}
            </li>
          ))}
        </ol>
      ) : (
        <div>{t('noPreview')}</div>
      )}
    </div>
  );
}
