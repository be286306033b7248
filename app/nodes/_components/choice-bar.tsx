'use client';

import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { LinkButton } from '@/components/ui/link-button';
import type { NodeQuery } from '@/lib/insight/node-list';
import { MAX_BULK_NODES } from '@/lib/workflows/bulk-vocabulary';
import { chooseAllAction } from '../actions';
import classes from './choice.module.css';
import { type ChosenRow, choiceStore } from './choice-store';
import { useChoice } from './use-choice';

/** How many nodes are chosen, the way to choose more of them, and to what can be done with them. */
export function ChoiceBar({
  query,
  shown,
  matches,
}: {
  query: NodeQuery;
  shown: readonly ChosenRow[];
  /** Over all pages. */
  matches: number;
}) {
  const t = useTranslations('nodes.choice');
  const chosen = useChoice();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  if (chosen.size === 0) return null;
  const restOfPage = shown.filter(({ id }) => !chosen.has(id));
  const all = async () => {
    setBusy(true);
    const { search, workflow, group = null, filters, sort, order } = query;
    const asked = { search, workflow, group, filters: [...filters], sort, order };
    const result = await chooseAllAction(asked).catch(() => null);
    setBusy(false);
    setFailed(!result?.ok);
    if (result?.ok) choiceStore.add(result.value.nodes, MAX_BULK_NODES);
  };
  return (
    <section className={classes.bar} aria-label={t('label')}>
      <div className={classes.said}>
        <strong role="status">{t('count', { count: chosen.size })}</strong>
        {restOfPage.length > 0 ? (
          <Button variant="subtle" size="compact-sm" onClick={() => choiceStore.add(restOfPage, MAX_BULK_NODES)}>
            {t('page', { count: shown.length })}
          </Button>
        ) : null}
        {matches > shown.length && chosen.size < Math.min(matches, MAX_BULK_NODES) ? (
          <Button variant="subtle" size="compact-sm" loading={busy} onClick={() => void all()}>
            {t(matches > MAX_BULK_NODES ? 'first' : 'all', { count: Math.min(matches, MAX_BULK_NODES) })}
          </Button>
        ) : null}
        <Button variant="subtle" size="compact-sm" onClick={() => choiceStore.clear()}>
          {t('none')}
        </Button>
        {failed ? (
          <span role="alert" className={classes.failed}>
            {t('failed')}
          </span>
        ) : null}
      </div>
      <LinkButton href="/bulk/new">{t('change')}</LinkButton>
    </section>
  );
}
