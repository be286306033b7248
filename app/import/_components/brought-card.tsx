'use client';

import { Button, Group, Loader, Text } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { readableSize } from './bytes';
import classes from './import.module.css';
import type { Brought } from './use-import';

export interface BroughtCardProps {
  readonly brought: Brought;
  readonly busy: boolean;
  readonly onSidecar: (file: File | null) => void;
  readonly onWithoutSidecar: () => void;
  readonly onAgain: () => void;
  readonly onPutAway: () => void;
}

/** The file that is being imported: it stays until the person puts it away. */
export function BroughtCard(props: BroughtCardProps) {
  const { brought, busy, onSidecar, onWithoutSidecar, onAgain, onPutAway } = props;
  const t = useTranslations('importing.brought');
  const { fileName, sidecar } = brought;
  return (
    <section className={classes.brought} aria-label={t('title')}>
      <Group gap="xs" wrap="nowrap" miw={0}>
        {busy ? <Loader size={20} aria-hidden /> : <IconFileText size={20} stroke={1.6} aria-hidden />}
        <div className={classes.fileName}>
          <Text fw={600} component="span">
            {fileName}
          </Text>
          <Text size="sm" c="dimmed" component="span" ml="xs" className="tabular">
            {t('size', readableSize(brought.bytes.length))}
          </Text>
          {sidecar ? <Text size="sm">{t('sidecar', { name: sidecar.fileName })}</Text> : null}
        </div>
      </Group>
      <Group gap={4}>
        {sidecar ? (
          <Button variant="subtle" size="compact-sm" onClick={onWithoutSidecar} disabled={busy}>
            {t('removeSidecar')}
          </Button>
        ) : (
          <AddSidecar fileName={fileName} busy={busy} onSidecar={onSidecar} />
        )}
        <Button variant="subtle" size="compact-sm" onClick={onAgain} disabled={busy}>
          {t('again')}
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={onPutAway}>
          {t('other')}
        </Button>
      </Group>
    </section>
  );
}

/** The canonical format says everything itself; a file of another may come with a sidecar. */
function AddSidecar({
  fileName,
  busy,
  onSidecar,
}: { fileName: string } & Pick<BroughtCardProps, 'busy' | 'onSidecar'>) {
  const t = useTranslations('importing.brought');
  const input = useRef<HTMLInputElement>(null);
  if (/\.failpath\.ya?ml$/i.test(fileName)) return null;
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".yaml,.yml"
        className={classes.hiddenInput}
        tabIndex={-1}
        aria-label={t('sidecarInput', { name: fileName })}
        onChange={(event) => {
          onSidecar(event.currentTarget.files?.[0] ?? null);
          event.currentTarget.value = '';
        }}
      />
      <Button variant="subtle" size="compact-sm" onClick={() => input.current?.click()} disabled={busy}>
        {t('addSidecar')}
      </Button>
    </>
  );
}
