import { useCallback, useEffect, useState } from 'react';
import type { EntryInput } from '@/lib/catalogue/entry';
import type { EffectAnswer } from '@/lib/insight/catalogue-effect-queries';
import { effectAction } from '../actions';

/** What is asked about: an entry as it would be, or null where it would go. */
export interface Asked {
  readonly id: string | null;
  readonly input: EntryInput | null;
}

export type EffectState =
  /** Too little is chosen to say anything. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'answered'; readonly answer: EffectAnswer }
  | { readonly kind: 'failed' };

/** Short enough to be there before the source is written, long enough to skip the middle of a word. */
const PAUSE_MS = 350;

/** What a change would come to, asked anew whenever code or meaning change; `asked` null = too little is chosen. */
export function useEffectOf(asked: Asked | null): { readonly state: EffectState; readonly again: () => void } {
  const key =
    asked === null ? null : JSON.stringify({ ...asked, input: asked.input && { ...asked.input, source: '' } });
  const [answered, setAnswered] = useState<{ readonly key: string; readonly answer: EffectAnswer | null } | null>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking again is a try more
  useEffect(() => {
    if (key === null) return;
    let left = false;
    const timer = setTimeout(() => {
      void effectAction(JSON.parse(key))
        .then((result) => (result.ok ? result.value : null))
        .catch(() => null)
        .then((answer) => {
          if (!left) setAnswered({ key, answer });
        });
    }, PAUSE_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [key, tries]);
  const again = useCallback(() => {
    setAnswered(null);
    setTries((before) => before + 1);
  }, []);
  return { state: stateOf(key, answered), again };
}

function stateOf(
  key: string | null,
  answered: { readonly key: string; readonly answer: EffectAnswer | null } | null,
): EffectState {
  if (key === null) return { kind: 'waiting' };
  if (answered?.key !== key) return { kind: 'asking' };
  return answered.answer === null ? { kind: 'failed' } : { kind: 'answered', answer: answered.answer };
}
