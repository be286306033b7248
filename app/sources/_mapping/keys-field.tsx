'use client';

import { Button, Group, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { pathText, readKeys } from './column-path';
import classes from './mapping.module.css';
import { SampleTree } from './sample-tree';
import { useMapping } from './wizard-context';

/** A place within an element of a list, by its keys; picked from a sample of such an element, or typed. */
export function KeysField({
  label,
  description,
  field,
  value,
  element,
  onChange,
}: {
  label: string;
  description?: string;
  field: string;
  value: string;
  /** An element of the list, out of the sample rows. */
  element: unknown;
  onChange: (value: string) => void;
}) {
  const t = useTranslations('sourceWizard.column');
  const { errorOf } = useMapping();
  const [open, setOpen] = useState(false);
  const panel = useId();
  const pickable = typeof element === 'object' && element !== null;
  return (
    <div className={classes.field}>
      <Group gap={6} align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          miw={0}
          label={label}
          description={description}
          data-field={field}
          value={value}
          error={errorOf(field) ?? (readKeys(value) === null ? t('keysWrong') : undefined)}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          classNames={{ input: classes.mono }}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {pickable ? (
          <Button
            variant="default"
            aria-expanded={open}
            aria-controls={panel}
            aria-label={t('pickOf', { field: label })}
            onClick={() => setOpen(!open)}
          >
            {open ? t('pickClose') : t('pick')}
          </Button>
        ) : null}
      </Group>
      {open && pickable ? (
        <div id={panel}>
          <SampleTree
            value={element}
            label={t('treeOf', { field: label })}
            chosen={value}
            onPick={(path) => {
              onChange(pathText(path));
              setOpen(false);
            }}
          />
        </div>
      ) : null}
    </div>
  );
}
