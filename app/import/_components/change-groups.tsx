import { Stack, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { ImportPreview } from '@/lib/workflows/import';
import classes from './import.module.css';

const MAX_SHOWN = 40;
/** Each kind of change with a sign beside its word. */
const GROUPS = [
  ['added', '+'],
  ['removed', '−'],
  ['policyChanged', '~'],
  ['otherwiseChanged', '·'],
] as const;

/** Which nodes a new version adds, removes and changes. */
export function ChangeGroups({ preview }: { preview: Extract<ImportPreview, { kind: 'replaces' }> }) {
  const t = useTranslations('importing.preview');
  const groups = GROUPS.filter(([key]) => preview[key].length > 0);
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t('changes')}
      </Title>
      {groups.length === 0 ? <Text size="sm">{t('nothingInNodes')}</Text> : null}
      {groups.map(([key, sign]) => (
        <div key={key} className={classes.change} data-kind={key}>
          <span className={classes.changeName}>
            <span aria-hidden className={classes.sign}>
              {sign}
            </span>
            {t(key)} <span className="tabular">({preview[key].length})</span>
          </span>
          <span>
            {preview[key].slice(0, MAX_SHOWN).map((id) => (
              <code key={id} className={classes.chip}>
                {id}
              </code>
            ))}
            {preview[key].length > MAX_SHOWN ? t('more', { count: preview[key].length - MAX_SHOWN }) : null}
            {key === 'removed' ? (
              <Text component="span" size="sm" c="dimmed">
                {t('removedHint')}
              </Text>
            ) : null}
          </span>
        </div>
      ))}
      {preview.keepsSidecar ? (
        <Text size="sm" className={classes.note}>
          <IconInfoCircle size={16} stroke={1.8} aria-hidden />
          {t('keepsSidecar')}
        </Text>
      ) : null}
    </Stack>
  );
}
