import { NativeSelect, SegmentedControl, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { DurationInput } from '@/components/form/duration-input';
import { numberOrText } from '@/components/form/number-text';
import { BACKOFFS, JITTERS, LIMITS } from '@/lib/policy/vocabulary';
import type { Json } from '@/lib/shared/json';
import type { BulkFormState } from './use-bulk-form';

/** How often and how soon it is tried again; which codes are stays each node's own. */
export function RetryPart({ form }: { form: BulkFormState }) {
  const t = useTranslations('node.retry');
  const bulk = useTranslations('bulk.entry.parts.retry');
  const { stops } = form.entry;
  return (
    <>
      <SegmentedControl
        aria-label={t('title')}
        value={stops ? 'stop' : 'retry'}
        onChange={(value) => form.edit({ stops: value === 'stop' })}
        data={[
          { value: 'stop', label: t('stop') },
          { value: 'retry', label: t('retry') },
        ]}
        maw={420}
      />
      {stops ? null : <RetryFields form={form} />}
      <Text size="sm" c="dimmed">
        {bulk(stops ? 'noteStop' : 'note')}
      </Text>
    </>
  );
}

function RetryFields({ form }: { form: BulkFormState }) {
  const t = useTranslations('node.retry');
  const terms = useTranslations('terms');
  const { retry } = form.entry;
  const text = (key: string) => (retry[key] === undefined ? '' : String(retry[key]));
  const set = (key: string, value: Json | undefined) => form.edit({ retry: { ...retry, [key]: value } });
  const errorOf = (key: string) => form.messageAt(['retry', key]);
  const backoff = BACKOFFS.find((each) => each === retry.backoff) ?? 'exponential';
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label={t('maxAttempts')}
          description={t('maxAttemptsHint', LIMITS.maxAttempts)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          autoComplete="off"
          value={text('maxAttempts')}
          error={errorOf('maxAttempts')}
          onChange={(event) => set('maxAttempts', numberOrText(event.currentTarget.value))}
        />
        <NativeSelect
          label={t('backoff')}
          description={t(`backoffHint.${backoff}`)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={backoff}
          error={errorOf('backoff')}
          data={BACKOFFS.map((value) => ({ value: String(value), label: terms(`backoff.${value}`) }))}
          onChange={(event) => set('backoff', event.currentTarget.value)}
        />
        <DurationInput
          label={t('initialInterval')}
          description={t('initialIntervalHint')}
          value={text('initialInterval')}
          error={errorOf('initialInterval')}
          onChange={(value) => set('initialInterval', value)}
        />
        <DurationInput
          label={t('maxInterval')}
          description={t('maxIntervalHint')}
          value={text('maxInterval')}
          error={errorOf('maxInterval')}
          onChange={(value) => set('maxInterval', value)}
        />
      </SimpleGrid>
      <details>
        <summary>
          <Text span size="sm">
            {t('more', {
              multiplier: text('multiplier') || '2',
              jitter: terms(`jitter.${JITTERS.find((each) => each === retry.jitter) ?? 'none'}`),
              maxElapsed: text('maxElapsed') || t('noLimit'),
            })}
          </Text>
        </summary>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm" mt="xs">
          <TextInput
            label={t('multiplier')}
            description={t('multiplierHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            inputMode="decimal"
            placeholder="2"
            value={text('multiplier')}
            error={errorOf('multiplier')}
            onChange={(event) => set('multiplier', typed(event.currentTarget.value))}
          />
          <NativeSelect
            label={t('jitter')}
            description={t('jitterHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={text('jitter') || 'none'}
            error={errorOf('jitter')}
            data={JITTERS.map((value) => ({ value: String(value), label: terms(`jitter.${value}`) }))}
            onChange={({ currentTarget: { value } }) => set('jitter', value === 'none' ? undefined : value)}
          />
          <DurationInput
            label={t('maxElapsed')}
            description={t('maxElapsedHint')}
            optional
            value={text('maxElapsed')}
            error={errorOf('maxElapsed')}
            onChange={(value) => set('maxElapsed', value || undefined)}
          />
        </SimpleGrid>
      </details>
    </>
  );
}

function typed(text: string): number | string | undefined {
  return text === '' ? undefined : numberOrText(text);
}
