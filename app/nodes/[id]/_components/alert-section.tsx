'use client';

import { Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { DurationInput } from '@/components/form/duration-input';
import { useEditor } from './editor-context';
import { Section } from './section';
import { StandardNote } from './standard-note';

/** How long the same failure stays quiet after a notification. Closed until somebody owns the node. */
export function AlertSection() {
  const t = useTranslations('node.alert');
  const { editor, node, textAt, messageAt } = useEditor();
  const owned = textAt(['owner']) !== '' || node.workflowOwner !== null;
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
        </Stack>
      ) : (
        <Text size="sm">{t('closed')}</Text>
      )}
    </Section>
  );
}
