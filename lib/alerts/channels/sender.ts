import type { ChannelSecrets, ChannelSettings } from '@/lib/owners/channel-schema';
import type { Notice } from '../notice';
import type { SendResult } from '../send-result';

/** A message as it goes out, kept in the outbox from the first try on; holds no secret. */
export interface Message {
  /** First line, for lists and mail. */
  readonly subject: string;
  /** JSON or text in the shape of the channel's kind. */
  readonly body: string;
  /** The same with "possible duplicate", for a try after one that may have arrived. */
  readonly repeatedBody: string;
}

/** All that one try gets. */
export interface Sending {
  readonly settings: ChannelSettings;
  readonly secrets: ChannelSecrets;
  /** Mail addresses of the group's members. */
  readonly members: readonly { readonly name: string; readonly email: string }[];
  readonly deliveryId: string;
  readonly fingerprint: string;
  readonly subject: string;
  /** `body`, or `repeatedBody` after a try that may have arrived. */
  readonly body: string;
  /** For signatures and dates: made anew with each try. */
  readonly now: Date;
}

/** One kind of channel. */
export interface Sender {
  /** `key`: the receiver drops what it had before; `blind`: it cannot, so at most one try more, marked. */
  readonly repeats: 'key' | 'blind';
  /** Token bucket: messages at once, and per minute. */
  readonly rate: { readonly burst: number; readonly perMinute: number };
  render(notice: Notice): Message;
  /** Never throws for what the network or the provider does. */
  send(sending: Sending): Promise<SendResult>;
}
