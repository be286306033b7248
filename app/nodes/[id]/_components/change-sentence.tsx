'use client';

import { Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { usePhrase } from '@/components/policy/phrase';
import { todayPhrase } from '@/lib/policy/describe';
import { sameJson } from '@/lib/policy/document';
import { readPolicy } from '@/lib/policy/read';
import { useEditor } from './editor-context';
import { useDescribeContext } from './sentence';

/** What holds today, against which the new rule is read. */
export function ChangeSentence() {
  const t = useTranslations('node.publish');
  const say = usePhrase();
  const { editor } = useEditor();
  const context = useDescribeContext();
  if (!editor.policy) return null;
  if (sameJson(editor.document, editor.baseline.document) && editor.preview?.changed)
    return <Text size="sm">{t('onlyText')}</Text>;
  const before = readPolicy(editor.baseline.document).policy;
  return <Text size="sm">{say(todayPhrase(before, editor.policy, context))}</Text>;
}
