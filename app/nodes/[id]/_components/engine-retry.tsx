'use client';

import { Alert, Checkbox, Code, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEditor } from './editor-context';

/** Retry blocks that one schedule cannot hold: as the engine has them, until the person replaces them. */
export function EngineRetry() {
  const t = useTranslations('node.engineRetry');
  const { editor, node } = useEditor();
  const engine = node.publication?.source ?? node.dialectLabel;
  const body = { kept: 'body', in_force: 'inForce', there_only: 'thereOnly' } as const;
  return (
    <Alert color="gray" variant="default" title={t('title', { engine })}>
      <Text size="sm">{t(body[node.engineRetryIs], { count: editor.engineRetry.length, engine })}</Text>
      <Code block mt={6} mb={8} tabIndex={0} aria-label={t('title', { engine })}>
        {editor.engineRetry.map((block) => JSON.stringify(block)).join('\n')}
      </Code>
      {node.engineRetryIs === 'there_only' ? null : (
        <Checkbox
          label={t('replace')}
          checked={editor.replaceEngineRetry}
          onChange={(event) => editor.setReplaceEngineRetry(event.currentTarget.checked)}
        />
      )}
    </Alert>
  );
}
