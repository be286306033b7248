'use client';

import { Button, Group, Text } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { IconFileImport } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { MAX_DEFINITION_BYTES } from '@/lib/dialects/decode';
import { MAX_UPLOAD_BYTES } from '@/lib/workflows/batch-vocabulary';
import { megabytes } from './bytes';
import { type FoundFile, foundIn } from './found-files';
import classes from './import.module.css';

/** Where files are dropped (anywhere on the page will do: `over` says that some are held above it) or chosen. */
export function FileDrop({
  formats,
  over,
  busy,
  onFiles,
}: {
  formats: string;
  over: boolean;
  busy: boolean;
  onFiles: (files: readonly FoundFile[]) => void;
}) {
  const t = useTranslations('importing.drop');
  const input = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  // Before the page listens its markup may still be replaced, and with it a file chosen in it.
  const listening = useMounted();
  const take = (field: HTMLInputElement) => {
    onFiles(foundIn(field.files ?? []));
    // The same file chosen again, after it was mended, is a new choice.
    field.value = '';
  };
  return (
    <div className={classes.drop} data-over={over || undefined}>
      <IconFileImport size={28} stroke={1.4} aria-hidden />
      <Text fw={600}>{over ? t('release') : t('title')}</Text>
      <Text size="sm" c="dimmed" ta="center" maw={520}>
        {t('or', { formats })}{' '}
        {t('limit', { limit: megabytes(MAX_DEFINITION_BYTES), archive: megabytes(MAX_UPLOAD_BYTES) })}
      </Text>
      <input
        ref={input}
        type="file"
        multiple
        disabled={!listening}
        className={classes.hiddenInput}
        aria-label={t('input')}
        tabIndex={-1}
        onChange={(event) => take(event.currentTarget)}
      />
      <input
        ref={(field) => {
          folder.current = field;
          // No property of React's: all browsers that matter know it.
          field?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        disabled={!listening}
        className={classes.hiddenInput}
        aria-label={t('folderInput')}
        tabIndex={-1}
        onChange={(event) => take(event.currentTarget)}
      />
      <Group gap="xs" justify="center">
        <Button variant="default" loading={busy} onClick={() => input.current?.click()}>
          {t('choose')}
        </Button>
        <Button variant="subtle" disabled={busy} onClick={() => folder.current?.click()}>
          {t('folder')}
        </Button>
      </Group>
    </div>
  );
}
