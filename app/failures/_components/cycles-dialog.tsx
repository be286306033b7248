'use client';

import { Alert, Button, Modal, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { type BusinessCycle, cyclePeriod } from '@/lib/history/cycle';
import { messageOf } from '@/lib/i18n/message';
import { deleteCycleAction } from '../actions';
import { CycleForm } from './cycle-form';
import classes from './cycles-dialog.module.css';
import { daysText } from './period-text';

export interface CyclesDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly cycles: readonly BusinessCycle[];
  readonly today: string;
  /** Shows a cycle on the page behind. */
  readonly choose: (period: string) => void;
}

type Editing = 'nothing' | 'new' | BusinessCycle;

/** The business cycles: those there are, and a form for one of them or for a new one. */
export function CyclesDialog({ opened, onClose, cycles, today, choose }: CyclesDialogProps) {
  const t = useTranslations('failures.cycles');
  const common = useTranslations('common.actions');
  const [editing, setEditing] = useState<Editing>(cycles.length === 0 ? 'new' : 'nothing');
  const done = (id: string) => {
    setEditing('nothing');
    choose(`cycle:${id}`);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('title')}
      size="lg"
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('what')}
        </Text>
        {editing === 'nothing' ? (
          <>
            <CycleList cycles={cycles} today={today} edit={setEditing} />
            <Button
              variant={cycles.length === 0 ? 'filled' : 'default'}
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setEditing('new')}
              className={classes.add}
            >
              {t('add')}
            </Button>
          </>
        ) : (
          <CycleForm
            cycle={editing === 'new' ? null : editing}
            today={today}
            onDone={done}
            onBack={() => (cycles.length === 0 ? onClose() : setEditing('nothing'))}
          />
        )}
      </Stack>
    </Modal>
  );
}

function CycleList({
  cycles,
  today,
  edit,
}: {
  cycles: readonly BusinessCycle[];
  today: string;
  edit: (cycle: BusinessCycle) => void;
}) {
  const t = useTranslations('failures.cycles');
  const failures = useTranslations('failures');
  const words = useTranslations('common.refusals');
  const format = useFormatter();
  const [pending, startTransition] = useTransition();
  const [refusal, setRefusal] = useState<string | null>(null);
  const remove = (id: string) =>
    startTransition(async () => {
      const result = await deleteCycleAction({ id }).catch(() => null);
      setRefusal(result?.ok ? null : (result?.error.reason ?? 'unexpected'));
    });
  if (cycles.length === 0) return <Text size="sm">{t('none')}</Text>;
  return (
    <>
      {refusal ? (
        <Alert color="red" role="alert">
          {messageOf(words, refusal) ?? words('unexpected')}
        </Alert>
      ) : null}
      <ul className={classes.list}>
        {cycles.map((cycle) => (
          <li key={cycle.id} className={classes.cycle}>
            <div>
              <div className={classes.name}>{cycle.name}</div>
              <div className={classes.rule}>
                {cycle.lengthDays === null
                  ? t('toMonthEnd', { day: Number(cycle.firstDay.slice(8)) })
                  : t('everyDays', { days: cycle.lengthDays })}
                {' · '}
                {t('now', { days: daysText(failures, format, cyclePeriod(cycle, today, 0)) })}
              </div>
            </div>
            <div className={classes.buttons}>
              <Button
                variant="default"
                px={9}
                aria-label={t('edit', { name: cycle.name })}
                title={t('edit', { name: cycle.name })}
                onClick={() => edit(cycle)}
              >
                <IconPencil size={16} stroke={1.7} aria-hidden />
              </Button>
              <ConfirmButton
                question={t('sure', { name: cycle.name })}
                confirm={t('delete')}
                keep={t('keep')}
                busy={pending}
                onConfirm={() => remove(cycle.id)}
              >
                {t('delete')}
              </ConfirmButton>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
