'use client';

import { NativeSelect } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { workflowIdSchema } from '@/lib/model/ids';
import { setEngineVersionAction } from '../actions';

/** Which version of its engine runs the workflow; what is said about waits follows it. */
export function EngineVersion({
  workflowId,
  value,
  versions,
  format,
  mayChange,
}: {
  workflowId: string;
  value: string | null;
  versions: readonly string[];
  format: string;
  mayChange: boolean;
}) {
  const t = useTranslations('workflows.detail.engineVersion');
  const [busy, start] = useTransition();
  const [outcome, setOutcome] = useState<'saved' | 'failed' | null>(null);
  const newest = t('newest', { version: versions[0] ?? '' });
  if (!mayChange) return value ?? newest;
  const change = (next: string) =>
    start(async () => {
      setOutcome(null);
      const input = { workflowId: workflowIdSchema.parse(workflowId), engineVersion: next === '' ? null : next };
      const result = await setEngineVersionAction(input).catch(() => null);
      setOutcome(result?.ok ? 'saved' : 'failed');
    });
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={t('label', { format })}
        description={t('hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={value ?? ''}
        disabled={busy}
        error={outcome === 'failed' ? t('failed') : undefined}
        onChange={(event) => change(event.currentTarget.value)}
        data={[{ value: '', label: newest }, ...versions.map((version) => ({ value: version, label: version }))]}
      />
      <span role="status">{outcome === 'saved' ? t('saved') : ''}</span>
    </>
  );
}
