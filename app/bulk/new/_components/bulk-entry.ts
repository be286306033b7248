import type { FailureClass } from '@/lib/policy/vocabulary';
import type { JsonObject } from '@/lib/shared/json';
import type { BulkChange } from '@/lib/workflows/bulk-change';

/** What is typed into the form: values as written, right or wrong. */
export interface BulkEntry {
  /** Which of the changes are to be made. */
  readonly on: Readonly<Record<BulkPart, boolean>>;
  /** Slug; empty = the node names none. */
  readonly owner: string;
  readonly codes: readonly CodeEntry[];
  /** No second try; `retry` is kept for when it is switched back. */
  readonly stops: boolean;
  readonly retry: JsonObject;
  /** Empty = the usual one. */
  readonly silence: string;
}

export interface CodeEntry {
  readonly code: string;
  readonly class: FailureClass;
  readonly reason: string;
}

export const BULK_PARTS = ['owner', 'classify', 'retry', 'silence'] as const;
export type BulkPart = (typeof BULK_PARTS)[number];

export const NO_CODE: CodeEntry = { code: '', class: 'terminal', reason: '' };
export const SCHEDULE: JsonObject = {
  maxAttempts: 3,
  backoff: 'exponential',
  initialInterval: '5s',
  maxInterval: '1m',
};

/** Nothing is chosen yet; what stands in the fields is what the general skeleton has. */
export const EMPTY_ENTRY: BulkEntry = {
  on: { owner: false, classify: false, retry: false, silence: false },
  ...{ owner: '', codes: [NO_CODE], stops: false, retry: SCHEDULE, silence: '30m' },
};

/** The changes that are to be made, in the order of the form. */
export function changesOf({ on, owner, codes, stops, retry, silence }: BulkEntry): BulkChange[] {
  return [
    ...(on.owner ? [{ kind: 'owner' as const, owner: owner || null }] : []),
    ...(on.classify ? codes.map(classifyOf) : []),
    ...(on.retry ? [{ kind: 'retry' as const, retry: stops ? { maxAttempts: 1 } : retry }] : []),
    ...(on.silence ? [{ kind: 'silence' as const, silence: silence || null }] : []),
  ];
}

function classifyOf({ code, class: decision, reason }: CodeEntry): BulkChange {
  const text = reason.trim();
  return { kind: 'classify', code: code.trim(), class: decision, ...(text === '' ? {} : { reason: text }) };
}

/** Index of the first code that is named twice; null = none is. */
export function twiceNamed({ on, codes }: BulkEntry): number | null {
  if (!on.classify) return null;
  const names = codes.map(({ code }) => code.trim());
  const index = names.findIndex((name, at) => name !== '' && names.indexOf(name) < at);
  return index < 0 ? null : index;
}
