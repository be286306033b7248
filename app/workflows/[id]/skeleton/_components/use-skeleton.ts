import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { refusalValues } from '@/components/policy/refusal-values';
import { messageOf } from '@/lib/i18n/message';
import type { NodeRowId, WorkflowId } from '@/lib/model/ids';
import type { SkeletonResult, SkeletonUndone } from '@/lib/workflows/skeleton-commands';
import { draftSkeletonAction, publishSkeletonAction, undoSkeletonAction } from '../actions';
import { chosenOf, type SkeletonItem, standingOfItem } from './skeleton-item';

/** What came of the last command. */
export type Done =
  | {
      readonly kind: 'drafts';
      readonly at: string;
      readonly results: readonly SkeletonResult[];
      readonly undone: SkeletonUndone | null;
    }
  | { readonly kind: 'published'; readonly version: number | null; readonly results: readonly SkeletonResult[] };

/** Which nodes are chosen, and the commands on them. All that can be changed are chosen at first. */
export function useSkeleton(workflowId: WorkflowId, items: readonly SkeletonItem[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(items.filter(({ change }) => change !== null).map(({ id }) => id)),
  );
  const [done, setDone] = useState<Done | null>(null);
  const [busy, setBusy] = useState<'drafts' | 'publish' | 'undo' | null>(null);
  const t = useTranslations('skeleton');
  const common = useTranslations('common.refusals');
  /** Why nothing was done, in words. */
  const [refusal, setRefusal] = useState<string | null>(null);
  const picked = chosenOf(items, chosen);
  const ready = picked.filter((item) => standingOfItem(item) === 'ready');

  const choose = (ids: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const id of ids)
      if (on) next.add(id);
      else next.delete(id);
    setChosen(next);
  };

  /** Runs a command; afterwards those that were done are no longer chosen. */
  const run = async <T>(
    what: NonNullable<typeof busy>,
    command: () => Promise<{ ok: true; value: T } | { ok: false; error: { reason: string } }>,
  ): Promise<T | null> => {
    setBusy(what);
    setRefusal(null);
    const result = await command().catch(() => ({ ok: false, error: { reason: 'unexpected' } }) as const);
    setBusy(null);
    if (result.ok) return result.value;
    const { error } = result;
    const words = messageOf(t, `refused.${error.reason}`) ?? messageOf(common, error.reason, refusalValues(error));
    setRefusal(words ?? t('refused.unexpected'));
    return null;
  };

  const keepDrafts = async () => {
    const value = await run('drafts', () => draftSkeletonAction({ workflowId, nodes: picked.map(toInput) }));
    if (value) setDone({ kind: 'drafts', at: value.at, results: value.results, undone: null });
  };

  const publish = async (note: string) => {
    const value = await run('publish', () => publishSkeletonAction({ workflowId, nodes: ready.map(toInput), note }));
    if (value) setDone({ kind: 'published', version: value.workflowVersion, results: value.results });
    return value !== null;
  };

  const undo = async () => {
    if (done?.kind !== 'drafts') return;
    const nodeRowIds = done.results.filter(({ outcome }) => outcome === 'drafted').map(({ nodeRowId }) => nodeRowId);
    const value = await run('undo', () => undoSkeletonAction({ workflowId, nodeRowIds, at: done.at }));
    if (value) setDone({ ...done, undone: value });
  };

  const again = () => {
    setDone(null);
    setRefusal(null);
  };
  return { chosen, choose, picked, ready, done, busy, refusal, keepDrafts, publish, undo, again };
}

export type Skeleton = ReturnType<typeof useSkeleton>;

function toInput({ id, version }: SkeletonItem): { nodeRowId: NodeRowId; version: number } {
  return { nodeRowId: id, version };
}
