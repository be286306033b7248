'use client';

import { Alert } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'next-intl';
import { sameJson } from '@/lib/policy/document';
import { useEditor } from './editor-context';

/** What drills have proved holds for the published policy alone: another one has to be proved again. */
export function ProofNotice() {
  const t = useTranslations('proof.voids');
  const format = useFormatter();
  const { editor, node } = useEditor();
  const { proved } = node;
  // A comment voids nothing: a certificate is about the policy, not its text.
  if (proved.length === 0 || sameJson(editor.document, editor.baseline.document)) return null;
  return (
    <Alert color="yellow" variant="default" icon={<IconFlask size={18} aria-hidden />} title={t('title')}>
      {t('body', { drills: format.list(proved), count: proved.length })}
    </Alert>
  );
}
