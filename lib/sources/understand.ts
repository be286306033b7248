import { fitsIndex } from '@/lib/shared/storable';
import type { Attempt, NotUnderstood, RawAttempt, Understood } from './attempt';
import { deriveErrorCode } from './error-code';
import type { StatusMeaning } from './schema';

/** Longer ids and codes fit into no index: as in what is reported from outside. */
const MAX_ID = 512;
const MAX_CODE = 512;
const MAX_ATTEMPT = 100_000;
const MAX_DURATION_MS = 2_147_483_647;
const MAX_SHOWN = 200;
const IDS = ['node_id', 'workflow_id', 'run_id'] as const;
/** Without a zone, a time would be read in that of this machine. */
const WITH_ZONE = /(?:Z|[+-]\d{2}:?\d{2})$/;

/**
 * What a platform's row means: an attempt to keep, one that is left out on purpose, or one that was not understood, with
 * every reason. Nothing is guessed: a status without a meaning, a time that cannot be read, an id that is not there (or
 * too long to be one) or a number that can be no attempt keeps the row out. Without a number of its own it is the first.
 */
export function understand(raw: RawAttempt, statuses: Readonly<Record<string, StatusMeaning>>): Understood {
  const meaning = raw.status !== null && Object.hasOwn(statuses, raw.status) ? statuses[raw.status] : undefined;
  if (meaning === 'left_out') return { kind: 'left_out' };
  const occurredAt = timeOf(raw.occurred_at);
  const attempt = raw.attempt ?? 1;
  const reasons = reasonsAgainst(raw, { meaning, occurredAt, attempt });
  if (meaning === undefined || occurredAt === null || reasons.length > 0) return { kind: 'not_understood', reasons };
  const kept: Attempt = {
    nodeId: raw.node_id ?? '',
    workflowId: raw.workflow_id ?? '',
    runId: raw.run_id ?? '',
    subIndex: raw.sub_index ?? '',
    attempt,
    status: meaning,
    errorCode: meaning === 'failed' ? codeOf(raw) : null,
    errorMessage: raw.error_message,
    payloadHash: raw.payload_hash,
    occurredAt,
    durationMs: durationOf(raw.duration_ms),
  };
  return { kind: 'attempt', attempt: kept };
}

interface Read {
  readonly meaning: StatusMeaning | undefined;
  readonly occurredAt: Date | null;
  readonly attempt: number;
}

function reasonsAgainst(raw: RawAttempt, { meaning, occurredAt, attempt }: Read): NotUnderstood[] {
  const reasons: NotUnderstood[] = [];
  const missing = (value: string) => reasons.push({ kind: 'missing', value });
  for (const id of IDS) if (!isId(raw[id])) missing(id);
  if (raw.sub_index !== null && isLong(raw.sub_index)) missing('sub_index');
  if (raw.status === null) missing('status');
  else if (meaning === undefined) reasons.push({ kind: 'status', value: shown(raw.status) });
  if (raw.occurred_at === null) missing('occurred_at');
  else if (occurredAt === null) reasons.push({ kind: 'time', value: shown(raw.occurred_at) });
  if (!Number.isInteger(attempt) || attempt < 1 || attempt > MAX_ATTEMPT) {
    reasons.push({ kind: 'attempt', value: shown(String(attempt)) });
  }
  return reasons;
}

function isId(id: string | null): boolean {
  return id !== null && id !== '' && !isLong(id);
}

function isLong(id: string): boolean {
  return id.length > MAX_ID || !fitsIndex(id);
}

function codeOf({ error_code: code, error_message: message }: RawAttempt): string {
  let kept = cut(code ?? deriveErrorCode(message), MAX_CODE);
  for (let most = kept.length; !fitsIndex(kept); most--) kept = cut(kept, most);
  return kept;
}

function timeOf(text: string | null): Date | null {
  if (text === null || !WITH_ZONE.test(text)) return null;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? null : time;
}

function durationOf(ms: number | null): number | null {
  return ms !== null && ms >= 0 && ms <= MAX_DURATION_MS ? Math.round(ms) : null;
}

function shown(value: string): string {
  return cut(value, MAX_SHOWN);
}

/** Never between the halves of a pair. */
function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}
