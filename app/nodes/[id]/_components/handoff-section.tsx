'use client';

import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { putRecord, valueAt } from '@/lib/policy/edit';
import { RECORD_FIELDS } from '@/lib/policy/vocabulary';
import { isJsonObject } from '@/lib/shared/json';
import { useEditor } from './editor-context';
import { fieldAt } from './field-focus';
import { GroupChoice } from './group-choice';
import { optionsWith } from './owner-section';
import { Section } from './section';
import { StandardNote } from './standard-note';

/** What happens when retries are over, or at once for a terminal failure. */
export function HandOffSection() {
  const t = useTranslations('node.handOff');
  const terms = useTranslations('terms.recordField');
  const { editor, groups, textAt, messageAt } = useEditor();
  const rule = valueAt(editor.document, ['onExhausted']);
  const record = valueAt(editor.document, ['onExhausted', 'record']);
  const fields = Array.isArray(record) ? record : [];
  const missing = RECORD_FIELDS.filter((field) => !fields.includes(field));
  const notify = textAt(['onExhausted', 'notify']);
  const nameOf = (slug: string) => groups.find((group) => group.slug === slug)?.name ?? t('unknownGroup', { slug });
  const complete = (
    <Button
      size="xs"
      variant="light"
      leftSection={<IconChecklist size={15} aria-hidden />}
      onClick={() => editor.edit(putRecord(editor.document))}
    >
      {isJsonObject(rule) ? t('complete') : t('addRule')}
    </Button>
  );
  return (
    <Section id="hand-off" title={t('title')} hint={t('hint')} term="hand_off">
      <StandardNote part="notify" />
      {isJsonObject(rule) ? (
        <Stack gap="sm">
          <Select
            {...fieldAt(['onExhausted', 'notify'])}
            label={t('notify')}
            description={t('notifyHint')}
            placeholder={t('notifyOwner')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={optionsWith(groups, notify, nameOf)}
            renderOption={({ option }) => <GroupChoice option={option} groups={groups} />}
            value={notify || null}
            onChange={(slug) => editor.set(['onExhausted', 'notify'], slug ?? undefined)}
            allowDeselect={false}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('clearNotify') }}
            error={messageAt(['onExhausted', 'notify'])}
            maw={420}
          />
          <div>
            <Text size="sm" fw={500}>
              {t('record')}
            </Text>
            <Text size="sm" c={missing.length > 0 ? undefined : 'dimmed'}>
              {missing.length === 0
                ? t('recordComplete', { fields: RECORD_FIELDS.map((field) => terms(field)).join(t('separator')) })
                : t('recordMissing', { fields: missing.map((field) => terms(field)).join(t('separator')) })}
            </Text>
          </div>
          {messageAt(['onExhausted', 'action']) ? (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {messageAt(['onExhausted', 'action'])}
            </Text>
          ) : null}
          {missing.length > 0 ? <Group>{complete}</Group> : null}
        </Stack>
      ) : (
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{t('absent')}</Text>
          {complete}
        </Stack>
      )}
    </Section>
  );
}
