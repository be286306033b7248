'use client';

import { Alert, Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { Nothing } from '@/components/ui/nothing';
import { notify } from '@/components/ui/notify';
import type { InboxChange, InboxRefusal } from '@/lib/alerts/inbox-change';
import { MAX_KEYS } from '@/lib/alerts/inbox-limits';
import { mayBeGiven, type Worker } from '@/lib/alerts/inbox-person';
import { messageOf } from '@/lib/i18n/message';
import type { Result } from '@/lib/shared/result';
import { acknowledgeAction, assignAction, reopenAction, resolveAction } from '../actions';
import classes from './action-bar.module.css';

const ResolveDialog = dynamic(() => import('./resolve-dialog').then((module) => module.ResolveDialog), {
  loading: Nothing,
});
const AssignDialog = dynamic(() => import('./assign-dialog').then((module) => module.AssignDialog), {
  loading: Nothing,
});

/** A key that something is to be done with. */
export interface Target {
  readonly fingerprint: string;
  readonly seenUntil: string;
  /** Slug of the group that it went to. */
  readonly owner: string | null;
  /** Some of its records are not acknowledged. */
  readonly open: boolean;
  readonly waiting: number;
  /** It has records that somebody resolved. */
  readonly resolved: boolean;
}

type Deed = 'acknowledge' | 'assign' | 'resolve' | 'reopen';
type Outcome = Result<InboxChange, InboxRefusal | { readonly reason: string }>;

/** What can be done with keys: acknowledge, assign, resolve with a note, open again. All of them or none. */
export function ActionBar({
  targets,
  workers,
  actorId,
  onBusy,
  onDone,
}: {
  targets: readonly Target[];
  workers: readonly Worker[];
  actorId: string;
  /** A dialog is open, or an answer under way. */
  onBusy?: (busy: boolean) => void;
  onDone?: () => void;
}) {
  const t = useTranslations('inbox');
  const [dialog, setDialog] = useState<'assign' | 'resolve' | null>(null);
  const { run, running, refusal } = useDeeds();
  const keys = targets.map(({ fingerprint, seenUntil }) => ({ fingerprint, seenUntil }));
  const ask = (which: typeof dialog) => {
    setDialog(which);
    onBusy?.(which !== null);
  };
  const settle = (deed: Deed, command: () => Promise<Outcome>) =>
    run(deed, command, () => {
      ask(null);
      onDone?.();
    });
  const waiting = targets.some((target) => target.waiting > 0);
  const tooMany = targets.length > MAX_KEYS;
  return (
    <>
      <div className={classes.buttons}>
        {targets.some(({ open }) => open) ? (
          <Button
            variant="default"
            leftSection={<IconEye size={16} stroke={1.8} aria-hidden />}
            loading={running === 'acknowledge'}
            disabled={tooMany || running !== null}
            onClick={() => settle('acknowledge', () => acknowledgeAction({ keys }))}
          >
            {t('actions.acknowledge')}
          </Button>
        ) : null}
        {waiting ? (
          <>
            <Button variant="default" disabled={tooMany || running !== null} onClick={() => ask('assign')}>
              {t('actions.assign')}
            </Button>
            <Button disabled={tooMany || running !== null} onClick={() => ask('resolve')}>
              {t('actions.resolve')}
            </Button>
          </>
        ) : null}
        {targets.some(({ resolved }) => resolved) ? (
          <Button
            variant="default"
            loading={running === 'reopen'}
            disabled={tooMany || running !== null}
            onClick={() => settle('reopen', () => reopenAction({ keys }))}
          >
            {t('actions.reopen')}
          </Button>
        ) : null}
        {tooMany ? <span>{t('select.most', { most: MAX_KEYS })}</span> : null}
      </div>
      {refusal !== null && dialog === null ? (
        <Alert color="red" role="alert" title={t('actions.failed')} className={classes.refusal}>
          {refusal}
        </Alert>
      ) : null}
      {dialog === 'resolve' ? (
        <ResolveDialog
          count={targets.length}
          busy={running !== null}
          refusal={refusal}
          onClose={() => ask(null)}
          onResolve={(note) => settle('resolve', () => resolveAction({ keys, note }))}
        />
      ) : null}
      {dialog === 'assign' ? (
        <AssignDialog
          count={targets.length}
          people={workers.filter((worker) => targets.every(({ owner }) => mayBeGiven(worker, owner)))}
          actorId={actorId}
          busy={running !== null}
          refusal={refusal}
          onClose={() => ask(null)}
          onAssign={(personId) => settle('assign', () => assignAction({ keys, personId }))}
        />
      ) : null}
    </>
  );
}

/** Runs what was asked for, says what came of it, and keeps in words why it was refused. */
function useDeeds() {
  const t = useTranslations('inbox.actions');
  const c = useTranslations('common');
  const [running, setRunning] = useState<Deed | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [, startTransition] = useTransition();
  const codeWords = (code: string | null) => code || c('values.noCode');
  const wordsFor = (error: InboxRefusal | { readonly reason: string }) => {
    if (!('keys' in error)) return messageOf(c, `refusals.${error.reason}`) ?? c('refusals.unexpected');
    const names = error.keys.map(({ node, code, owner }) =>
      t('named', { node, code: codeWords(code), owner: owner ?? c('values.none') }),
    );
    return t(`refusals.${error.reason}`, { names: names.join(', ') });
  };
  const run = (deed: Deed, command: () => Promise<Outcome>, done: () => void) => {
    setRunning(deed);
    setRefusal(null);
    startTransition(async () => {
      const result = await command().catch(() => null);
      setRunning(null);
      if (!result?.ok) return setRefusal(wordsFor(result?.error ?? { reason: 'unexpected' }));
      const { records, later } = result.value;
      const said = t(`done.${deed}`, { count: records });
      const message = later > 0 ? t('later', { done: said, count: later }) : said;
      void notify({ color: records > 0 ? 'green' : 'gray', message });
      done();
    });
  };
  return { run, running, refusal };
}
