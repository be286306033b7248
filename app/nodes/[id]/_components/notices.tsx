'use client';

import { Alert, Button, Group, Text } from '@mantine/core';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { Nothing } from '@/components/ui/nothing';
import { useEditor } from './editor-context';
import { KeptNotice } from './kept-notice';
import type { Baseline } from './use-saving';

const ConflictPanel = dynamic(() => import('./conflict-panel').then((module) => module.ConflictPanel), {
  loading: Nothing,
});

/** What a person must know before going on: entries that came back, and others at work. */
export function Notices({ theirs, onSettled }: { theirs: Baseline | null; onSettled: () => void }) {
  return (
    <>
      <KeptNotice />
      <DraftConflict />
      {theirs ? <ConflictPanel theirs={theirs} onSettled={onSettled} /> : null}
    </>
  );
}

/** Somebody else saved this draft meanwhile. */
function DraftConflict() {
  const t = useTranslations('node.draftConflict');
  const { editor } = useEditor();
  if (!editor.theirDraft) return null;
  return (
    <Alert color="orange" variant="default" title={t('title')} role="alert">
      <Text size="sm" mb="xs">
        {t('body', { by: editor.theirDraft.updatedBy })}
      </Text>
      <Group gap="xs">
        <Button size="xs" onClick={() => editor.settleDraft('mine')}>
          {t('mine')}
        </Button>
        <Button size="xs" variant="default" onClick={() => editor.settleDraft('theirs')}>
          {t('theirs')}
        </Button>
      </Group>
    </Alert>
  );
}
