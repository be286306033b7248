import { MINUTE_MS } from '@/lib/shared/clock';

/** What was left in a channel's bucket at a moment. */
export interface Bucket {
  readonly tokens: number;
  readonly refilledAt: Date;
}

export interface Rate {
  /** Messages at once. */
  readonly burst: number;
  readonly perMinute: number;
}

export type Taking =
  | { readonly taken: true; readonly bucket: Bucket }
  /** `waitMs`: until one is there; `eachMs`: until each one after it. */
  | { readonly taken: false; readonly waitMs: number; readonly eachMs: number };

/** Takes a token of a bucket that refills steadily up to its burst. A clock that is behind another worker's adds none. */
export function takeToken({ tokens, refilledAt }: Bucket, { burst, perMinute }: Rate, now: Date): Taking {
  const eachMs = MINUTE_MS / perMinute;
  const elapsed = Math.max(0, now.getTime() - refilledAt.getTime());
  const there = Math.min(burst, tokens + elapsed / eachMs);
  // What is short of a whole one by rounding is one.
  if (there < 1 - 1e-9) return { taken: false, waitMs: Math.ceil((1 - there) * eachMs), eachMs };
  const at = new Date(Math.max(now.getTime(), refilledAt.getTime()));
  return { taken: true, bucket: { tokens: there - 1, refilledAt: at } };
}
