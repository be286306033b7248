'use client';

import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import { IconCheck, IconPencil, IconTrash } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { MAX_VIEW_NAME, MAX_VIEWS } from '@/lib/insight/view-limits';
import classes from './view-menu.module.css';
import type { ViewMenuProps, ViewOfList, ViewOutcome } from './view-props';

const REFUSALS = ['name_taken', 'too_many', 'not_found', 'invalid', 'forbidden', 'unavailable'] as const;

/** All saved views of a list: open, rename, delete; keep what is shown as a new one, or in the open one. */
export function ViewPanel(props: ViewMenuProps & { modified: boolean; close: () => void }) {
  const { views, open, modified, leaveHref, hrefOf, close, save, overwrite } = props;
  const t = useTranslations('lists.views');
  const { run, running, refusal } = useOutcome();
  return (
    <div className={classes.content}>
      <Text size="sm" fw={600} component="h2">
        {t('title')}
      </Text>
      {views.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('none')}
        </Text>
      ) : (
        <ul className={classes.views}>
          {views.map((view) => (
            <ViewItem key={view.id} view={view} {...props} />
          ))}
        </ul>
      )}
      {open ? (
        <Group gap="xs">
          {modified ? (
            <>
              <Button
                size="compact-sm"
                variant="light"
                loading={running}
                onClick={() => run(() => overwrite(open.id), close)}
              >
                {t('overwrite', { name: open.name })}
              </Button>
              <Button size="compact-sm" variant="subtle" component={Link} href={hrefOf(open)} onClick={close}>
                {t('restore', { name: open.name })}
              </Button>
            </>
          ) : null}
          <Button size="compact-sm" variant="subtle" component={Link} href={leaveHref} scroll={false} onClick={close}>
            {t('leave')}
          </Button>
        </Group>
      ) : null}
      <NameForm label={t('saveAs')} action={t('save')} save={save} done={close} />
      <div role="alert" className={classes.refusal}>
        {refusal}
      </div>
    </div>
  );
}

function ViewItem({
  view,
  open,
  hrefOf,
  close,
  rename,
  remove,
}: ViewMenuProps & { view: ViewOfList; close: () => void }) {
  const t = useTranslations('lists.views');
  const [mode, setMode] = useState<'shown' | 'renaming' | 'deleting'>('shown');
  const { run, running, refusal } = useOutcome();
  const { id, name } = view;
  if (mode === 'renaming')
    return (
      <li className={classes.editing}>
        <NameForm
          label={t('newName')}
          action={t('save')}
          start={name}
          save={(next) => rename(id, next)}
          done={() => setMode('shown')}
          cancel={() => setMode('shown')}
        />
      </li>
    );
  if (mode === 'deleting')
    return (
      <li className={classes.editing}>
        <Group gap="xs" role="group" aria-label={t('deleteQuestion', { name })}>
          <Text size="sm">{t('deleteQuestion', { name })}</Text>
          <Button
            size="compact-sm"
            color="red"
            loading={running}
            onClick={() =>
              run(
                () => remove(id),
                () => undefined,
              )
            }
          >
            {t('deleteConfirm')}
          </Button>
          <Button size="compact-sm" variant="default" data-autofocus autoFocus onClick={() => setMode('shown')}>
            {t('keep')}
          </Button>
        </Group>
        <div role="alert" className={classes.refusal}>
          {refusal}
        </div>
      </li>
    );
  const isOpen = open?.id === id;
  return (
    <li className={classes.view}>
      <Link
        href={hrefOf(view)}
        className={classes.link}
        aria-current={isOpen ? 'true' : undefined}
        aria-label={t('openView', { name })}
        onClick={close}
        prefetch={false}
      >
        {isOpen ? <IconCheck size={14} stroke={2.2} aria-hidden /> : null}
        {name}
      </Link>
      <ActionIcon variant="subtle" color="gray" aria-label={t('rename', { name })} onClick={() => setMode('renaming')}>
        <IconPencil size={15} stroke={1.7} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" aria-label={t('delete', { name })} onClick={() => setMode('deleting')}>
        <IconTrash size={15} stroke={1.7} aria-hidden />
      </ActionIcon>
    </li>
  );
}

function NameForm({
  label,
  action,
  start = '',
  save,
  done,
  cancel,
}: {
  label: string;
  action: string;
  start?: string;
  save: (name: string) => Promise<ViewOutcome>;
  done: () => void;
  cancel?: () => void;
}) {
  const t = useTranslations('lists.views');
  const [name, setName] = useState(start);
  const { run, running, refusal } = useOutcome();
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        run(() => save(name), done);
      }}
    >
      <TextInput
        size="xs"
        className={classes.field}
        label={label}
        value={name}
        maxLength={MAX_VIEW_NAME}
        error={refusal}
        autoComplete="off"
        autoFocus={cancel !== undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" loading={running} disabled={name.trim() === ''}>
        {action}
      </Button>
      {cancel ? (
        <Button size="xs" variant="default" onClick={cancel}>
          {t('cancel')}
        </Button>
      ) : null}
    </form>
  );
}

/** Runs a command and keeps, in words, why it was refused. */
function useOutcome() {
  const t = useTranslations('lists.views.refusals');
  const [running, setRunning] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const settle = async (command: () => Promise<ViewOutcome>, done: () => void) => {
    setRunning(true);
    const outcome = await command().catch((): ViewOutcome => ({ reason: 'unavailable' }));
    setRunning(false);
    const known = REFUSALS.find((each) => each === outcome?.reason) ?? 'unexpected';
    setRefusal(outcome === null ? null : t(known, { most: known === 'too_many' ? MAX_VIEWS : MAX_VIEW_NAME }));
    if (outcome === null) done();
  };
  const run = (command: () => Promise<ViewOutcome>, done: () => void) => void settle(command, done);
  return { run, running, refusal };
}
