'use client';

import { useTranslations } from 'next-intl';
import type { Diagnostic } from '@/lib/shared/diagnostic';

/** Words for a diagnostic in the reader's language; one that has none yet is named by its code. */
export function useDiagnosticText(): (diagnostic: Diagnostic) => string {
  const t = useTranslations('diagnostics');
  return ({ code, values }) => {
    const key = code as Parameters<typeof t.has>[0];
    return t.has(key) ? t(key, values as never) : code;
  };
}
