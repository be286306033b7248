import { Button, Group } from '@mantine/core';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { type MergeViewProps, openNodes, type Replacing } from './merge-view';

const MAX_NAMED = 8;

export interface ReplaceDecisionProps extends Pick<MergeViewProps, 'preview' | 'choices' | 'weighing'> {
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onReplace: () => void;
  /** The way to the workflow as it is. */
  readonly open: ReactNode;
}

/** Importing what came of the merge, and, where something of ours would be lost by it, replacing as a second choice. */
export function ReplaceDecision(props: ReplaceDecisionProps) {
  const { preview, choices, weighing, busy, onConfirm, onReplace, open } = props;
  const { merge, version } = preview;
  const t = useTranslations('merging');
  const importing = useTranslations('importing.preview');
  const format = useFormatter();
  const lost = lostNodes(merge);
  const replaceAll = (question: string) => (
    <ConfirmButton
      question={question}
      confirm={t('replaceAll.confirm')}
      keep={t('replaceAll.keep')}
      busy={busy}
      onConfirm={onReplace}
    >
      {t('replaceAll.button')}
    </ConfirmButton>
  );
  if (merge.kind === 'impossible')
    return (
      <Group gap="xs">
        {replaceAll(t('replaceAll.questionAll'))}
        {open}
      </Group>
    );
  const nothingNew = merge.kind === 'merged' && merge.nothingNew;
  const undecided = openNodes(merge, choices).length > 0;
  return (
    <Group gap="xs">
      {nothingNew ? null : (
        <Button onClick={onConfirm} loading={busy} disabled={undecided || weighing}>
          {lost.length > 0 ? t('import', { version: version + 1 }) : importing('replace', { version })}
        </Button>
      )}
      {open}
      {lost.length > 0 || nothingNew
        ? replaceAll(
            lost.length === 0
              ? t('replaceAll.questionAll')
              : t('replaceAll.question', {
                  count: lost.length,
                  nodes: format.list(lost.slice(0, MAX_NAMED), { style: 'narrow' }),
                  more: lost.length > MAX_NAMED ? 'yes' : 'no',
                }),
          )
        : null}
    </Group>
  );
}

/** Names of the nodes in which something of ours would be lost without merging. */
function lostNodes(merge: Replacing['merge']): readonly string[] {
  if (merge.kind !== 'merged') return [];
  const names = new Map(merge.conflicts.map(({ nodeId, name }) => [nodeId, name]));
  for (const { nodeId, name, kept } of merge.changes) if (kept.length > 0) names.set(nodeId, name);
  return [...names.values()];
}
