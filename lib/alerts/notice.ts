import type { GroupLanguage } from '@/lib/owners/channel-kinds';
import type { HandOff, HandOffRecord } from '@/lib/policy/decide';
import type { AboveThreshold } from './threshold';

/** Everything that a message says, before it has words. Rendered by `lib/alerts/channels` for each kind of channel. */
export type Notice = HandOffNotice | TestNotice;

interface Addressed {
  /** Stable over all tries: the provider's idempotency key, where it has one. */
  readonly deliveryId: string;
  /** Names the alert; threads mail, labels tickets. */
  readonly fingerprint: string;
  readonly groupName: string;
  readonly language: GroupLanguage;
  /** IANA; times are shown as ISO and in this zone. */
  readonly timeZone: string;
  /** Sent before, perhaps received: the message says "possible duplicate". */
  readonly possibleDuplicate: boolean;
}

export interface HandOffNotice extends Addressed {
  readonly kind: 'notification';
  readonly workflow: { readonly key: string; readonly name: string };
  readonly node: { readonly id: string; readonly name: string };
  readonly runId: string;
  readonly record: HandOffRecord;
  readonly why: Pick<HandOff, 'trigger' | 'limit' | 'stoppedEarly'>;
  /** Failures since the last notification, this one included. */
  readonly count: number;
  /** Until then further failures only add to the count. */
  readonly silentUntil: Date;
  readonly aboveThreshold: AboveThreshold | null;
  /** Opens the hand-off in Failpath, or the drill. */
  readonly link: string;
  /** Nothing failed by itself: it was made to fail on purpose. Its recipient can say that the message arrived. */
  readonly drill: { readonly confirmLink: string } | null;
}

export interface TestNotice extends Addressed {
  readonly kind: 'test';
  readonly requestedBy: string;
  readonly at: Date;
  /** By which the recipient says that it arrived. */
  readonly confirmLink: string;
}
