'use client';

import { Button, Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useTransition } from 'react';
import type { RollupProgress } from '@/lib/history/rollup-progress-queries';
import { pauseRollupAction } from '../actions';
import type { RecountControl } from './use-recount';

/** Holding the counting of a source and letting it go on, and counting it again. */
export function RollupActions({
  rollup: { sourceId, name, state, counted },
  recount,
  onRefused,
}: {
  rollup: RollupProgress;
  recount: RecountControl;
  onRefused: (reason: string | null) => void;
}) {
  const t = useTranslations('operations.rollups');
  const [pending, startTransition] = useTransition();
  const paused = state === 'paused';
  const hold = () =>
    startTransition(async () => {
      const result = await pauseRollupAction({ sourceId, paused: !paused }).catch(() => null);
      onRefused(result?.ok ? null : (result?.error.reason ?? 'unavailable'));
    });
  const running = recount.result?.state === 'running';
  const own = running && recount.result?.sourceId === sourceId;
  return (
    <Group gap="xs">
      <Button
        size="compact-sm"
        variant="default"
        loading={pending}
        aria-label={t(paused ? 'resumeOf' : 'pauseOf', { name })}
        onClick={hold}
      >
        {t(paused ? 'resume' : 'pause')}
      </Button>
      {own ? (
        <Button size="compact-sm" variant="default" aria-label={t('stopOf', { name })} onClick={recount.stop}>
          {t('stop')}
        </Button>
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          disabled={!counted || running}
          aria-label={t('recountOf', { name })}
          onClick={() => void recount.begin({ sourceId, name })}
        >
          {t('recount')}
        </Button>
      )}
    </Group>
  );
}
