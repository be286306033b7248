'use client';

import { Button, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Nothing } from '@/components/ui/nothing';
import { notify } from '@/components/ui/notify';
import { isLastWay } from '@/lib/owners/channel-health';
import type { ChannelKind } from '@/lib/owners/channel-kinds';
import type { ChannelRow } from '@/lib/owners/channel-queries';
import { ChannelCard } from './channel-card';
import type { SavedChannel } from './channel-form';
import classes from './channels.module.css';
import { SecretNotice } from './secret-notice';

const ChannelForm = dynamic(() => import('./channel-form').then((module) => module.ChannelForm), { loading: Nothing });
const KindChooser = dynamic(() => import('./kind-chooser').then((module) => module.KindChooser), { loading: Nothing });

export interface ChannelsSectionProps {
  readonly groupId: string;
  readonly channels: readonly ChannelRow[];
  /** Places that name the group. */
  readonly uses: number;
  readonly members: number;
  readonly mayEdit: boolean;
  readonly mailIsSetUp: boolean;
  readonly now: Date;
}

/** How a group is told: its channels with their health, and one more. */
export function ChannelsSection({ groupId, channels, uses, members, mayEdit, mailIsSetUp, now }: ChannelsSectionProps) {
  const t = useTranslations('channels');
  const [adding, setAdding] = useState<'no' | 'kind' | ChannelKind>('no');
  const [secret, setSecret] = useState<string | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  const was = useRef(adding);
  // Who has added a channel, or thought better of it, is where they began.
  useEffect(() => {
    if (adding === 'no' && was.current !== 'no') add.current?.focus();
    was.current = adding;
  }, [adding]);

  function saved({ name, signingSecret }: SavedChannel, isNew: boolean) {
    setAdding('no');
    setSecret(signingSecret);
    void notify({ color: 'green', message: t(isNew ? 'form.added' : 'form.saved', { name }) });
  }

  return (
    <section id="channels" aria-labelledby="channels-title">
      <Title order={2} size="h5" id="channels-title">
        {t('title')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('hint')}
      </Text>
      {channels.length === 0 ? (
        <Text size="sm" role="status">
          {t(mayEdit ? 'none' : 'noneMay')}
        </Text>
      ) : (
        <ul className={classes.cards} aria-label={t('list')}>
          {channels.map((channel) => (
            <ChannelCard
              key={channel.id}
              channel={channel}
              unreached={isLastWay(channels, channel.id) ? uses : 0}
              onSaved={(done) => saved(done, false)}
              {...{ groupId, members, mayEdit, mailIsSetUp, now }}
            />
          ))}
        </ul>
      )}
      {secret === null ? null : <SecretNotice secret={secret} rotating={false} onClose={() => setSecret(null)} />}
      {adding === 'kind' ? <KindChooser onChoose={setAdding} onCancel={() => setAdding('no')} /> : null}
      {adding === 'no' || adding === 'kind' ? null : (
        <ChannelForm
          key={adding}
          groupId={groupId}
          kind={adding}
          channel={null}
          mailIsSetUp={mailIsSetUp}
          onSaved={(done) => saved(done, true)}
          onCancel={() => setAdding('kind')}
        />
      )}
      {mayEdit && adding === 'no' ? (
        <Button
          ref={add}
          mt="sm"
          variant={channels.length === 0 ? 'filled' : 'default'}
          leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
          onClick={() => setAdding('kind')}
        >
          {t('add')}
        </Button>
      ) : null}
    </section>
  );
}
