'use client';

import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { DurationInput } from '@/components/form/duration-input';
import { numberOrText } from '@/components/form/number-text';
import type { Path } from '@/lib/policy/edit';
import { BACKOFFS, JITTERS, LIMITS } from '@/lib/policy/vocabulary';
import type { Json } from '@/lib/shared/json';

/** A policy document being written, as its inputs see it. They bear their path as `data-field`. */
export interface DocumentInputs {
  /** Text of a scalar at a path, as typed; empty where there is none. */
  readonly textAt: (path: Path) => string;
  /** What is wrong there, in words. */
  readonly errorAt: (path: Path) => string | null;
  readonly set: (path: Path, value: Json | undefined) => void;
}

const at = (path: Path) => ({ 'data-field': path.join('.') });

/** How often it is tried, and how the waits grow. */
export function ScheduleInputs({ textAt, errorAt, set }: DocumentInputs) {
  const t = useTranslations('node.retry');
  const terms = useTranslations('terms');
  const backoff = textAt(['retry', 'backoff']);
  const known = BACKOFFS.find((each) => each === backoff);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <TextInput
        {...at(['retry', 'maxAttempts'])}
        label={t('maxAttempts')}
        description={t('maxAttemptsHint', LIMITS.maxAttempts)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="numeric"
        autoComplete="off"
        value={textAt(['retry', 'maxAttempts'])}
        error={errorAt(['retry', 'maxAttempts'])}
        onChange={(event) => set(['retry', 'maxAttempts'], numberOrText(event.currentTarget.value))}
      />
      <NativeSelect
        {...at(['retry', 'backoff'])}
        label={t('backoff')}
        description={known ? t(`backoffHint.${known}`) : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={backoff}
        error={errorAt(['retry', 'backoff'])}
        data={[
          ...(known ? [] : [{ value: backoff, label: backoff || t('choose') }]),
          ...BACKOFFS.map((value) => ({ value: String(value), label: terms(`backoff.${value}`) })),
        ]}
        onChange={(event) => set(['retry', 'backoff'], event.currentTarget.value)}
      />
      <DurationInput
        field={['retry', 'initialInterval']}
        label={t('initialInterval')}
        description={t('initialIntervalHint')}
        value={textAt(['retry', 'initialInterval'])}
        error={errorAt(['retry', 'initialInterval'])}
        onChange={(value) => set(['retry', 'initialInterval'], value)}
      />
      <DurationInput
        field={['retry', 'maxInterval']}
        label={t('maxInterval')}
        description={t('maxIntervalHint')}
        value={textAt(['retry', 'maxInterval'])}
        error={errorAt(['retry', 'maxInterval'])}
        onChange={(value) => set(['retry', 'maxInterval'], value)}
      />
    </SimpleGrid>
  );
}

/** Seldom needed; folded, with the current values readable. */
export function SeldomInputs({ textAt, errorAt, set }: DocumentInputs) {
  const t = useTranslations('node.retry');
  const terms = useTranslations('terms');
  const written = textAt(['retry', 'jitter']);
  const jitter = JITTERS.find((each) => each === written) ?? 'none';
  const multiplier = textAt(['retry', 'multiplier']);
  const maxElapsed = textAt(['retry', 'maxElapsed']);
  const broken = ['jitter', 'multiplier', 'maxElapsed'].some((key) => errorAt(['retry', key]));
  return (
    <details open={broken || undefined}>
      <summary>
        <Text span size="sm">
          {t('more', {
            multiplier: multiplier || '2',
            jitter: terms(`jitter.${jitter}`),
            maxElapsed: maxElapsed || t('noLimit'),
          })}
        </Text>
      </summary>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm" mt="xs">
        <TextInput
          {...at(['retry', 'multiplier'])}
          label={t('multiplier')}
          description={t('multiplierHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="decimal"
          placeholder="2"
          value={multiplier}
          error={errorAt(['retry', 'multiplier'])}
          onChange={(event) => {
            const text = event.currentTarget.value;
            set(['retry', 'multiplier'], text === '' ? undefined : numberOrText(text));
          }}
        />
        <NativeSelect
          {...at(['retry', 'jitter'])}
          label={t('jitter')}
          description={t('jitterHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={jitter}
          error={errorAt(['retry', 'jitter'])}
          data={JITTERS.map((value) => ({ value: String(value), label: terms(`jitter.${value}`) }))}
          onChange={(event) => {
            const value = event.currentTarget.value;
            set(['retry', 'jitter'], value === 'none' ? undefined : value);
          }}
        />
        <DurationInput
          field={['retry', 'maxElapsed']}
          label={t('maxElapsed')}
          description={t('maxElapsedHint')}
          optional
          value={maxElapsed}
          error={errorAt(['retry', 'maxElapsed'])}
          onChange={(value) => set(['retry', 'maxElapsed'], value === '' ? undefined : value)}
        />
      </SimpleGrid>
    </details>
  );
}
