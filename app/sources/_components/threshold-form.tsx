'use client';

import { Alert, Button, NumberInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState, useTransition } from 'react';
import { notify } from '@/components/ui/notify';
import { MAX_THRESHOLD_DAYS, MIN_THRESHOLD_DAYS, MOST_EXECUTIONS, MOST_FAILURES } from '@/lib/history/threshold-limits';
import { messageOf } from '@/lib/i18n/message';
import { setThresholdsAction } from '../actions';
import classes from './sources.module.css';

interface Sample {
  readonly executions: number;
  readonly failures: number;
  readonly windowDays: number;
}

const LIMITS = {
  executions: { min: 1, max: MOST_EXECUTIONS },
  failures: { min: 1, max: MOST_FAILURES },
  windowDays: { min: MIN_THRESHOLD_DAYS, max: MAX_THRESHOLD_DAYS },
} as const;
const FIELDS = ['executions', 'failures', 'windowDays'] as const;

/** Minimum sample and window of a source. What was typed stays as it is; what does not hold is named at its place. */
export function ThresholdForm({ sourceId, held }: { sourceId: string; held: Sample }) {
  const t = useTranslations('thresholdSetting');
  const common = useTranslations('common.refusals');
  const [values, setValues] = useState<Readonly<Record<keyof Sample, number | string>>>({ ...held });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [pending, startTransition] = useTransition();
  const changed = FIELDS.some((field) => values[field] !== held[field]);

  const save = (event: FormEvent) => {
    event.preventDefault();
    startTransition(async () => {
      const { executions, failures, windowDays } = values;
      const typed = {
        executions: numberOf(executions),
        failures: numberOf(failures),
        windowDays: numberOf(windowDays),
      };
      const result = await setThresholdsAction({ sourceId, ...typed }).catch(() => null);
      const error = result?.ok ? null : (result?.error ?? { reason: 'unexpected' as const });
      const issues = error !== null && 'issues' in error ? (error.issues ?? []) : [];
      setErrors(Object.fromEntries(issues.map(({ path, code }) => [path, messageOf(t, `errors.${code}`) ?? code])));
      const words = error && (messageOf(t, error.reason) ?? messageOf(common, error.reason));
      setRefusal(error === null || issues.length > 0 ? null : (words ?? error.reason));
      if (error === null) await notify({ color: 'green', message: t('saved') });
    });
  };

  return (
    <form onSubmit={save} aria-label={t('title')} className={classes.sample} noValidate>
      {FIELDS.map((field) => (
        <NumberInput
          key={field}
          label={t(field)}
          {...LIMITS[field]}
          clampBehavior="none"
          allowDecimal={false}
          value={values[field]}
          onChange={(value) => setValues((before) => ({ ...before, [field]: value }))}
          error={errors[field]}
        />
      ))}
      <Button type="submit" variant="default" loading={pending} disabled={!changed}>
        {t('save')}
      </Button>
      {refusal === null ? null : (
        <Alert color="red" role="alert">
          {refusal}
        </Alert>
      )}
    </form>
  );
}

/** An empty field is no number, and no 0 either. */
function numberOf(value: number | string): number {
  return typeof value === 'number' ? value : Number.NaN;
}
