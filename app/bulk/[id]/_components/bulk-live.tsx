'use client';

import { Group, Progress, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { hasProgress, useProgress } from '@/app/_components/use-progress';
import { choiceStore } from '@/app/nodes/_components/choice-store';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { messageOf } from '@/lib/i18n/message';
import type { BulkProgress } from '@/lib/workflows/bulk-queries';
import type { BulkMode } from '@/lib/workflows/bulk-vocabulary';
import { cancelBulkAction, startBulkAction, undoBulkAction } from '../../actions';
import classes from './bulk.module.css';
import { StartButtons } from './start-buttons';

const BULK = {
  advances: () => true,
  is: (answer: unknown): answer is BulkProgress => hasProgress(answer),
};

/** How a bulk change stands, as it goes, with what can be done about it now. */
export function BulkLive({
  id,
  progress: served,
  mode,
  mayPublish,
  others,
}: {
  id: string;
  progress: BulkProgress;
  mode: BulkMode | null;
  mayPublish: boolean;
  /** Name of who began it, where that is somebody else. */
  others: string | null;
}) {
  const t = useTranslations('bulk.live');
  const common = useTranslations('common.refusals');
  const progress = useProgress(`/api/bulk-changes/${id}`, served, BULK);
  const [pending, startTransition] = useTransition();
  const [refused, setRefused] = useState<string | null>(null);
  const { phase, total, done, counts } = progress;
  const open = done < total;
  const run = (command: () => Promise<{ ok: boolean; error?: { reason: string } }>) =>
    startTransition(async () => {
      const result = await command().catch(() => ({ ok: false, error: { reason: 'unexpected' } }));
      const reason = result.error?.reason ?? 'unexpected';
      setRefused(result.ok ? null : (messageOf(t, `refused.${reason}`) ?? messageOf(common, reason) ?? reason));
    });
  const start = (chosen: BulkMode, note: string) =>
    run(async () => {
      const result = await startBulkAction({ id, mode: chosen, note });
      if (result.ok) choiceStore.clear();
      return result;
    });
  const say = useStandingWords();
  return (
    <section className={classes.live} aria-label={t(`bar.${phase}`)}>
      {phase === 'preview' && !open ? null : (
        <>
          <Text fw={600} className="tabular">
            {t(`of.${phase}`, { done, total })}
          </Text>
          <Progress value={total === 0 ? 0 : (done / total) * 100} size="lg" aria-label={t(`bar.${phase}`)} />
        </>
      )}
      <Text size="sm" role="status">
        {say(progress, { mode, others })}
      </Text>
      <Group gap="xs">
        {phase === 'preview' ? (
          <StartButtons counts={counts} ready={!open} busy={pending} mayPublish={mayPublish} onStart={start} />
        ) : null}
        {phase === 'preview' || open ? (
          <ConfirmButton
            question={t(`stop.${phase}.question`)}
            confirm={t(`stop.${phase}.confirm`)}
            keep={t('goOn')}
            busy={pending}
            onConfirm={() => run(() => cancelBulkAction({ id }))}
          >
            {t(`stop.${phase}.button`)}
          </ConfirmButton>
        ) : null}
        {phase === 'results' && !open && changedOf(counts) > 0 ? (
          <ConfirmButton
            question={t(`undo.question.${mode ?? 'publish'}`, { count: changedOf(counts) })}
            confirm={t('undo.confirm')}
            keep={t('undo.keep')}
            busy={pending}
            onConfirm={() => run(() => undoBulkAction({ id }))}
          >
            {t('undo.button')}
          </ConfirmButton>
        ) : null}
      </Group>
      {refused ? (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {refused}
        </Text>
      ) : null}
    </section>
  );
}

/** How it stands, in one or two sentences. */
function useStandingWords() {
  const t = useTranslations('bulk.live');
  return (
    { phase, total, done, counts, cancelled }: BulkProgress,
    { mode, others }: { readonly mode: BulkMode | null; readonly others: string | null },
  ): string => {
    const open = done < total;
    if (phase !== 'preview' && open)
      return others === null ? t(`working.${phase}`) : t(`workingFor.${phase}`, { name: others });
    const { changes = 0, refused = 0, same = 0, draft = 0, changed = 0, cannot = 0, gone = 0 } = counts;
    const alone = draft + changed + cannot + gone;
    if (phase === 'preview') return open ? t('looking') : t('foreseen', { changes, refused, same, others: alone });
    if (phase === 'undo') {
      const { restored = 0, discarded = 0 } = counts;
      return t('undone', { back: restored + discarded, kept: total - restored - discarded });
    }
    const said = t(mode === 'draft' ? 'drafted' : 'published', {
      changed: changedOf(counts),
      refused,
      same,
      others: alone,
    });
    return cancelled ? `${t('stopped')} ${said}` : said;
  };
}

function changedOf({ published = 0, drafted = 0 }: BulkProgress['counts']): number {
  return published + drafted;
}
