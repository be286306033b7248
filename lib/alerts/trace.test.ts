import { describe, expect, it } from 'vitest';
import { MESSAGES } from '@/lib/i18n/messages';
import type { ChannelTrace, DeliveryTrace, HandOffDetail, KeptReason } from './hand-off-detail';
import { type TraceStep, traceOf } from './trace';

const AT = new Date('2026-11-20T08:00:00Z');
const later = (minutes: number) => new Date(AT.getTime() + minutes * 60_000);
const ID = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';

const because = (change: Partial<KeptReason> = {}): KeptReason => ({
  ...{ class: 'terminal', because: 'unknown', conflict: false, decidedBy: null, token: 'x9' },
  ...change,
});
const DETAIL: HandOffDetail = {
  ...{ id: ID, fingerprint: 'f', sourceId: 's', sourceName: 'Failpath', runId: 'r-1', subIndex: '' },
  workflow: { key: 'orders', id: null, name: 'Orders' },
  node: { nodeId: 'charge', id: null, name: 'Charge' },
  ...{ attempt: 1, errorCode: 'x9', errorMessage: 'no', payloadHash: null, finalAction: 'manual' },
  ...{ firstFailedAt: AT, lastFailedAt: AT, decidedAt: AT, createdAt: AT },
  ...{ trigger: 'terminal', limit: null, stoppedEarly: null, because: because(), workflowVersion: 4 },
  retry: { maxAttempts: 3, backoff: 'fixed', initialInterval: 5_000, maxInterval: 5_000 },
  recipient: { slug: 'pay', from: 'node', name: 'Payments' },
  ...{ silentBecause: null, aboveThreshold: null, state: 'open', assignee: null, changedBy: null, changedAt: null },
  ...{ note: null, attempts: [], channels: [] },
};
const delivery = (change: Partial<DeliveryTrace> = {}): DeliveryTrace => ({
  ...{ handOffId: ID, channelName: 'mail', state: 'sent', count: 1, problem: null, nextAt: AT, sentAt: AT },
  ...{ confirmedAt: null, possibleDuplicate: false, providerRef: null, tries: [] },
  ...change,
});
const channel = (change: Partial<ChannelTrace> = {}): ChannelTrace => ({
  ...{ id: 'c', name: 'mail', kind: 'mail', standing: 'on', outcome: 'notified' },
  window: { seq: 1, from: AT, until: later(30) },
  latest: { until: later(30), pending: 0 },
  ...{ notification: delivery(), standIn: null },
  ...change,
});
const trace = (change: Partial<HandOffDetail> = {}, now = later(5)) => traceOf({ ...DETAIL, ...change }, now);
const keys = (steps: readonly TraceStep[], kind: TraceStep['kind']) =>
  steps.filter((step) => step.kind === kind).flatMap(({ lines }) => lines.map(({ key }) => key));
const line = (steps: readonly TraceStep[], wanted: string) =>
  steps.flatMap(({ lines }) => lines).find(({ key }) => key === wanted);

it('goes from the failure to the next notification', () => {
  expect(trace({ channels: [channel(), channel({ name: 'chat' })] }).map(({ kind }) => kind)).toEqual([
    ...['seen', 'rule', 'retry', 'handOff', 'who', 'channel', 'channel', 'next'],
  ]);
});

describe('the failure', () => {
  it.each([
    ['seen.once', {}],
    ['seen.again', { lastFailedAt: later(1), attempt: 3 }],
  ])('%s', (key, change) => {
    expect(keys(trace(change), 'seen')).toEqual([key]);
  });
});

describe('the rule', () => {
  const rule = { pattern: 'x*', index: 1 };
  it.each<[string[], KeptReason | null]>([
    [['rule.rule'], because({ because: 'rule:x*', decidedBy: rule })],
    [['rule.retryOn'], because({ because: 'retryOn:x*', class: 'transient', decidedBy: rule })],
    [['rule.rule', 'rule.conflict'], because({ because: 'rule:x*', decidedBy: rule, conflict: true })],
    [['rule.notInRetryOn'], because({ because: 'not in retryOn' })],
    [['rule.catalogue'], because({ because: 'catalogue' })],
    [['rule.unknown'], because()],
    [['rule.notKept'], null],
  ])('%j', (found, reason) => {
    expect(keys(trace({ because: reason }), 'rule')).toEqual(found);
  });

  it('is numbered from one', () => {
    const steps = trace({ because: because({ because: 'rule:x*', decidedBy: rule }) });
    expect(line(steps, 'rule.rule')?.values).toMatchObject({ pattern: 'x*', number: 2, class: 'terminal' });
  });
});

describe('retrying', () => {
  const exhausted = { trigger: 'exhausted', attempt: 3 };
  const elapsed = { ...DETAIL.retry, maxAttempts: 9, maxElapsed: 90_000 };
  it.each<[string, Partial<HandOffDetail>]>([
    ['retry.terminal', {}],
    ['retry.max_attempts', { ...exhausted, limit: 'max_attempts' }],
    ['retry.max_attempts_unknown', { ...exhausted, limit: 'max_attempts', retry: undefined }],
    ['retry.none', { ...exhausted, limit: 'max_attempts', retry: null }],
    ['retry.max_elapsed', { ...exhausted, limit: 'max_elapsed', retry: elapsed }],
    ['retry.max_elapsed_unknown', { ...exhausted, limit: 'max_elapsed', retry: undefined }],
    ['retry.overdue', { ...exhausted, attempt: 1, stoppedEarly: 'overdue' }],
    ['retry.overdue_unknown', { ...exhausted, stoppedEarly: 'overdue', retry: undefined }],
    ['retry.run_ended', { ...exhausted, attempt: 2, stoppedEarly: 'run_ended' }],
  ])('%s', (key, change) => {
    expect(keys(trace(change), 'retry')).toEqual([key]);
  });

  it('says how many tries of how many', () => {
    const steps = trace({ trigger: 'exhausted', attempt: 2, stoppedEarly: 'overdue' });
    expect(line(steps, 'retry.overdue')?.values).toEqual({ used: 2, allowed: 3 });
  });
});

describe('the record', () => {
  it.each<[string[], Partial<HandOffDetail>]>([
    [['handOff.made'], {}],
    [['handOff.made', 'handOff.late'], { createdAt: later(10) }],
    [['handOff.made', 'handOff.closed_by_success'], { state: 'closed_by_success', changedAt: later(1) }],
    [['handOff.made', 'handOff.resolved'], { state: 'resolved', changedAt: later(1), changedBy: 'Bo' }],
  ])('%j', (found, change) => {
    expect(keys(trace(change), 'handOff')).toEqual(found);
  });
});

describe('who', () => {
  const recipient = { slug: 'pay', from: 'notify' as const, name: null };
  it.each<[string[], Partial<HandOffDetail>]>([
    [['who.no_owner'], { recipient: null }],
    [['who.meant.notify', 'who.group_missing'], { recipient, silentBecause: 'group_missing' }],
    [['who.meant.node', 'who.no_channel'], { silentBecause: 'no_channel' }],
    [['who.meant.node', 'who.before_alerts'], { silentBecause: 'before_alerts' }],
    [['who.node', 'who.forgotten'], {}],
    [
      ['who.node', 'who.above'],
      { channels: [channel()], aboveThreshold: { failures: 9, threshold: 5, anyCode: true } },
    ],
  ])('%j', (found, change) => {
    expect(keys(trace(change), 'who')).toEqual(found);
  });
});

describe('a channel', () => {
  const tries = [{ attempt: 1, at: AT, outcome: 'ok', problem: null, status: 200, answer: 'fine' }];
  const dead = delivery({ state: 'dead', problem: 'gone', sentAt: null });
  it.each<[string[], Partial<ChannelTrace>]>([
    [['window.opened', 'delivery.sent', 'try.status'], { notification: delivery({ tries }) }],
    [['window.muted', 'delivery.speaks', 'delivery.sent'], muted(delivery({ handOffId: OTHER }))],
    [['window.muted', 'delivery.gone'], muted(null)],
    [['window.opened', 'delivery.pending'], { notification: delivery({ state: 'pending', sentAt: null }) }],
    [['window.opened', 'delivery.retry'], { notification: delivery({ state: 'retry', problem: 'timed_out' }) }],
    [['window.opened', 'delivery.dead', 'fallback.none'], { notification: dead }],
    [
      ['window.opened', 'delivery.dead', 'fallback.used', 'delivery.sent'],
      { notification: dead, standIn: delivery({ channelName: 'night' }) },
    ],
    [
      ['window.opened', 'delivery.sent', 'delivery.duplicate', 'delivery.confirmed'],
      { notification: delivery({ possibleDuplicate: true, confirmedAt: later(1) }) },
    ],
    [['window.opened', 'delivery.sent', 'delivery.ref'], { notification: delivery({ providerRef: 'OPS-1' }) }],
    [['window.opened', 'delivery.sent', 'channel.removed'], { standing: 'removed' }],
  ])('%j', (found, change) => {
    expect(keys(trace({ channels: [channel(change)] }), 'channel')).toEqual(found);
  });

  it('says the problem with its try and its answer, and which hand-off spoke', () => {
    const answer = {
      ...tries[0],
      attempt: 1,
      at: AT,
      outcome: 'permanent',
      problem: 'gone',
      status: 404,
      answer: 'no',
    };
    const steps = trace({ channels: [channel({ notification: { ...dead, tries: [answer], handOffId: OTHER } })] });
    expect(line(steps, 'delivery.dead')).toMatchObject({ problem: 'gone', tone: 'bad' });
    expect(line(steps, 'try.status')).toMatchObject({ problem: 'gone', answer: 'no', values: { status: 404 } });
    expect(line(steps, 'delivery.speaks')?.handOffId).toBe(OTHER);
  });

  function muted(notification: DeliveryTrace | null): Partial<ChannelTrace> {
    return { outcome: 'muted', notification };
  }
});

describe('the next notification', () => {
  it.each<[string, object | undefined, Partial<HandOffDetail>, Date]>([
    ['next.silent', { channel: 'mail', until: later(30), pending: 4 }, window(4), later(29)],
    ['next.open', { channel: 'mail', count: 5 }, window(4), later(30)],
    ['next.never', { channel: 'mail' }, { channels: [channel({ standing: 'off' })] }, later(1)],
    ['next.no_owner', undefined, { recipient: null }, later(1)],
    ['next.no_channel', { group: 'Payments' }, { silentBecause: 'no_channel' }, later(1)],
    ['next.before_alerts', { group: 'Payments' }, { silentBecause: 'before_alerts' }, later(1)],
    ['next.forgotten', { group: 'Payments' }, {}, later(1)],
  ])('%s', (key, values, change, now) => {
    expect(line(trace(change, now), key)?.values).toEqual(values);
    expect(keys(trace(change, now), 'next')).toEqual([key]);
  });

  function window(pending: number): Partial<HandOffDetail> {
    return { channels: [channel({ latest: { until: later(30), pending } })] };
  }
});

it('every line has its words', () => {
  const words: unknown = MESSAGES.en.inbox.trace;
  const found = (key: string) => key.split('.').reduce((at: unknown, part) => Reflect.get(Object(at), part), words);
  expect(ALL_KEYS.filter((key) => typeof found(key) !== 'string')).toEqual([]);
});

const ALL_KEYS = [
  ...['seen.once', 'seen.again'],
  ...['rule', 'retryOn', 'notInRetryOn', 'catalogue', 'unknown', 'conflict', 'notKept'].map((key) => `rule.${key}`),
  ...['terminal', 'none', 'max_attempts', 'max_attempts_unknown', 'max_elapsed', 'max_elapsed_unknown'].map(
    (key) => `retry.${key}`,
  ),
  ...['run_ended', 'run_ended_unknown', 'overdue', 'overdue_unknown'].map((key) => `retry.${key}`),
  ...['made', 'late', 'acknowledged', 'resolved', 'closed_by_success'].map((key) => `handOff.${key}`),
  ...['no_owner', 'notify', 'node', 'workflow', 'group_missing', 'no_channel', 'before_alerts', 'forgotten'].map(
    (key) => `who.${key}`,
  ),
  'who.above',
  ...['opened', 'muted', 'mutedSince'].map((key) => `window.${key}`),
  ...['pending', 'sending', 'retry', 'sent', 'unknown', 'dead', 'gone', 'speaks', 'ref', 'duplicate'].map(
    (key) => `delivery.${key}`,
  ),
  ...['delivery.confirmed', 'try.plain', 'try.status', 'fallback.used', 'fallback.none'],
  ...['channel.off', 'channel.removed', 'next.silent', 'next.open', 'next.never', 'next.no_owner'],
  ...['group_missing', 'no_channel', 'before_alerts', 'forgotten'].map((key) => `next.${key}`),
  ...['notify', 'node', 'workflow'].map((key) => `who.meant.${key}`),
];
