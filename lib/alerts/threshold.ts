import type { NodePolicy } from '@/lib/policy/schema';

/** What is usual for a code on a node. */
export interface CodeThreshold {
  readonly failures: number;
  readonly windowMs: number;
  /** It is about the node's failures of any code together, as the row `*` is measured. */
  readonly anyCode: boolean;
}

/** What a notification says when it is above normal. */
export interface AboveThreshold {
  /** Executions of the node that failed within the threshold's window. */
  readonly failures: number;
  readonly threshold: number;
  /** Counted were failures with any code, not with that one alone. */
  readonly anyCode: boolean;
}

/**
 * The threshold that holds for a raw code (`domain.md`, "Thresholds"): the row of that very code, else the row
 * `*`; null when there is neither. Codes are compared as the log has them, as they are counted; no code has `*`.
 */
export function thresholdFor(policy: NodePolicy, errorCode: string | null): CodeThreshold | null {
  const rows = policy.alert?.thresholds ?? [];
  const row = rows.find(({ code }) => code === errorCode) ?? rows.find(({ code }) => code === '*');
  return row ? { failures: row.failures, windowMs: row.window, anyCode: row.code === '*' } : null;
}
