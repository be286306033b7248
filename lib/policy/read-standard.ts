import type { Diagnostic } from '@/lib/shared/diagnostic';
import { formatDuration } from '@/lib/shared/duration';
import { issueDiagnostic } from './issues';
import { type Standard, standardSchema } from './standard-schema';
import { LONG_SILENCE_MS } from './vocabulary';

export interface StandardReading {
  /** Null when there is at least one error. */
  readonly standard: Standard | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the standard of a group as it is written. Never throws; coerces and clamps nothing. */
export function readStandard(input: unknown): StandardReading {
  const parsed = standardSchema.safeParse(input, { reportInput: true });
  if (!parsed.success)
    return { standard: null, diagnostics: parsed.error.issues.map((issue) => issueDiagnostic(issue)) };
  const silence = parsed.data.alert?.silence ?? 0;
  const values = { value: formatDuration(silence), limit: formatDuration(LONG_SILENCE_MS) };
  const long: Diagnostic = { code: 'silence_long', severity: 'warning', values, path: ['alert', 'silence'] };
  return { standard: parsed.data, diagnostics: silence > LONG_SILENCE_MS ? [long] : [] };
}
