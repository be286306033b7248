'use client';

import { useState, useTransition } from 'react';
import { notify } from '@/components/ui/notify';

type Answer = { readonly ok: true } | { readonly ok: false; readonly error: { readonly reason: string } };

/** Runs one action at a time; what it refuses stays to be read, what it did passes by. */
export function useRun() {
  const [pending, startTransition] = useTransition();
  const [refusal, setRefusal] = useState<string | null>(null);
  const run = (ask: () => Promise<Answer>, done: string, after?: () => void) =>
    startTransition(async () => {
      const result = await ask().catch(() => null);
      setRefusal(result?.ok ? null : (result?.error.reason ?? 'unexpected'));
      if (!result?.ok) return;
      after?.();
      await notify({ color: 'green', message: done });
    });
  return { pending, refusal, run };
}
