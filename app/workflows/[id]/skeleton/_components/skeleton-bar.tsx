'use client';

import { Button, Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { PublishDialog } from './publish-dialog';
import classes from './skeleton.module.css';
import type { Skeleton } from './use-skeleton';

/** What is chosen and what can be done with it. Drafts come first while something chosen has a question. */
export function SkeletonBar({ skeleton }: { skeleton: Skeleton }) {
  const t = useTranslations('skeleton');
  const [asking, setAsking] = useState(false);
  const { picked, ready, busy, refusal } = skeleton;
  const draftsFirst = ready.length < picked.length || picked.length === 0;
  return (
    <section className={classes.bar} aria-label={t('bar.label')}>
      <p className={classes.chosen}>
        <strong>{t('bar.chosen', { count: picked.length })}</strong>
        {picked.length > 0 ? <span>{t('bar.ready', { ready: ready.length })}</span> : null}
        {refusal ? (
          <span role="alert" className={classes.refusal}>
            {refusal}
          </span>
        ) : null}
      </p>
      <Group gap="xs">
        <Button
          variant={draftsFirst ? 'filled' : 'default'}
          disabled={picked.length === 0 || busy === 'publish'}
          loading={busy === 'drafts'}
          onClick={() => void skeleton.keepDrafts()}
        >
          {t('bar.draft', { count: picked.length })}
        </Button>
        <Button
          variant={draftsFirst ? 'default' : 'filled'}
          disabled={ready.length === 0 || busy === 'drafts'}
          onClick={() => setAsking(true)}
        >
          {t('bar.publish', { count: ready.length })}
        </Button>
      </Group>
      <PublishDialog opened={asking} onClose={() => setAsking(false)} skeleton={skeleton} />
    </section>
  );
}
