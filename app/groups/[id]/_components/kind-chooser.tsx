'use client';

import { Button, Title } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { CHANNEL_KINDS, type ChannelKind } from '@/lib/owners/channel-kinds';
import classes from './channels.module.css';

/** Which kind of channel is to be added, each with what it takes. */
export function KindChooser({ onChoose, onCancel }: { onChoose: (kind: ChannelKind) => void; onCancel: () => void }) {
  const t = useTranslations('channels');
  const kinds = useTranslations('reach.kinds');
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <section className={classes.panel} aria-label={t('choose')}>
      <Title order={3} size="h6" mb="xs">
        {t('choose')}
      </Title>
      <ul className={classes.kinds}>
        {CHANNEL_KINDS.map((kind, index) => (
          <li key={kind}>
            <button
              ref={index === 0 ? first : undefined}
              type="button"
              className={classes.kind}
              onClick={() => onChoose(kind)}
            >
              <span className={classes.kindName}>{kinds(kind)}</span>
              <span className={classes.kindNeed}>{t(`kinds.${kind}.need`)}</span>
            </button>
          </li>
        ))}
      </ul>
      <Button mt="sm" size="compact-sm" variant="subtle" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </section>
  );
}
