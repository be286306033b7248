'use client';

import { Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { DiagnosticsList } from '@/components/policy/diagnostics-list';
import { DiffView } from '@/components/policy/diff-view';
import { LossList } from '@/components/policy/loss-list';
import { useEditor } from './editor-context';
import { Waiting } from './waiting';

/** The lines of the file that would change, and what its engine cannot say; or why there are none yet. */
export function SideLines() {
  const t = useTranslations('node.side');
  const common = useTranslations('common.actions');
  const { editor, node } = useEditor();
  if (!editor.policy || editor.unkept) return <Text size="sm">{t('diffInvalid')}</Text>;
  const { preview, unanswered } = editor;
  if (unanswered) return <Text size="sm">{t('unanswered')}</Text>;
  if (!preview) return <Waiting label={t('diffLoading')} height={90} />;
  const { write, ofText } = preview;
  if (!write) return <DiagnosticsList label={common('problems')} diagnostics={ofText} />;
  return (
    <>
      {write.files.length === 0 ? <Text size="sm">{t('noChange')}</Text> : <DiffView files={write.files} />}
      {write.losses.length > 0 ? (
        <LossList losses={write.losses} waits={{ engine: node.dialectLabel, schedules: write.schedules }} />
      ) : null}
    </>
  );
}
