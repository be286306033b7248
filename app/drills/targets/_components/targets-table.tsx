'use client';

import { Alert, Button, Group, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { Below, Dim } from '@/components/ui/marks';
import { RelativeTime } from '@/components/ui/relative-time';
import type { DrillTargetRow } from '@/lib/drills/target-queries';
import { ENVIRONMENTS } from '@/lib/drills/vocabulary';
import { removeTargetAction, rotateTargetAction } from '../actions';
import { TargetForm } from './target-form';
import { TargetSecret } from './target-secret';
import { useTargetWords } from './use-target-words';

/** The declared targets, with what an administrator may do about them. */
export function TargetsTable({
  targets,
  mayEdit,
  now,
}: {
  targets: readonly DrillTargetRow[];
  mayEdit: boolean;
  now: Date;
}) {
  const t = useTranslations('drillTargets');
  const words = useTargetWords();
  const [pending, startTransition] = useTransition();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null);
  const [editing, setEditing] = useState<string | null>(null);
  const edited = targets.find(({ id }) => id === editing);

  const run = (
    ask: () => Promise<{ readonly ok: true } | { readonly ok: false; readonly error: { reason: string } }>,
  ) =>
    startTransition(async () => {
      setMade(null);
      const result = await ask().catch(() => null);
      setRefusal(result?.ok ? null : (result?.error.reason ?? 'unexpected'));
    });
  const rotate = async ({ id, name }: DrillTargetRow) => {
    const result = await rotateTargetAction({ id });
    if (result.ok) setMade({ name, secret: result.value.secret });
    return result;
  };

  const columns: PlainColumn<DrillTargetRow>[] = [
    {
      key: 'name',
      label: t('columns.name'),
      heading: true,
      cell: ({ name, createdBy }) => (
        <>
          {name}
          <Below>{t('declaredBy', { by: createdBy })}</Below>
        </>
      ),
    },
    {
      key: 'environment',
      label: t('columns.environment'),
      cell: ({ environment }) => environmentWord(environment, (known) => t(`environments.${known}`)),
    },
    {
      key: 'asked',
      label: t('columns.asked'),
      cell: ({ host }) => (host === null ? t('person') : t('asks', { host })),
    },
    {
      key: 'runs',
      label: t('columns.runs'),
      cell: ({ runs, lastRunAt }) => (
        <>
          {runs === 0 ? <Dim>{t('runs', { count: runs })}</Dim> : t('runs', { count: runs })}
          {lastRunAt === null ? null : (
            <Below>
              {t('lastRun')} <RelativeTime date={lastRunAt} now={now} />
            </Below>
          )}
        </>
      ),
    },
  ];
  const change: PlainColumn<DrillTargetRow> = {
    key: 'change',
    label: t('columns.change'),
    cell: (target) => (
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          aria-label={t('edit.openOf', { name: target.name })}
          onClick={() => {
            setMade(null);
            setEditing(target.id);
          }}
        >
          {t('edit.open')}
        </Button>
        {target.host === null ? null : (
          <ConfirmButton
            size="xs"
            question={t('secret.rotateSure', { name: target.name })}
            confirm={t('secret.rotateConfirm')}
            keep={t('secret.keep')}
            busy={pending}
            onConfirm={() => run(() => rotate(target))}
          >
            {t('secret.rotate')}
          </ConfirmButton>
        )}
        <ConfirmButton
          size="xs"
          question={t('remove.sure', { name: target.name })}
          confirm={t('remove.confirm')}
          keep={t('remove.keep')}
          busy={pending}
          onConfirm={() => run(() => removeTargetAction({ id: target.id }))}
        >
          {t('remove.button')}
        </ConfirmButton>
      </Group>
    ),
  };
  return (
    <Stack gap="sm">
      {refusal ? (
        <Alert color="red" role="alert">
          {words(refusal)}
        </Alert>
      ) : null}
      {made ? <TargetSecret name={made.name} secret={made.secret} /> : null}
      <PlainTable
        label={t('table')}
        columns={mayEdit ? [...columns, change] : columns}
        rows={targets}
        rowKey={({ id }) => id}
      />
      {edited && mayEdit ? (
        <TargetForm
          key={edited.id}
          target={{
            ...{ id: edited.id, name: edited.name, url: edited.url ?? '' },
            environment: ENVIRONMENTS.find((each) => each === edited.environment) ?? 'test',
          }}
          onDone={(secret) => {
            setEditing(null);
            if (secret !== null) setMade({ name: edited.name, secret });
          }}
        />
      ) : null}
    </Stack>
  );
}

function environmentWord(environment: string, say: (known: (typeof ENVIRONMENTS)[number]) => string): string {
  const known = ENVIRONMENTS.find((each) => each === environment);
  return known === undefined ? environment : say(known);
}
