import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { messageOf } from '@/lib/i18n/message';
import { mayTake, type TakingResult, type ThresholdListRow, thresholdKey } from '@/lib/insight/threshold-list';
import { takeThresholdsAction, undoThresholdsAction } from '../actions';

/** What came of the last taking, with the names of what it was about. */
export interface Taken {
  readonly at: string;
  readonly results: readonly (TakingResult & { readonly nodeName: string })[];
  /** Drafts that were thrown away again, and those that stayed; null = not asked for. */
  readonly undone: { readonly discarded: number; readonly kept: number } | null;
}

/** Which rows are chosen, and the commands on them. A row that is not there any more is not chosen. */
export function useTaking(rows: readonly ThresholdListRow[]) {
  const t = useTranslations('thresholds');
  const common = useTranslations('common.refusals');
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const [taken, setTaken] = useState<Taken | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const open = rows.filter(mayTake);
  const chosen = open.filter((row) => keys.has(thresholdKey(row)));

  const run = async <T>(ask: () => Promise<{ ok: true; value: T } | { ok: false; error: { reason: string } }>) => {
    setBusy(true);
    setRefusal(null);
    const result = await ask().catch(() => ({ ok: false, error: { reason: 'unexpected' } }) as const);
    setBusy(false);
    if (result.ok) return result.value;
    setRefusal(messageOf(common, result.error.reason) ?? t('refused'));
    return null;
  };

  const take = async (wanted: readonly ThresholdListRow[]) => {
    const choices = wanted.flatMap(({ nodeRowId, code, suggested: failures }) =>
      failures === null ? [] : [{ nodeRowId, code, failures }],
    );
    const value = await run(() => takeThresholdsAction({ choices }));
    if (value === null) return;
    const names = new Map(wanted.map(({ nodeRowId, nodeName }) => [nodeRowId, nodeName]));
    const results = value.results.map((each) => ({ ...each, nodeName: names.get(each.nodeRowId) ?? '' }));
    setTaken({ at: value.at, results, undone: null });
    setKeys(new Set());
  };

  const undo = async () => {
    if (taken === null) return;
    const done = taken.results.filter(({ outcome }) => outcome === 'taken').map(({ nodeRowId }) => nodeRowId);
    const value = await run(() => undoThresholdsAction({ nodeRowIds: [...new Set(done)], at: taken.at }));
    if (value) setTaken({ ...taken, undone: { discarded: value.discarded.length, kept: value.kept.length } });
  };

  const toggle = (key: string) =>
    setKeys((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  const choose = (next: readonly ThresholdListRow[]) => setKeys(new Set(next.map(thresholdKey)));
  const close = () => setTaken(null);
  return { open, chosen, keys, toggle, choose, take, undo, busy, taken, refusal, close };
}
