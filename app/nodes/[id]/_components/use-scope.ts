import { useEffect, useRef, useState } from 'react';
import type { WritePreview } from '@/lib/workflows/preview';
import type { Scope } from './publish-place';

/** Whom a change is for, asked anew each time that the dialog opens, and the lines with a copy once that is chosen. */
export function useScope(previewCopy: () => Promise<WritePreview | null>, opened: boolean) {
  const [scope, setScope] = useState<Scope | null>(null);
  const [copied, setCopied] = useState<WritePreview | null>(null);
  const [state, setState] = useState<'idle' | 'reading' | 'failed'>('idle');
  const asked = useRef(0);
  useEffect(() => {
    if (opened) return;
    asked.current += 1;
    setScope(null);
    setCopied(null);
    setState('idle');
  }, [opened]);
  const choose = (next: Scope) => {
    const turn = ++asked.current;
    setScope(next);
    setCopied(null);
    setState(next === 'copy' ? 'reading' : 'idle');
    if (next !== 'copy') return;
    void previewCopy().then((write) => {
      if (turn !== asked.current) return;
      setCopied(write);
      setState(write ? 'idle' : 'failed');
    });
  };
  return { scope, choose, copied, state };
}
