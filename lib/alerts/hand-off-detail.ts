import type { Attempt } from '@/lib/policy/decide';
import type { Recipient } from '@/lib/policy/recipient';
import type { Retry } from '@/lib/policy/schema';
import type { FailureClass } from '@/lib/policy/vocabulary';
import type { AboveThreshold } from './threshold';

/** Why the deciding failure has its class, as it was kept (`Classification`). */
export interface KeptReason {
  readonly class: FailureClass;
  /** `rule:<pattern>`, `retryOn:<pattern>`, `not in retryOn`, `catalogue` or `unknown`. */
  readonly because: string;
  readonly conflict: boolean;
  readonly decidedBy: { readonly pattern: string; readonly index: number } | null;
  readonly token: string | null;
}

/** One hand-off with all that is known of how it came about and whom it reached. */
export interface HandOffDetail {
  readonly id: string;
  readonly fingerprint: string;
  readonly sourceId: string;
  readonly sourceName: string;
  /** Ids are of pages; null = it is not in Failpath (any more). */
  readonly workflow: { readonly key: string; readonly id: string | null; readonly name: string };
  readonly node: { readonly nodeId: string; readonly id: string | null; readonly name: string };
  readonly runId: string;
  readonly subIndex: string;
  readonly attempt: number;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly payloadHash: string | null;
  readonly firstFailedAt: Date;
  readonly lastFailedAt: Date;
  readonly finalAction: string;
  readonly trigger: string;
  readonly limit: string | null;
  readonly stoppedEarly: string | null;
  readonly because: KeptReason | null;
  readonly decidedAt: Date;
  readonly createdAt: Date;
  readonly workflowVersion: number;
  /** Retry of the policy that decided: null = none was written, undefined = that version is not kept. */
  readonly retry: Retry | null | undefined;
  /** `name` null = there is no such group. */
  readonly recipient: (Recipient & { readonly name: string | null }) | null;
  readonly silentBecause: string | null;
  readonly aboveThreshold: AboveThreshold | null;
  readonly state: string;
  readonly assignee: { readonly id: string; readonly name: string } | null;
  readonly changedBy: string | null;
  readonly changedAt: Date | null;
  readonly note: string | null;
  /** All attempts of its execution, in order. */
  readonly attempts: readonly Attempt[];
  readonly channels: readonly ChannelTrace[];
}

/** What became of a hand-off on one channel of its recipient. */
export interface ChannelTrace {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly standing: 'on' | 'off' | 'removed';
  readonly outcome: string;
  /** The silence window that it opened or fell into. */
  readonly window: { readonly seq: number; readonly from: Date | null; readonly until: Date };
  /** The window of today; null = it is gone. */
  readonly latest: { readonly until: Date; readonly pending: number } | null;
  /** The notification of its window: its own, or the one that speaks for it. */
  readonly notification: DeliveryTrace | null;
  readonly standIn: DeliveryTrace | null;
}

export interface DeliveryTrace {
  readonly handOffId: string | null;
  readonly channelName: string;
  readonly state: string;
  readonly count: number;
  readonly problem: string | null;
  readonly nextAt: Date;
  readonly sentAt: Date | null;
  readonly confirmedAt: Date | null;
  readonly possibleDuplicate: boolean;
  readonly providerRef: string | null;
  readonly tries: readonly {
    readonly attempt: number;
    readonly at: Date;
    readonly outcome: string;
    readonly problem: string | null;
    readonly status: number | null;
    readonly answer: string | null;
  }[];
}

/** The key that a hand-off belongs to, counted. */
export interface KeyCounts {
  readonly waiting: number;
  readonly open: number;
  readonly resolved: number;
  readonly total: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** When the last of them became known: an action reaches as far. */
  readonly seenUntil: Date;
}

/** One of the hand-offs of a key. */
export interface KeyMember {
  readonly id: string;
  readonly runId: string;
  readonly subIndex: string;
  readonly attempt: number;
  readonly trigger: string;
  readonly state: string;
  readonly decidedAt: Date;
  readonly assignee: string | null;
  readonly changedBy: string | null;
  readonly changedAt: Date | null;
  readonly note: string | null;
  readonly errorMessage: string | null;
  readonly payloadHash: string | null;
}
