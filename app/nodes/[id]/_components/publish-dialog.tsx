'use client';

import { Alert, Anchor, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DiagnosticsList } from '@/components/policy/diagnostics-list';
import { DiffView } from '@/components/policy/diff-view';
import { LossList } from '@/components/policy/loss-list';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { ChangeSentence } from './change-sentence';
import { useEditor } from './editor-context';
import { ProofNotice } from './proof-notice';
import classes from './publish-dialog.module.css';
import { asksForScope, PublishPlace, type Scope } from './publish-place';
import { Sentence } from './sentence';
import { useFieldWords } from './use-field-words';
import { useScope } from './use-scope';

/** Why publishing was refused, in a sentence, and what stands in the way. */
export interface Refusal {
  readonly message: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** The last look before publishing: words first, lines second, then a note and the button. */
export function PublishDialog({
  opened,
  onClose,
  onConfirm,
  onGoTo,
  busy,
  refusal,
}: {
  opened: boolean;
  onClose: () => void;
  onConfirm: (note: string, scope: Scope) => void;
  /** Closes the dialog and goes to where a finding is mended. */
  onGoTo: (diagnostic: Diagnostic) => void;
  busy: boolean;
  refusal: Refusal | null;
}) {
  const t = useTranslations('node.publish');
  const common = useTranslations('common.actions');
  const { editor, groups, node } = useEditor();
  const { labelOf } = useFieldWords([editor.document], groups);
  const [note, setNote] = useState('');
  const { problems: errors } = editor;
  const shared = editor.preview?.shared ?? null;
  const { scope, choose, copied, state: copyState } = useScope(editor.previewCopy, opened);
  const write = scope === 'copy' ? copied : editor.preview?.write;
  const unchosen = asksForScope(shared) && scope === null;
  const action = (diagnostic: Diagnostic) =>
    diagnostic.path || diagnostic.place ? (
      <Anchor component="button" type="button" size="sm" onClick={() => onGoTo(diagnostic)}>
        {t('goTo')}
      </Anchor>
    ) : null;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('title')}
      size="lg"
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Stack gap="md">
        {errors.length > 0 ? (
          <Alert color="red" variant="default" title={t('blocked', { count: errors.length })}>
            <DiagnosticsList label={common('problems')} diagnostics={errors} action={action} fieldOf={labelOf} ofNode />
          </Alert>
        ) : (
          <>
            <div>
              <Text fw={600} size="sm">
                {t('from')}
              </Text>
              <ChangeSentence />
              <Text fw={600} size="sm" mt="xs">
                {t('to')}
              </Text>
              <Sentence />
            </div>
            <PublishPlace
              publication={node.publication}
              shared={shared}
              wraps={write?.wraps ?? null}
              scope={scope}
              onScope={choose}
              copyState={copyState}
            />
            <ProofNotice />
            {write ? (
              <div>
                <Text fw={600} size="sm" mb={4}>
                  {t('lines')}
                </Text>
                <DiffView files={write.files} landmark={false} />
                {write.losses.length > 0 ? (
                  <LossList losses={write.losses} waits={{ engine: node.dialectLabel, schedules: write.schedules }} />
                ) : null}
              </div>
            ) : null}
            <TextInput
              label={t('note')}
              placeholder={t('noteExample')}
              value={note}
              maxLength={500}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          </>
        )}
        {refusal ? (
          <div role="alert">
            <Text c="var(--mantine-color-error)" size="sm">
              {refusal.message}
            </Text>
            {refusal.diagnostics.length > 0 ? (
              <DiagnosticsList
                label={common('problems')}
                diagnostics={refusal.diagnostics}
                action={action}
                fieldOf={labelOf}
                ofNode
              />
            ) : null}
          </div>
        ) : null}
        <Group justify="flex-end" gap="xs" className={classes.foot}>
          <Button variant="default" onClick={onClose}>
            {t('back')}
          </Button>
          {unchosen ? (
            <Text size="sm" c="dimmed">
              {t('place.choose')}
            </Text>
          ) : null}
          <Button
            onClick={() => onConfirm(note, scope ?? 'all')}
            loading={busy}
            disabled={errors.length > 0 || !write || unchosen}
          >
            {t('confirm')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
