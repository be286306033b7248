/**
 * Why a message is where it is. A closed list, in words of the field; pages say them in the reader's language.
 * `channels.md`, "Rules for all": what happened before bytes were written is retried, no answer afterwards is unknown.
 */
export const SEND_PROBLEMS = [
  'not_reached',
  'timed_out',
  'connection_broke',
  'rate_limited',
  'server_error',
  'rejected',
  'bad_credentials',
  'gone',
  'too_large',
  'redirected',
  'blocked_address',
  'unexpected_answer',
  'secret_unreadable',
  'no_recipient',
  'mail_not_set_up',
  'worker_died',
  'given_up',
] as const;
export type SendProblem = (typeof SEND_PROBLEMS)[number];

interface Answered {
  /** HTTP or SMTP status, where there was one. */
  readonly status?: number;
  /** What the provider said: redacted, control characters gone, at most 500 characters. */
  readonly answer?: string;
}

/** What became of one try. */
export type SendResult = Answered &
  (
    | { readonly outcome: 'ok'; readonly providerRef?: string }
    | { readonly outcome: 'permanent'; readonly problem: SendProblem }
    | {
        readonly outcome: 'retry';
        readonly problem: SendProblem;
        /** Not before that, in ms (`Retry-After`). */
        readonly afterMs?: number;
        /** The whole channel rests for so long (DingTalk 130101). */
        readonly channelRestsMs?: number;
        /** No more tries than so many, this one included (DingTalk and WeCom -1). */
        readonly mostTries?: number;
      }
    | { readonly outcome: 'unknown'; readonly problem: SendProblem }
  );
