'use client';

import { Button, SegmentedControl, Stack, TagsInput, Text } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { ScheduleInputs, SeldomInputs } from '@/components/policy/schedule-inputs';
import { catalogueTransient, type Path, putSkeleton, valueAt, writtenRetryOn } from '@/lib/policy/edit';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import { useEditor } from './editor-context';
import { EngineRetry } from './engine-retry';
import { fieldAt } from './field-focus';
import { GatePanel } from './gate-panel';
import { Section } from './section';
import { StandardNote } from './standard-note';

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
      <StandardNote part="retry" />
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
  const { editor, node, textAt, messageAt } = useEditor();
  const inputs = { textAt, set: editor.set, errorAt: errorOf };
  const transient = catalogueTransient(node.catalogue);
  const listed = writtenRetryOn(editor.document);
  function errorOf(path: Path) {
    return messageAt(path) ?? messageAt(path, 'warning');
  }
  return (
    <>
      <ScheduleInputs {...inputs} />
      <TagsInput
        {...fieldAt(['retry', 'retryOn'])}
        label={t('retryOn')}
        description={listed ? t('retryOnHint') : t('retryOnAbsent', { count: transient.length })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={listed ?? []}
        error={errorOf(['retry', 'retryOn'])}
        placeholder={listed ? undefined : t('retryOnPlaceholder')}
        data={[...transient]}
        onChange={(codes) => editor.set(['retry', 'retryOn'], codes)}
        onOptionSubmit={() => undefined}
        splitChars={[',', ' ', '，']}
        acceptValueOnBlur
      />
      <SeldomInputs {...inputs} />
    </>
  );
}

function withoutRetry(document: JsonObject): JsonObject {
  const { retry: _, ...rest } = document;
  return rest;
}
