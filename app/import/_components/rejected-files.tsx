'use client';

import { ActionIcon, Alert, Group, Stack, Text, Title } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { DiagnosticsList } from '@/components/policy/diagnostics-list';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { RelativeTime } from '@/components/ui/relative-time';
import { NameLink } from '@/components/ui/text-link';
import type { RejectedFile } from '@/lib/workflows/queries';
import { discardAction } from '../actions';
import { readableSize } from './bytes';
import classes from './import.module.css';

/** Files that could not be read, with the reasons; they can be taken away again, or thrown away. */
export function RejectedFiles({ files, now }: { files: readonly RejectedFile[]; now: Date }) {
  const t = useTranslations('importing');
  const [pending, startTransition] = useTransition();
  const [failed, setFailed] = useState(false);
  const discard = (id: string) =>
    startTransition(async () => {
      const result = await discardAction({ id }).catch(() => null);
      setFailed(!result?.ok);
    });
  return (
    <Stack gap="xs" component="section" aria-labelledby="rejected-title">
      <Title order={2} size="h5" id="rejected-title">
        {t('rejected.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('rejected.body')}
      </Text>
      {failed ? (
        <Alert color="red" role="alert">
          {t('rejected.discardFailed')}
        </Alert>
      ) : null}
      <ul className={classes.rejected}>
        {files.map(({ id, fileName, bytes, diagnostics, createdAt }) => (
          <li key={id}>
            <div className={classes.rejectedMain}>
              <NameLink href={`/import/files/${id}`} prefetch={false}>
                {fileName}
              </NameLink>
              <Text size="sm" c="dimmed">
                {t('brought.size', readableSize(bytes))} · <RelativeTime date={createdAt} now={now} />
              </Text>
              <details>
                <summary className={classes.summary}>{t('rejected.reasons', { count: diagnostics.length })}</summary>
                <DiagnosticsList diagnostics={diagnostics} label={t('rejected.list', { name: fileName })} limit={10} />
              </details>
            </div>
            <Group gap="xs" justify="flex-end">
              <ActionIcon
                component="a"
                href={`/api/v1/imports/${id}`}
                download
                variant="default"
                size={36}
                aria-label={t('rejected.download', { name: fileName })}
                title={t('rejected.download', { name: fileName })}
              >
                <IconDownload size={18} stroke={1.6} aria-hidden />
              </ActionIcon>
              <ConfirmButton
                label={t('rejected.discard', { name: fileName })}
                question={t('rejected.sure', { name: fileName })}
                confirm={t('rejected.confirm')}
                keep={t('rejected.keep')}
                busy={pending}
                onConfirm={() => discard(id)}
              >
                <IconTrash size={18} stroke={1.6} aria-hidden />
              </ConfirmButton>
            </Group>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
