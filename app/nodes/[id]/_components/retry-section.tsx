'use client';

import { Button, NativeSelect, SegmentedControl, SimpleGrid, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { DurationInput } from '@/components/form/duration-input';
import { numberOrText } from '@/components/form/number-text';
import { catalogueTransient, putSkeleton, valueAt, writtenRetryOn } from '@/lib/policy/edit';
import { BACKOFFS, JITTERS, LIMITS } from '@/lib/policy/vocabulary';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import { useEditor } from './editor-context';
import { EngineRetry } from './engine-retry';
import { fieldAt } from './field-focus';
import { GatePanel } from './gate-panel';
import { Section } from './section';

/** How often and how soon it is tried again. */
export function RetrySection() {
  const t = useTranslations('node.retry');
  const { editor, node, codes } = useEditor();
  const context = { extra: node.catalogue, shown: codes.map(({ code }) => code) };
  const kept = useRef<JsonObject | null>(null);
  const retry = valueAt(editor.document, ['retry']);
  const mode = modeOf(retry);
  const choose = (next: string) => {
    if (next === mode) return;
    if (next === 'stop') {
      kept.current = isJsonObject(retry) ? retry : null;
      editor.set(['retry'], { maxAttempts: 1 });
    } else if (kept.current) editor.set(['retry'], kept.current);
    else editor.edit(putSkeleton(withoutRetry(editor.document), context));
  };
  return (
    <Section
      id="retry"
      title={t('title')}
      hint={t('hint')}
      term="max_attempts"
      aside={
        <Button
          variant="light"
          size="xs"
          leftSection={<IconWand size={15} aria-hidden />}
          onClick={() => editor.edit(putSkeleton(editor.document, context))}
        >
          {t('skeleton')}
        </Button>
      }
    >
      <Stack gap="sm">
        {editor.engineRetry.length > 0 ? <EngineRetry /> : null}
        <SegmentedControl
          aria-label={t('title')}
          value={mode}
          onChange={choose}
          data={[
            { value: 'stop', label: t('stop') },
            { value: 'retry', label: t('retry') },
          ]}
          maw={420}
        />
        {mode === '' ? (
          <Text size="sm" c="dimmed">
            {t('undecided')}
          </Text>
        ) : null}
        {mode === 'retry' ? <RetryFields /> : null}
        <GatePanel onStop={() => choose('stop')} />
      </Stack>
    </Section>
  );
}

/** Nothing decided, stop at once, or try again: what the written retry comes to. */
function modeOf(retry: Json | undefined): '' | 'stop' | 'retry' {
  if (!isJsonObject(retry)) return '';
  return retry.maxAttempts === 1 ? 'stop' : 'retry';
}

function RetryFields() {
  const t = useTranslations('node.retry');
  const terms = useTranslations('terms');
  const { editor, node, textAt, messageAt } = useEditor();
  const transient = catalogueTransient(node.catalogue);
  const errorOf = (key: string) => messageAt(['retry', key]) ?? messageAt(['retry', key], 'warning');
  const backoff = textAt(['retry', 'backoff']);
  const known = BACKOFFS.find((each) => each === backoff);
  const listed = writtenRetryOn(editor.document);
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          {...fieldAt(['retry', 'maxAttempts'])}
          label={t('maxAttempts')}
          description={t('maxAttemptsHint', LIMITS.maxAttempts)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          autoComplete="off"
          value={textAt(['retry', 'maxAttempts'])}
          error={errorOf('maxAttempts')}
          onChange={(event) => editor.set(['retry', 'maxAttempts'], numberOrText(event.currentTarget.value))}
        />
        <NativeSelect
          {...fieldAt(['retry', 'backoff'])}
          label={t('backoff')}
          description={known ? t(`backoffHint.${known}`) : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={backoff}
          error={errorOf('backoff')}
          data={[
            ...(known ? [] : [{ value: backoff, label: backoff || t('choose') }]),
            ...BACKOFFS.map((value) => ({ value: String(value), label: terms(`backoff.${value}`) })),
          ]}
          onChange={(event) => editor.set(['retry', 'backoff'], event.currentTarget.value)}
        />
        <DurationInput
          field={['retry', 'initialInterval']}
          label={t('initialInterval')}
          description={t('initialIntervalHint')}
          value={textAt(['retry', 'initialInterval'])}
          error={errorOf('initialInterval')}
          onChange={(value) => editor.set(['retry', 'initialInterval'], value)}
        />
        <DurationInput
          field={['retry', 'maxInterval']}
          label={t('maxInterval')}
          description={t('maxIntervalHint')}
          value={textAt(['retry', 'maxInterval'])}
          error={errorOf('maxInterval')}
          onChange={(value) => editor.set(['retry', 'maxInterval'], value)}
        />
      </SimpleGrid>
      <TagsInput
        {...fieldAt(['retry', 'retryOn'])}
        label={t('retryOn')}
        description={listed ? t('retryOnHint') : t('retryOnAbsent', { count: transient.length })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={listed ?? []}
        error={errorOf('retryOn')}
        placeholder={listed ? undefined : t('retryOnPlaceholder')}
        data={[...transient]}
        onChange={(codes) => editor.set(['retry', 'retryOn'], codes)}
        onOptionSubmit={() => undefined}
        splitChars={[',', ' ', '，']}
        acceptValueOnBlur
      />
      <Folded />
    </>
  );
}

/** Seldom needed; folded, with the current values readable. */
function Folded() {
  const t = useTranslations('node.retry');
  const terms = useTranslations('terms');
  const { editor, textAt, messageAt } = useEditor();
  const written = textAt(['retry', 'jitter']);
  const jitter = JITTERS.find((each) => each === written) ?? 'none';
  const multiplier = textAt(['retry', 'multiplier']);
  const maxElapsed = textAt(['retry', 'maxElapsed']);
  const broken = ['jitter', 'multiplier', 'maxElapsed'].some((key) => messageAt(['retry', key]));
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
          {...fieldAt(['retry', 'multiplier'])}
          label={t('multiplier')}
          description={t('multiplierHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="decimal"
          placeholder="2"
          value={multiplier}
          error={messageAt(['retry', 'multiplier'])}
          onChange={(event) => {
            const text = event.currentTarget.value;
            editor.set(['retry', 'multiplier'], text === '' ? undefined : numberOrText(text));
          }}
        />
        <NativeSelect
          {...fieldAt(['retry', 'jitter'])}
          label={t('jitter')}
          description={t('jitterHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={jitter}
          error={messageAt(['retry', 'jitter'])}
          data={JITTERS.map((value) => ({ value: String(value), label: terms(`jitter.${value}`) }))}
          onChange={(event) => {
            const value = event.currentTarget.value;
            editor.set(['retry', 'jitter'], value === 'none' ? undefined : value);
          }}
        />
        <DurationInput
          field={['retry', 'maxElapsed']}
          label={t('maxElapsed')}
          description={t('maxElapsedHint')}
          optional
          value={maxElapsed}
          error={messageAt(['retry', 'maxElapsed']) ?? messageAt(['retry', 'maxElapsed'], 'warning')}
          onChange={(value) => editor.set(['retry', 'maxElapsed'], value === '' ? undefined : value)}
        />
      </SimpleGrid>
    </details>
  );
}

function withoutRetry(document: JsonObject): JsonObject {
  const { retry: _, ...rest } = document;
  return rest;
}
