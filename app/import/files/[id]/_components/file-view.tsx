'use client';

import { Alert, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useMemo, useRef } from 'react';
import type { CodeEditorHandle } from '@/components/form/code-editor';
import { DiagnosticsList } from '@/components/policy/diagnostics-list';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { editorText } from './editor-text';
import classes from './file.module.css';
import { MAX_SHOWN_MB, useKeptText } from './use-kept-text';

// An editor is far more than the rest of the page.
const MarkedText = dynamic(() => import('./marked-text').then((module) => module.MarkedText), {
  ssr: false,
  loading: () => <Skeleton height={480} />,
});

interface Props {
  readonly id: string;
  readonly fileName: string;
  /** Length of the file. */
  readonly bytes: number;
  readonly diagnostics: readonly Diagnostic[];
  /** Index of the reason whose place is shown first. */
  readonly at: number;
}

/** Why a file could not be read, and its text, in which each reason leads to its place. */
export function FileView({ id, fileName, bytes, diagnostics, at }: Props) {
  const t = useTranslations('batches.file');
  const handle = useRef<CodeEditorHandle>(null);
  const { text, cut, failed, again } = useKeptText(id, bytes);
  const held = useMemo(() => (text === null ? null : editorText(text)), [text]);
  return (
    <Stack gap="md">
      <section aria-labelledby="reasons-title">
        <Title order={2} size="h5" id="reasons-title" mb="xs">
          {t('reasons')}
        </Title>
        <DiagnosticsList
          diagnostics={diagnostics}
          label={t('reasons')}
          {...(text !== null && { source: text })}
          action={({ place }) =>
            place && held ? (
              <Button size="compact-sm" variant="default" onClick={() => handle.current?.goTo(held.at(place.start))}>
                {t('goTo', { line: place.line })}
              </Button>
            ) : null
          }
        />
      </section>
      <section aria-labelledby="text-title">
        <Title order={2} size="h5" id="text-title">
          {t('text', { name: fileName })}
        </Title>
        <Text size="sm" c="dimmed" mb="xs" id="text-note">
          {t('readOnly')} {cut ? t('cut', { limit: MAX_SHOWN_MB }) : null}
        </Text>
        {failed ? (
          <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
            <Stack gap="xs" align="flex-start">
              {t('failed')}
              <Button size="xs" variant="default" onClick={again}>
                {t('again')}
              </Button>
            </Stack>
          </Alert>
        ) : null}
        {text === null && !failed ? <Skeleton height={480} aria-label={t('loading')} /> : null}
        {held ? (
          <div className={classes.text}>
            <MarkedText
              held={held}
              fileName={fileName}
              diagnostics={diagnostics}
              label={t('text', { name: fileName })}
              describedBy="text-note"
              at={diagnostics[at]?.place?.start ?? diagnostics.find(({ place }) => place)?.place?.start ?? null}
              handle={handle}
            />
          </div>
        ) : null}
      </section>
    </Stack>
  );
}
