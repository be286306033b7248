import { senderOf } from '@/lib/alerts/channels/registry';
import { notifications } from '@/lib/alerts/dedup';
import { handOffNotice } from '@/lib/alerts/testing/notices';
import { recordLabels } from '@/lib/drills/label-store';
import { planTrial } from '@/lib/drills/plan';
import { CODE_OF, type Drill, type Fault } from '@/lib/drills/vocabulary';
import type { ChannelKind, GroupLanguage } from '@/lib/owners/channel-kinds';
import { type Attempt, decide } from '@/lib/policy/decide';
import { recipientOf } from '@/lib/policy/recipient';
import type { NodePolicy } from '@/lib/policy/schema';
import { DEFAULT_SILENCE_MS } from '@/lib/policy/vocabulary';
import type { EpochMs } from '@/lib/shared/clock';
import type { LoggedHandOff, LoggedMessage, TrialEvidence, TrialExpectation } from '../drill';

export interface RightTrial {
  readonly expectation: TrialExpectation;
  readonly evidence: TrialEvidence;
}

export interface RightTrialInput {
  readonly drill: Drill;
  readonly fault: Fault;
  readonly policy: NodePolicy;
  readonly workflowOwner?: string | null;
  /** Kinds of the channels that are told. */
  readonly channels?: readonly ChannelKind[];
  readonly language?: GroupLanguage;
  readonly captured?: boolean;
  readonly simulated?: boolean;
  /** How long a try takes; of the delay that is left to jitter, this part is waited. */
  readonly tookMs?: number;
  readonly drawn?: number;
}

const START: EpochMs = Date.parse('2026-12-01T08:00:00Z');
/** Long enough after everything. */
const MUCH_LATER = 20 * 86_400_000;

/** The policy during a trial, and everything that an executor and alerts that do as it says leave behind. */
export function rightTrial(input: RightTrialInput): RightTrial {
  const { drill, workflowOwner = null, channels = ['webhook'], captured = true, simulated = true } = input;
  const policy = duringTrial(input);
  const plan = planTrial(input);
  const executions = Array.from({ length: plan.executions }, (_, index) => ({
    runId: `failpath-drill-t${index === 0 ? '' : `-${index + 1}`}`,
    attempts: execute(policy, { ...input, from: START + index * 600_000, recovers: drill === 5 }),
  }));
  const until = START + MUCH_LATER;
  const recipient = recipientOf(policy, workflowOwner);
  const handOffs = executions.flatMap(({ runId, attempts }): LoggedHandOff[] => {
    const decision = decide(policy, { nodeId: 'n', attempts, runEnded: false }, until);
    if (decision.kind !== 'hand_off') return [];
    const { nodeId: _, ...record } = decision.record;
    return [{ runId, trigger: decision.trigger, recipient, ...record, silentBecause: null }];
  });
  const silence = policy.alert?.silence ?? DEFAULT_SILENCE_MS;
  const told = notifications(
    silence,
    handOffs.map(({ lastFailedAt }) => lastFailedAt),
  );
  const reached = recipient === null ? [] : channels;
  const [first] = handOffs;
  const messages = reached.flatMap((kind): LoggedMessage[] =>
    first === undefined ? [] : [message(kind, first, { ...input, group: recipient ?? '' })],
  );
  const { pending } = told;
  return {
    expectation: {
      ...{ drill, policy, workflowOwner, channelIds: [...reached], captured, simulated },
      labels: recordLabels(),
    },
    evidence: {
      ...{ executions, handOffs, messages, until },
      windows: reached.map((channelId) => ({ channelId, pending, total: handOffs.length })),
      effects: drill === 5 ? 1 : 0,
    },
  };
}

function duringTrial({ drill, fault, policy }: RightTrialInput): NodePolicy {
  const { override } = planTrial({ drill, fault, policy });
  const { maxAttempts = policy.retry?.maxAttempts } = override;
  if (maxAttempts === undefined) return policy;
  const intervals = { backoff: 'exponential', initialInterval: 5_000, maxInterval: 60_000 } as const;
  const { maxElapsed, ...retry } = policy.retry ?? {};
  const limit = override.maxElapsed === null || maxElapsed === undefined ? {} : { maxElapsed };
  return { ...policy, retry: { ...intervals, ...retry, ...limit, maxAttempts } };
}

function execute(
  policy: NodePolicy,
  { fault, from, recovers, tookMs = 40, drawn = 0.5 }: RightTrialInput & { from: EpochMs; recovers: boolean },
): Attempt[] {
  const attempts: Attempt[] = [];
  let startedAt = from;
  for (let attempt = 1; ; attempt += 1) {
    const endedAt = startedAt + tookMs;
    if (recovers && attempt === 2)
      return [...attempts, { attempt, startedAt, endedAt, status: 'succeeded', errorCode: null }];
    const why = { errorCode: CODE_OF[fault], errorMessage: 'made to fail', payloadHash: 'sha256:0123456789abcdef' };
    attempts.push({ attempt, startedAt, endedAt, status: 'failed', ...why });
    const decision = decide(policy, { nodeId: 'n', attempts, runEnded: false }, endedAt);
    if (decision.kind !== 'retry') return attempts;
    startedAt = Math.round(decision.earliestAt + drawn * (decision.dueAt - decision.earliestAt)) + 20;
  }
}

function message(
  kind: ChannelKind,
  { runId, trigger, recipient: _, silentBecause: __, ...record }: LoggedHandOff,
  { drill, language = 'en', group }: RightTrialInput & { group: string },
): LoggedMessage {
  const sent = { runId, channelId: kind, group, count: 1, state: 'sent', problem: null } as const;
  // Only this drill looks at what a message says, and rendering takes its time.
  if (drill !== 2) return { ...sent, body: null, fallback: false, confirmed: false };
  const notice = handOffNotice({
    ...{ language, runId, count: 1, aboveThreshold: null, why: { trigger } },
    record: { ...record, nodeId: 'charge-card', finalAction: 'manual' },
  });
  const { body } = senderOf(kind).render(notice);
  return { ...sent, body, fallback: false, confirmed: false };
}
