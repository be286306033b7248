'use client';

import { Button, Checkbox } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Dropdown } from '@/components/ui/dropdown';
import classes from './column-menu.module.css';

/**
 * Which columns a table shows, as a short form behind a button. `always` is the name of the column that
 * stays; `change` gets the chosen ones in the order of `columns`, null for "as usual".
 */
export function ColumnMenu<Column extends string>({
  columns,
  shown,
  always,
  change,
}: {
  columns: readonly { readonly id: Column; readonly label: string }[];
  shown: readonly Column[];
  always: string;
  change: (shown: readonly Column[] | null) => void;
}) {
  const t = useTranslations('lists.columns');
  const toggle = (id: Column, on: boolean) =>
    change(columns.map((column) => column.id).filter((each) => (each === id ? on : shown.includes(each))));
  return (
    <Dropdown
      label={t('title')}
      target={(props) => (
        <Button
          {...props}
          variant="default"
          size="compact-sm"
          fw={500}
          leftSection={<IconColumns3 size={15} stroke={1.7} aria-hidden />}
        >
          {t('open')}
        </Button>
      )}
    >
      {() => (
        <fieldset className={classes.columns}>
          <legend className={classes.title}>{t('title')}</legend>
          {columns.map(({ id, label }) => (
            <Checkbox
              key={id}
              size="sm"
              label={label}
              checked={shown.includes(id)}
              onChange={(event) => toggle(id, event.currentTarget.checked)}
            />
          ))}
          <p className={classes.note}>{t('always', { column: always })}</p>
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={shown.length === columns.length}
            onClick={() => change(null)}
          >
            {t('reset')}
          </Button>
        </fieldset>
      )}
    </Dropdown>
  );
}
