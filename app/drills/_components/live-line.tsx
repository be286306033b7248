'use client';

import { Loader } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import type { Drill, Phase, RunState } from '@/lib/drills/vocabulary';
import classes from './run.module.css';
import { useRunWords } from './use-run-words';
import { useWatch } from './use-watch';

export interface LiveRun {
  readonly id: string;
  readonly state: RunState;
  readonly problem: string | null;
  readonly stopAskedBy: string | null;
  readonly failed: number;
  /** In so many ms a worker should have taken it. */
  readonly takenWithinMs: number;
  /** What is under way. */
  readonly current: { readonly drill: Drill; readonly phase: Phase | null } | null;
}

/** How a run is going, in one line that is read out as it changes; the page follows it until it has ended. */
export function LiveLine({ run, version }: { run: LiveRun; version: string }) {
  const t = useTranslations('drills');
  const { nameOf, problemWords } = useRunWords();
  const { id, state, problem, stopAskedBy, failed, takenWithinMs, current } = run;
  const ended = state !== 'queued' && state !== 'running';
  useWatch({ runId: id, version, ended });
  const [nobodyTakes, setNobodyTakes] = useState(takenWithinMs <= 0);
  useEffect(() => {
    if (state !== 'queued') return;
    const timer = setTimeout(() => setNobodyTakes(true), takenWithinMs);
    return () => clearTimeout(timer);
  }, [state, takenWithinMs]);
  const words = () => {
    if (!ended && stopAskedBy !== null) return t('run.live.stopping', { by: stopAskedBy });
    switch (state) {
      case 'queued':
        return t(nobodyTakes ? 'run.live.noWorker' : 'run.live.queued');
      case 'running':
        return current?.phase
          ? t('run.live.running', { drill: nameOf(current.drill), phase: t(`phases.${current.phase}`) })
          : t('run.live.starting');
      case 'passed':
        return t('run.live.passed');
      case 'failed':
        return t('run.live.failed', { count: failed });
      case 'aborted':
        return t('run.live.aborted', { problem: problemWords(problem) });
    }
  };
  return (
    <div className={classes.live} role="status" aria-live="polite" data-state={state}>
      {ended ? null : <Loader size={16} aria-hidden />}
      <span>{words()}</span>
    </div>
  );
}
