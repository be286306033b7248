'use client';

import { useTranslations } from 'next-intl';
import { messageOf } from '@/lib/i18n/message';
import type { Diagnostic } from '@/lib/shared/diagnostic';

/** Words for a diagnostic in the reader's language; one that has none yet is named by its code. */
export function useDiagnosticText(): (diagnostic: Diagnostic) => string {
  const t = useTranslations('diagnostics');
  return ({ code, values }) => messageOf(t, code, values) ?? code;
}
