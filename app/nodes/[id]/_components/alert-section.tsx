'use client';

import { Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { DurationInput } from '@/components/form/duration-input';
import { valueAt } from '@/lib/policy/edit';
import { isJsonObject } from '@/lib/shared/json';
import { useEditor } from './editor-context';
import { Section } from './section';
import { StandardNote } from './standard-note';

/** How long the same failure stays quiet after a notification. Closed until somebody owns the node. */
export function AlertSection() {
  const t = useTranslations('node.alert');
  const { editor, node, textAt, messageAt } = useEditor();
  const owned = textAt(['owner']) !== '' || node.workflowOwner !== null;
  const thresholds = valueAt(editor.document, ['alert', 'thresholds']);
  return (
    <Section id="alert" title={t('title')} hint={t('hint')} term="silence">
      <StandardNote part="silence" />
      {owned ? (
        <Stack gap="sm">
          <div style={{ maxWidth: 300 }}>
            <DurationInput
              field={['alert', 'silence']}
              label={t('silence')}
              description={t('silenceHint')}
              optional
              value={textAt(['alert', 'silence'])}
              error={messageAt(['alert', 'silence']) ?? messageAt(['alert', 'silence'], 'warning')}
              onChange={(value) => editor.set(['alert', 'silence'], value === '' ? undefined : value)}
            />
          </div>
          {Array.isArray(thresholds) && thresholds.length > 0 ? (
            <div>
              <Text size="sm" fw={500}>
                {t('thresholds')}
              </Text>
              <ul style={{ margin: 0, paddingLeft: 18 }}>
                {thresholds.map((each, index) =>
                  isJsonObject(each) ? (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the index is the threshold's place in the config
                    <li key={index}>
                      <Text size="sm">
                        {t('threshold', {
                          code: String(each.code ?? ''),
                          failures: Number(each.failures ?? 0),
                          window: String(each.window ?? ''),
                          source: String(each.threshold_source ?? ''),
                          sample: Number(each.sample_size ?? 0),
                        })}
                      </Text>
                    </li>
                  ) : null,
                )}
              </ul>
            </div>
          ) : null}
        </Stack>
      ) : (
        <Text size="sm">{t('closed')}</Text>
      )}
    </Section>
  );
}
