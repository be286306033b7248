import type { Exchange, HttpAnswer } from '@/lib/network/guarded-post';
import type { ChannelSecrets } from '@/lib/owners/channel-schema';
import { answerText } from '../answer-text';
import type { SendProblem, SendResult } from '../send-result';
import { jsonOf, resultOf } from './http-result';

/** What a provider's own code means. */
export type Verdict =
  | { readonly outcome: 'permanent'; readonly problem: SendProblem }
  | {
      readonly outcome: 'retry';
      readonly problem: SendProblem;
      readonly mostTries?: number;
      readonly channelRestsMs?: number;
    };

/** A code that no document explains: the provider says that it did not take it, so trying again doubles nothing. */
const UNEXPLAINED: Verdict = { outcome: 'retry', problem: 'unexpected_answer', mostTries: 3 };

/**
 * Providers that answer with a code of their own, whatever the HTTP status: success is the code 0 and nothing else.
 * A body without such a code is judged by its status; with 2xx nobody knows what became of the message.
 */
export function codedResult(
  exchange: Exchange,
  now: Date,
  provider: {
    readonly secrets: ChannelSecrets;
    readonly code: string;
    readonly message: string;
    verdict(code: number, said: string): Verdict | undefined;
  },
): SendResult {
  const unknown = ({ status }: HttpAnswer): SendResult => ({
    outcome: 'unknown',
    problem: 'unexpected_answer',
    status,
  });
  if (exchange.kind !== 'answered') return resultOf(exchange, now, unknown);
  const { answer } = exchange;
  const json = jsonOf(answer);
  const code = json?.[provider.code];
  if (typeof code !== 'number') return resultOf(exchange, now, unknown);
  const said = json?.[provider.message];
  const words = typeof said === 'string' ? said : '';
  const answered = { status: answer.status, answer: answerText(`${code} ${words}`, provider.secrets) };
  if (code === 0) {
    return answer.status < 300
      ? { outcome: 'ok', ...answered }
      : { outcome: 'unknown', problem: 'unexpected_answer', ...answered };
  }
  const verdict = provider.verdict(code, words);
  if (verdict) return { ...answered, ...verdict };
  const byStatus = resultOf(exchange, now, () => ({ ...UNEXPLAINED, ...answered }));
  return { ...byStatus, ...answered };
}
