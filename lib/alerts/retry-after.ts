import { DAY_MS, SECOND_MS } from '@/lib/shared/clock';

/** What a receiver may ask for at most; more is read as so much. */
const MOST_MS = DAY_MS;

/** `Retry-After` in ms from `now` on: seconds, or a date of HTTP (RFC 9110). Undefined = none that can be read. */
export function retryAfterMs(header: string | null | undefined, now: Date): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d{1,12}$/.test(value)) return Math.min(Number(value) * SECOND_MS, MOST_MS);
  if (!/^[A-Z][a-z]{2,8}, .{10,30} GMT$/.test(value)) return undefined;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.min(Math.max(0, at - now.getTime()), MOST_MS);
}
