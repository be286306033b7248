'use client';

import { Button, Text } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { MAX_DEFINITION_BYTES } from '@/lib/dialects/decode';
import { megabytes } from './bytes';
import classes from './import.module.css';

/** Takes files: by the button, or dropped anywhere on the page, so that a near miss opens nothing else. */
export function FileDrop({ formats, onFiles }: { formats: string; onFiles: (files: readonly File[]) => void }) {
  const t = useTranslations('importing.drop');
  const input = useRef<HTMLInputElement>(null);
  const over = usePageDrop(onFiles);
  return (
    <div className={classes.drop} data-over={over || undefined}>
      <IconFileImport size={28} stroke={1.4} aria-hidden />
      <Text fw={600}>{over ? t('release') : t('title')}</Text>
      <Text size="sm" c="dimmed" ta="center" maw={520}>
        {t('or', { formats })} {t('limit', { limit: megabytes(MAX_DEFINITION_BYTES) })}
      </Text>
      <input
        ref={input}
        type="file"
        multiple
        className={classes.hiddenInput}
        aria-label={t('input')}
        tabIndex={-1}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          // The same file chosen again, after it was mended, is a new choice.
          event.currentTarget.value = '';
        }}
      />
      <Button variant="default" onClick={() => input.current?.click()}>
        {t('choose')}
      </Button>
    </div>
  );
}

/** True while files are dragged over the page; hands over what is dropped. */
function usePageDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false);
  const handler = useRef(onFiles);
  useEffect(() => {
    handler.current = onFiles;
  });
  useEffect(() => {
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      handler.current([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragover', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return over;
}
