import type { Sender, Sending } from '../channels/sender';
import type { SendResult } from '../send-result';

export interface TestSenderOptions {
  readonly repeats?: Sender['repeats'];
  readonly rate?: Sender['rate'];
  readonly timeoutMs?: number;
  /** Told before each step around sending; what it does there is up to the test. */
  readonly onStep?: (step: SendStep) => Promise<void> | void;
}

/** Where a worker may die: its claim is committed before `claimed`, and the outcome is written after `sent`. */
export type SendStep = 'claimed' | 'sending' | 'sent';

/** A sender that speaks real HTTP to a `startReceiver`, with as few words as possible. */
export function testSender(options: TestSenderOptions = {}): Sender {
  const { repeats = 'key', rate = { burst: 1_000, perMinute: 60_000 }, onStep } = options;
  return {
    repeats,
    rate,
    render: (notice) => {
      // Rendering cannot wait: a step that kills the process does so at once.
      void onStep?.('claimed');
      const body = JSON.stringify(notice);
      return { subject: notice.kind, body, repeatedBody: `possible duplicate ${body}` };
    },
    send: async (sending) => {
      await onStep?.('sending');
      const result = await post(sending, options.timeoutMs ?? 5_000);
      await onStep?.('sent');
      return result;
    },
  };
}

async function post({ secrets, deliveryId, body }: Sending, timeoutMs: number): Promise<SendResult> {
  if (!('url' in secrets)) throw new Error('a test sender needs an address');
  let response: Response;
  try {
    response = await fetch(secrets.url, {
      method: 'POST',
      body: JSON.stringify({ id: deliveryId, body, from: process.pid }),
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    const refused = error instanceof Error && JSON.stringify(error.cause ?? '').includes('ECONNREFUSED');
    return refused ? { outcome: 'retry', problem: 'not_reached' } : { outcome: 'unknown', problem: 'connection_broke' };
  }
  return judge(response.status, await response.text(), response.headers.get('Retry-After'));
}

function judge(status: number, answer: string, retryAfter: string | null): SendResult {
  const answered = { status, answer };
  if (status < 300) return { outcome: 'ok', ...answered, providerRef: 'ref-1' };
  if (status === 429)
    return { outcome: 'retry', problem: 'rate_limited', ...answered, afterMs: Number(retryAfter ?? 0) * 1_000 };
  if (status >= 500) return { outcome: 'retry', problem: 'server_error', ...answered };
  return { outcome: 'permanent', problem: 'rejected', ...answered };
}
