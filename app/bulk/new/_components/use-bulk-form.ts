import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Choice } from '@/app/nodes/_components/choice-store';
import { useDiagnosticText } from '@/components/policy/use-diagnostic-text';
import { messageOf } from '@/lib/i18n/message';
import type { Path } from '@/lib/policy/edit';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { openBulkAction } from '../../actions';
import { type BulkEntry, type BulkPart, changesOf, EMPTY_ENTRY, twiceNamed } from './bulk-entry';

/** What is typed, what is wrong with it, and the way on to the preview. */
export function useBulkForm(chosen: Choice) {
  const t = useTranslations('bulk.entry');
  const common = useTranslations('common.refusals');
  const words = useDiagnosticText();
  const router = useRouter();
  const [entry, setEntry] = useState<BulkEntry>(EMPTY_ENTRY);
  const [wrong, setWrong] = useState<readonly Diagnostic[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  /** What is wrong at a path of the policy document, in words; null = nothing. */
  const messageAt = (path: Path): string | null => {
    const found = wrong.find((each) => each.path?.join('.') === path.join('.'));
    return found ? words(found) : null;
  };

  const edit = (part: Partial<BulkEntry>) => {
    setEntry((now) => ({ ...now, ...part }));
    setWrong([]);
    setRefusal(null);
  };
  const turn = (part: BulkPart, on: boolean) => edit({ on: { ...entry.on, [part]: on } });

  const submit = async () => {
    const changes = changesOf(entry);
    if (changes.length === 0) return setRefusal(t('nothing'));
    const twice = twiceNamed(entry);
    if (twice !== null)
      return setWrong([{ code: 'bulk_code_twice', severity: 'error', path: ['classification', twice, 'code'] }]);
    setBusy(true);
    const nodes = [...chosen].map(([nodeRowId, version]) => ({ nodeRowId, version }));
    const result = await openBulkAction({ changes, nodes }).catch(() => null);
    if (result?.ok) return router.push(`/bulk/${result.value.id}`);
    setBusy(false);
    const error = result?.error ?? { reason: 'unexpected' as const };
    if (error.reason === 'policy_invalid') {
      setWrong(error.diagnostics);
      setRefusal(t('marked'));
    } else
      setRefusal(messageOf(t, `refused.${error.reason}`) ?? messageOf(common, error.reason) ?? common('unexpected'));
  };

  return { entry, edit, turn, messageAt, submit, busy, refusal };
}

export type BulkFormState = ReturnType<typeof useBulkForm>;
