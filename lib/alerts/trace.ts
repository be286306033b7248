import { durationPhrase, type Phrase } from '@/lib/policy/phrase';
import { MINUTE_MS } from '@/lib/shared/clock';
import type { ChannelTrace, DeliveryTrace, HandOffDetail } from './hand-off-detail';

/** A value in a line: a moment is shown in the reader's zone, a phrase said in their language; null = no code. */
export type TraceValue = string | number | Date | Phrase | null;

/** One sentence: a key below `inbox.trace`, and what fills it. */
export interface TraceLine {
  readonly key: string;
  readonly values?: Readonly<Record<string, TraceValue>>;
  readonly tone?: 'good' | 'attention' | 'bad';
  /** A word of `SEND_PROBLEMS`, to be said with its remedy. */
  readonly problem?: string;
  /** What the provider said, as it said it. */
  readonly answer?: string;
  /** The hand-off that the line is about, when it is another one. */
  readonly handOffId?: string;
}

export interface TraceStep {
  readonly kind: 'seen' | 'rule' | 'retry' | 'handOff' | 'who' | 'channel' | 'next';
  readonly channel?: { readonly name: string; readonly kind: string };
  readonly lines: readonly TraceLine[];
}

/** What later than that became known late. */
const LATE_MS = MINUTE_MS;

/**
 * Why things went as they did with one hand-off, from the failure to the next notification, in the order in which
 * it was decided. Also what was not sent, and why.
 */
export function traceOf(detail: HandOffDetail, now: Date): TraceStep[] {
  return [
    { kind: 'seen', lines: [seen(detail)] },
    { kind: 'rule', lines: rule(detail) },
    { kind: 'retry', lines: [retry(detail)] },
    { kind: 'handOff', lines: handOff(detail) },
    { kind: 'who', lines: who(detail) },
    ...detail.channels.map((channel) => channelStep(channel, detail.id)),
    { kind: 'next', lines: next(detail, now) },
  ];
}

function seen({ attempt, errorCode: code, firstFailedAt, lastFailedAt: at, runId: run }: HandOffDetail): TraceLine {
  const values = { attempt, code, at, run };
  if (firstFailedAt.getTime() === at.getTime()) return { key: 'seen.once', values };
  return { key: 'seen.again', values: { ...values, first: firstFailedAt } };
}

function rule({ because, errorCode }: HandOffDetail): TraceLine[] {
  if (because === null) return [{ key: 'rule.notKept' }];
  const { decidedBy, token, conflict, class: decided } = because;
  const values = { code: errorCode, class: decided, token: token ?? errorCode };
  const line = (): TraceLine => {
    if (decidedBy !== null) {
      const place = { pattern: decidedBy.pattern, number: decidedBy.index + 1 };
      const key = because.because.startsWith('retryOn') ? 'rule.retryOn' : 'rule.rule';
      return { key, values: { ...values, ...place } };
    }
    if (because.because === 'not in retryOn') return { key: 'rule.notInRetryOn', values };
    if (because.because === 'catalogue') return { key: 'rule.catalogue', values };
    return { key: 'rule.unknown', values, tone: 'attention' };
  };
  return [line(), ...(conflict ? [{ key: 'rule.conflict', tone: 'bad' as const }] : [])];
}

function retry({ trigger, limit, stoppedEarly, attempt: used, retry: policy }: HandOffDetail): TraceLine {
  if (trigger === 'terminal') return { key: 'retry.terminal', values: { used } };
  const allowed = policy?.maxAttempts;
  if (stoppedEarly !== null) {
    const early = stoppedEarly === 'run_ended' ? 'run_ended' : 'overdue';
    if (allowed === undefined) return { key: `retry.${early}_unknown`, values: { used }, tone: 'attention' };
    return { key: `retry.${early}`, values: { used, allowed }, tone: 'attention' };
  }
  if (policy === null) return { key: 'retry.none', values: { used } };
  if (limit === 'max_elapsed') {
    const most = policy?.maxElapsed;
    if (most === undefined) return { key: 'retry.max_elapsed_unknown', values: { used } };
    return { key: 'retry.max_elapsed', values: { used, most: durationPhrase(most) } };
  }
  return allowed === undefined
    ? { key: 'retry.max_attempts_unknown', values: { used } }
    : { key: 'retry.max_attempts', values: { used, allowed } };
}

function handOff(detail: HandOffDetail): TraceLine[] {
  const { decidedAt, createdAt, workflowVersion: version, state, changedAt, changedBy } = detail;
  const late = createdAt.getTime() - decidedAt.getTime() > LATE_MS;
  const change = { at: changedAt ?? createdAt, by: changedBy ?? '' };
  return [
    { key: 'handOff.made', values: { at: decidedAt, version } },
    ...(late ? [{ key: 'handOff.late', values: { at: createdAt } }] : []),
    ...(state === 'open' ? [] : [{ key: `handOff.${state}`, values: change, ...(isGood(state) && GOOD) }]),
  ];
}

const GOOD = { tone: 'good' } as const;
const isGood = (state: string) => state === 'resolved' || state === 'closed_by_success';

function who({ recipient, silentBecause, aboveThreshold, channels, workflow }: HandOffDetail): TraceLine[] {
  if (recipient === null) return [{ key: 'who.no_owner', tone: 'bad' }];
  const { slug, name, from } = recipient;
  const values = { group: name ?? slug, workflow: workflow.name };
  const told = silentBecause === null ? 'who' : 'who.meant';
  const lines: TraceLine[] = [{ key: `${told}.${from}`, values }];
  if (silentBecause !== null) lines.push({ key: `who.${silentBecause}`, values: { group: slug }, tone: 'bad' });
  else if (channels.length === 0) lines.push({ key: 'who.forgotten', values, tone: 'attention' });
  if (aboveThreshold !== null) {
    const { failures, threshold, anyCode } = aboveThreshold;
    lines.push({ key: 'who.above', values: { failures, threshold, any: String(anyCode) }, tone: 'attention' });
  }
  return lines;
}

function channelStep(channel: ChannelTrace, id: string): TraceStep {
  const { name, kind, outcome, window, notification, standIn, standing } = channel;
  const values = { seq: window.seq, until: window.until, from: window.from ?? window.until };
  const opened = outcome === 'notified';
  const lines: TraceLine[] = [
    opened
      ? { key: 'window.opened', values }
      : { key: window.from === null ? 'window.mutedSince' : 'window.muted', values, tone: 'attention' },
  ];
  if (notification === null) lines.push({ key: 'delivery.gone', tone: 'attention' });
  else {
    const other = notification.handOffId !== null && notification.handOffId !== id;
    if (other) lines.push({ key: 'delivery.speaks', handOffId: notification.handOffId ?? id });
    lines.push(...delivery(notification));
    if (standIn) lines.push({ key: 'fallback.used', values: { channel: standIn.channelName } }, ...delivery(standIn));
    else if (isOver(notification)) lines.push({ key: 'fallback.none', tone: 'attention' });
  }
  if (standing !== 'on') lines.push({ key: `channel.${standing}` });
  return { kind: 'channel', channel: { name, kind }, lines };
}

function isOver({ state }: DeliveryTrace): boolean {
  return state === 'dead' || state === 'unknown';
}

const TONES: Readonly<Record<string, TraceLine['tone']>> = {
  ...{ sent: 'good', dead: 'bad', unknown: 'attention', retry: 'attention' },
};

function delivery(each: DeliveryTrace): TraceLine[] {
  const { state, count, tries, sentAt, nextAt, problem, possibleDuplicate, confirmedAt, providerRef } = each;
  const tone = TONES[state];
  const main: TraceLine = {
    key: `delivery.${state}`,
    values: { count, tries: tries.length, at: sentAt ?? nextAt },
    ...(tone && { tone }),
    ...(problem !== null && state !== 'sent' && { problem }),
  };
  return [
    main,
    ...tries.map(toLine),
    ...(providerRef === null ? [] : [{ key: 'delivery.ref', values: { ref: providerRef } }]),
    ...(possibleDuplicate ? [{ key: 'delivery.duplicate', tone: 'attention' as const }] : []),
    ...(confirmedAt === null ? [] : [{ key: 'delivery.confirmed', values: { at: confirmedAt }, ...GOOD }]),
  ];
}

function toLine({ attempt, at, outcome, status, answer, problem }: DeliveryTrace['tries'][number]): TraceLine {
  return {
    key: status === null ? 'try.plain' : 'try.status',
    values: { attempt, at, outcome, ...(status !== null && { status }) },
    ...(problem !== null && { problem }),
    ...(answer && { answer }),
  };
}

function next({ channels, recipient, silentBecause }: HandOffDetail, now: Date): TraceLine[] {
  const told = channels.flatMap(({ name: channel, latest, standing }): TraceLine[] => {
    if (standing !== 'on') return [{ key: 'next.never', values: { channel } }];
    if (latest === null) return [];
    const { until, pending } = latest;
    if (until > now) return [{ key: 'next.silent', values: { channel, until, pending } }];
    return [{ key: 'next.open', values: { channel, count: pending + 1 } }];
  });
  if (told.length > 0) return told;
  if (recipient === null) return [{ key: 'next.no_owner', tone: 'attention' }];
  return [{ key: `next.${silentBecause ?? 'forgotten'}`, values: { group: recipient.name ?? recipient.slug } }];
}
