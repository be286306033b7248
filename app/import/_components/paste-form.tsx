'use client';

import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import classes from './import.module.css';

const MAX_NAME = 255;

/** What stands in the paste form; held above it, so that switching tabs or an error keeps it. */
export interface Pasted {
  readonly text: string;
  /** Empty while the person has typed none: then the text's own name is suggested. */
  readonly name: string;
}

/** A definition as text, and the file name that it shall go by. */
export function PasteForm({
  pasted,
  busy,
  onChange,
  onRead,
}: {
  pasted: Pasted;
  busy: boolean;
  onChange: (pasted: Pasted) => void;
  onRead: (fileName: string, text: string) => void;
}) {
  const t = useTranslations('importing.paste');
  const [tried, setTried] = useState(false);
  const name = pasted.name.trim() === '' ? suggestedName(pasted.text) : pasted.name.trim();
  const tooLong = name.length > MAX_NAME ? t('nameLong') : null;
  const nameError = name === '' ? t('nameMissing') : tooLong;
  const textError = pasted.text.trim() === '' ? t('textMissing') : null;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!nameError && !textError) onRead(name, pasted.text);
      }}
    >
      <Stack gap="sm">
        <Textarea
          label={t('text')}
          description={t('textHint')}
          value={pasted.text}
          onChange={(event) => onChange({ ...pasted, text: event.currentTarget.value })}
          error={tried ? textError : null}
          classNames={{ input: classes.pasteInput }}
          rows={14}
          spellCheck={false}
          autoCapitalize="off"
          wrap="off"
        />
        <TextInput
          label={t('name')}
          description={t('nameHint')}
          value={pasted.name}
          placeholder={suggestedName(pasted.text) || undefined}
          onChange={(event) => onChange({ ...pasted, name: event.currentTarget.value })}
          error={tried ? nameError : null}
          maw={460}
          autoComplete="off"
          spellCheck={false}
        />
        <Group>
          <Button type="submit" loading={busy}>
            {t('read')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The canonical format names its workflow; other texts go by the name that the person gives. */
function suggestedName(text: string): string {
  const key = /^workflow:\s*["']?([\w.-]+)/m.exec(text)?.[1];
  return key ? `${key}.failpath.yaml` : '';
}
