import type { Exchange, HttpAnswer } from '@/lib/network/guarded-post';
import { isJsonObject, type JsonObject, parseJson } from '@/lib/shared/json';
import { retryAfterMs } from '../retry-after';
import type { SendResult } from '../send-result';

/** What an exchange means; `accepted` judges an answer with status 2xx, which says less than it seems. */
export function resultOf(
  exchange: Exchange,
  now: Date,
  accepted: (answer: HttpAnswer) => SendResult,
  said: (answer: HttpAnswer) => string | undefined = () => undefined,
): SendResult {
  switch (exchange.kind) {
    case 'blocked':
      return { outcome: 'permanent', problem: 'blocked_address' };
    case 'not_reached':
      return { outcome: 'retry', problem: 'not_reached', ...(exchange.code && { answer: exchange.code }) };
    case 'no_answer':
      return { outcome: 'unknown', problem: exchange.problem, ...(exchange.code && { answer: exchange.code }) };
    case 'answered': {
      const { answer } = exchange;
      if (answer.status >= 200 && answer.status < 300) return accepted(answer);
      return refused(answer, now, said(answer));
    }
  }
}

/** What a status outside of 2xx means, unless the provider's document says otherwise. */
export function refused({ status, retryAfter }: HttpAnswer, now: Date, answer?: string): SendResult {
  const answered = { status, ...(answer && { answer }) };
  if (status === 408 || status === 425 || status === 429 || status >= 500) {
    const afterMs = retryAfterMs(retryAfter, now);
    const problem = status === 429 ? 'rate_limited' : 'server_error';
    // What is asked of one message holds for all that go to the same receiver.
    const rests = status === 429 && afterMs !== undefined ? { channelRestsMs: afterMs } : {};
    return { outcome: 'retry', problem, ...answered, ...(afterMs !== undefined && { afterMs }), ...rests };
  }
  if (status >= 300 && status < 400) return { outcome: 'permanent', problem: 'redirected', ...answered };
  if (status === 401 || status === 403) return { outcome: 'permanent', problem: 'bad_credentials', ...answered };
  if (status === 404 || status === 410) return { outcome: 'permanent', problem: 'gone', ...answered };
  if (status === 413) return { outcome: 'permanent', problem: 'too_large', ...answered };
  if (status >= 400) return { outcome: 'permanent', problem: 'rejected', ...answered };
  return { outcome: 'unknown', problem: 'unexpected_answer', ...answered };
}

/** The JSON object that an answer holds; null for anything else, and for one that broke off. */
export function jsonOf({ text, whole }: HttpAnswer): JsonObject | null {
  const value = whole ? parseJson(text) : undefined;
  return isJsonObject(value) ? value : null;
}

/** The credentials of another kind than the channel's: nothing can be sent with them. */
export const WRONG_SECRETS: SendResult = { outcome: 'permanent', problem: 'secret_unreadable' };
