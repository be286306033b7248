'use client';

import { Alert, Box, Button, Group, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { type RefObject, useId, useMemo } from 'react';
import type { CodeEditorHandle, CodeMark } from '@/components/form/code-editor';
import { DiagnosticsList } from '@/components/policy/diagnostics-list';
import { useDiagnosticText } from '@/components/policy/use-diagnostic-text';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { BrokenNotice } from './broken-notice';
import { useEditor } from './editor-context';
import classes from './text-pane.module.css';
import { Waiting } from './waiting';

const CodeEditor = dynamic(() => import('@/components/form/code-editor').then((module) => module.CodeEditor), {
  ssr: false,
  loading: () => <Skeleton height={320} />,
});

/** The node's own text, as it stands in the workflow's file, to be written beside the form. */
export function TextPane({ handle, alone }: { handle: RefObject<CodeEditorHandle | null>; alone: boolean }) {
  const t = useTranslations('node.text');
  const id = useId();
  const { editor, node } = useEditor();
  const { text, preview } = editor;
  const format = preview?.format === 'json' ? 'JSON' : node.textFormat;
  return (
    <Box component="section" className={classes.pane} aria-labelledby={`${id}-title`}>
      <Group justify="space-between" gap="xs" mb={6}>
        <Title order={2} size="h6" id={`${id}-title`}>
          {t('title', { format })}
        </Title>
        <Text size="xs" c="dimmed" id={`${id}-keys`}>
          {t('keys')}
        </Text>
      </Group>
      {text === null || !(preview || editor.broken) ? (
        <NotThere />
      ) : (
        <OwnText handle={handle} text={text} format={format} describedBy={`${id}-keys`} />
      )}
      {alone ? <BrokenNotice onGoTo={(offset) => handle.current?.goTo(offset)} /> : null}
      <Notes />
      <Findings handle={handle} />
    </Box>
  );
}

function NotThere() {
  const t = useTranslations('node.text');
  const { editor } = useEditor();
  if (editor.unkept) return <Text size="sm">{t('unkept')}</Text>;
  if (editor.unanswered) return <Text size="sm">{t('unanswered')}</Text>;
  return <Waiting label={t('loading')} height={320} />;
}

function OwnText({
  handle,
  text,
  format,
  describedBy,
}: {
  handle: RefObject<CodeEditorHandle | null>;
  text: string;
  format: string;
  describedBy: string;
}) {
  const t = useTranslations('node.text');
  const words = useDiagnosticText();
  const { editor, node } = useEditor();
  const { preview, marked } = editor;
  const marks = useMemo(
    () => ({
      of: marked.of,
      list: marked.list.flatMap((each): CodeMark[] =>
        each.place
          ? [{ from: each.place.start, to: each.place.end, severity: each.severity, message: words(each) }]
          : [],
      ),
    }),
    [marked, words],
  );
  return (
    <CodeEditor
      value={text}
      language={preview?.format ?? 'yaml'}
      label={t('label', { format, node: node.nodeId })}
      describedBy={describedBy}
      marks={marks}
      valueNow={editor.textNow}
      onChange={editor.type}
      onUndo={editor.undo}
      onRedo={editor.redo}
      onSave={() => void editor.flush()}
      handle={handle}
    />
  );
}

/** How the two sides stand to each other, where they do not simply say the same. */
function Notes() {
  const t = useTranslations('node.text');
  const { editor, node } = useEditor();
  const { preview, broken, unanswered, unkept } = editor;
  const foreign = preview?.ofText.some(({ code }) => code === 'platform_changed' || code === 'platform_added');
  const apart = (preview?.write?.losses.length ?? 0) > 0;
  return (
    <div className={classes.notes}>
      {foreign && !broken ? (
        <Alert color="orange" variant="default" title={t('foreignTitle')}>
          <Text size="sm" mb={6}>
            {t('foreignBody')}
          </Text>
          <Button size="xs" variant="default" onClick={() => void editor.putPlatformBack()}>
            {t('putBack')}
          </Button>
        </Alert>
      ) : null}
      {preview?.behind && !broken ? <Text size="sm">{t('behind')}</Text> : null}
      {apart ? (
        <Text size="sm" c="dimmed">
          {t('losses', { engine: node.dialectLabel })}
        </Text>
      ) : null}
      {unkept && !broken && preview ? (
        <Text size="sm" role="status">
          {t('unkept')}
        </Text>
      ) : null}
      {unanswered && !unkept && preview ? (
        <Text size="sm" role="status">
          {t('unanswered')}
        </Text>
      ) : null}
    </div>
  );
}

function Findings({ handle }: { handle: RefObject<CodeEditorHandle | null> }) {
  const t = useTranslations('node.text');
  const { editor } = useEditor();
  const found = editor.marked.list;
  if (found.length === 0) return null;
  return (
    <Box mt="xs" className={classes.findings}>
      <Title order={3} size="h6" mb={4}>
        {t('findings')}
      </Title>
      <DiagnosticsList
        label={t('findings')}
        diagnostics={found.map(({ nodeId: _, path: __, ...rest }): Diagnostic => rest)}
        action={({ place }) =>
          place ? (
            <Button size="compact-xs" variant="subtle" onClick={() => handle.current?.goTo(place.start)}>
              {t('goTo')}
              <VisuallyHidden>{` (${place.line}:${place.column})`}</VisuallyHidden>
            </Button>
          ) : null
        }
      />
    </Box>
  );
}
