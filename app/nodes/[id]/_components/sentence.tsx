'use client';

import { Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { usePhrase } from '@/components/policy/phrase';
import { describePolicy } from '@/lib/policy/describe';
import { useEditor } from './editor-context';

/** Who owns the node if it says nothing, and the names of the groups: for every sentence about a policy. */
export function useDescribeContext() {
  const { node, groups } = useEditor();
  return useMemo(
    () => ({
      inheritedOwner: node.workflowOwner,
      groupNames: new Map(groups.map((group) => [group.slug, group.name])),
      extra: node.catalogue,
    }),
    [node.workflowOwner, node.catalogue, groups],
  );
}

/** What will happen on a failure, by the policy as it stands in the form. */
export function Sentence() {
  const t = useTranslations('node.side');
  const say = usePhrase();
  const { editor } = useEditor();
  const context = useDescribeContext();
  if (!editor.policy) return <Text size="sm">{t('timelineInvalid')}</Text>;
  return (
    <Stack gap={4}>
      {describePolicy(editor.policy, context).map((phrase) => (
        <Text key={phrase.key} size="sm">
          {say(phrase)}
        </Text>
      ))}
    </Stack>
  );
}
