'use client';

import { Alert, Badge, Button, Group, Text } from '@mantine/core';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import type { EdgeRefusal } from '@/app/_server/action';
import { HealthLine } from '@/components/reach/health-line';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { Nothing } from '@/components/ui/nothing';
import { notify } from '@/components/ui/notify';
import { messageOf } from '@/lib/i18n/message';
import type { LastChannelRefusal } from '@/lib/owners/channel-commands';
import type { ChannelRow } from '@/lib/owners/channel-queries';
import type { Result } from '@/lib/shared/result';
import { removeChannelAction, switchChannelAction } from '../actions';
import type { SavedChannel } from './channel-form';
import classes from './channels.module.css';
import { SigningSecret } from './signing-secret';

const ChannelForm = dynamic(() => import('./channel-form').then((module) => module.ChannelForm), { loading: Nothing });
const TestPanel = dynamic(() => import('./test-panel').then((module) => module.TestPanel), { loading: Nothing });

export interface ChannelCardProps {
  readonly channel: ChannelRow;
  readonly groupId: string;
  /** Without this channel nobody is told of so many places; 0 while there is another way. */
  readonly unreached: number;
  readonly members: number;
  readonly mayEdit: boolean;
  readonly mailIsSetUp: boolean;
  readonly now: Date;
  readonly onSaved: (saved: SavedChannel) => void;
}

/** One channel: where it goes, how it is, and what can be done with it. */
export function ChannelCard({ channel, groupId, mayEdit, mailIsSetUp, now, members, ...rest }: ChannelCardProps) {
  const t = useTranslations('channels');
  const kinds = useTranslations('reach.kinds');
  const reach = useTranslations('reach');
  const [open, setOpen] = useState<'edit' | null>(null);
  const [test, setTest] = useState(0);
  const { id, kind, name, fallback, enabled, health, unreadable, signed } = channel;
  return (
    <li className={classes.card} id={`channel-${id}`}>
      <div className={classes.head}>
        <div className={classes.facts}>
          <Group gap={8} mb={2}>
            <span className={classes.name}>{name}</span>
            {name === kinds(kind) ? null : (
              <Text span size="sm" c="dimmed">
                {kinds(kind)}
              </Text>
            )}
            {fallback ? (
              <Badge variant="default" tt="none" fw={500} radius="sm">
                {reach('fallback')}
              </Badge>
            ) : null}
          </Group>
          <Text size="sm" c="dimmed">
            <Where channel={channel} members={members} />
            {signed ? ` · ${t('signed')}` : null}
          </Text>
          <HealthLine health={health} now={now} />
        </div>
        {mayEdit ? (
          <div className={classes.actions}>
            <Button
              size="xs"
              variant="default"
              aria-label={t('testLabel', { name })}
              onClick={() => setTest((before) => before + 1)}
            >
              {t('test')}
            </Button>
            <Button
              size="xs"
              variant="default"
              aria-label={t('editLabel', { name })}
              aria-expanded={open === 'edit'}
              onClick={() => setOpen(open === 'edit' ? null : 'edit')}
            >
              {t('edit')}
            </Button>
            <Switching channel={channel} unreached={enabled ? rest.unreached : 0} />
          </div>
        ) : null}
      </div>
      {unreadable ? (
        <Alert color="yellow" mt="sm">
          {t('unreadable')}
        </Alert>
      ) : null}
      {mayEdit && kind === 'webhook' && !unreadable ? <SigningSecret channel={channel} /> : null}
      {test > 0 ? <TestPanel key={test} channel={channel} onClose={() => setTest(0)} /> : null}
      {open === 'edit' ? (
        <ChannelForm
          groupId={groupId}
          kind={kind}
          channel={channel}
          mailIsSetUp={mailIsSetUp}
          onSaved={(saved) => {
            setOpen(null);
            rest.onSaved(saved);
          }}
          onCancel={() => setOpen(null)}
        />
      ) : null}
    </li>
  );
}

function Where({ channel, members }: { channel: ChannelRow; members: number }) {
  const t = useTranslations('channels.where');
  const { settings, host, unreadable } = channel;
  if (settings.kind === 'mail')
    return settings.to.length === 0
      ? t('members', { count: members })
      : t('addresses', { addresses: settings.to.join(', ') });
  if (settings.kind === 'jira') {
    const { site, project, issueType } = settings;
    return t('jira', { host: URL.canParse(site) ? new URL(site).host : site, project, type: issueType });
  }
  return unreadable || host === null ? t('unreadable') : t('host', { host });
}

type Asked = Promise<Result<unknown, LastChannelRefusal | EdgeRefusal>>;

/** Off, on, and away; of the last way to a group it is said first what nobody would be told of. */
function Switching({ channel, unreached: unreachedBefore }: { channel: ChannelRow; unreached: number }) {
  const t = useTranslations('channels');
  const refusals = useTranslations('common.refusals');
  const [pending, startTransition] = useTransition();
  const [unreached, setUnreached] = useState<number | null>(null);
  const { id, name, enabled } = channel;
  const uses = unreached ?? unreachedBefore;

  function run(ask: () => Asked, done: string) {
    startTransition(async () => {
      const result = await ask().catch(() => null);
      if (result?.ok) return void notify({ color: 'green', message: done });
      const error = result?.error;
      // It has become the last way meanwhile: what that means is said, and asked again.
      if (error?.reason === 'last_channel') return setUnreached(error.uses);
      const reason = error?.reason ?? 'unexpected';
      void notify({ color: 'red', message: messageOf(refusals, reason) ?? refusals('unexpected') });
    });
  }

  const turn = (on: boolean) =>
    run(
      () => switchChannelAction({ id, enabled: on, unreached: uses }),
      t(on ? 'switchedOn' : 'switchedOff', { name }),
    );
  return (
    <>
      {enabled ? (
        <ConfirmButton
          size="xs"
          name={t('offLabel', { name })}
          question={uses > 0 ? t('lastOff', { name, uses }) : t('sureOff', { name })}
          confirm={t('yesOff')}
          keep={t('keep')}
          busy={pending}
          onConfirm={() => turn(false)}
        >
          {t('off')}
        </ConfirmButton>
      ) : (
        <Button
          size="xs"
          variant="default"
          loading={pending}
          aria-label={t('onLabel', { name })}
          onClick={() => turn(true)}
        >
          {t('on')}
        </Button>
      )}
      <ConfirmButton
        size="xs"
        name={t('removeLabel', { name })}
        question={uses > 0 ? t('lastRemove', { name, uses }) : t('sureRemove', { name })}
        confirm={t('yesRemove')}
        keep={t('keep')}
        busy={pending}
        onConfirm={() => run(() => removeChannelAction({ id, unreached: uses }), t('removed', { name }))}
      >
        {t('remove')}
      </ConfirmButton>
    </>
  );
}
