import type { NodePolicy } from '@/lib/policy/schema';
import { RECORD_FIELDS } from '@/lib/policy/vocabulary';
import { type Change, evidence, handOffs, log, message, messages, moved, oneMore, record, without } from './changes';
import type { RightTrialInput } from './right-trial';

export const RIGHT: NodePolicy = {
  owner: 'payments-ops',
  actions: [{ id: 'charge', kind: 'http', safeguard: { kind: 'idempotency_key', enforcedBy: 'receiver' } }],
  retry: { maxAttempts: 3, backoff: 'exponential', initialInterval: 5_000, maxInterval: 60_000 },
};
const { owner: _, ...UNOWNED } = RIGHT;
const { retry: __, ...WITHOUT_RETRY } = RIGHT;

/** A trial in which one thing is wrong, and what is to be said of it. */
export interface FaultyTrial {
  readonly name: string;
  readonly drill: RightTrialInput['drill'];
  readonly fault?: RightTrialInput['fault'];
  readonly policy?: NodePolicy;
  readonly input?: Partial<RightTrialInput>;
  readonly change?: Change;
  /** Exactly what fails: `<observation> <reason> → <mended where>`, of the sandbox and of a platform. */
  readonly fails: readonly string[];
  readonly failsOnPlatform?: readonly string[];
  /** What could not be seen beside it. */
  readonly unseen?: readonly string[];
}

/** Wrong logs, wrong notifications and wrong policies. */
export const FAULTY: readonly FaultyTrial[] = [
  // The log of an executor.
  {
    name: 'interval too short',
    drill: 1,
    change: moved(2, -3_000),
    fails: ['gaps too_early → retry'],
    failsOnPlatform: ['gaps too_early → platform'],
  },
  {
    name: 'interval too long',
    drill: 1,
    change: moved(3, 9_000),
    fails: ['gaps too_late → retry'],
    failsOnPlatform: ['gaps too_late → platform'],
  },
  {
    name: 'intervals that do not grow',
    ...{
      drill: 1,
      change: moved(3, -5_000),
      fails: ['gaps too_early → retry'],
      failsOnPlatform: ['gaps too_early → platform'],
    },
  },
  {
    name: 'no retry at all',
    ...{ drill: 1, change: log((all) => all.slice(0, 1)), unseen: ['gaps too_few'] },
    ...{ fails: ['attempts too_few → retry'], failsOnPlatform: ['attempts too_few → platform'] },
  },
  {
    name: 'one try too few',
    ...{ drill: 1, change: log((all) => all.slice(0, 2)) },
    ...{ fails: ['attempts too_few → retry'], failsOnPlatform: ['attempts too_few → platform'] },
  },
  {
    name: 'a 5xx that is not retried',
    ...{ drill: 1, fault: 'http_503', change: log((all) => all.slice(0, 1)), unseen: ['gaps too_few'] },
    ...{ fails: ['attempts too_few → retry'], failsOnPlatform: ['attempts too_few → platform'] },
  },
  {
    name: 'one try too many',
    ...{
      drill: 1,
      change: oneMore(20_000),
      fails: ['attempts too_many → retry'],
      failsOnPlatform: ['attempts too_many → platform'],
    },
  },
  {
    name: 'tried on behind the limit by time',
    policy: {
      ...RIGHT,
      retry: { maxAttempts: 9, backoff: 'fixed', initialInterval: 10_000, maxInterval: 10_000, maxElapsed: 25_000 },
    },
    ...{
      drill: 1,
      change: oneMore(10_000),
      fails: ['attempts too_many → retry'],
      failsOnPlatform: ['attempts too_many → platform'],
    },
  },
  {
    name: 'a 401 that is retried',
    ...{ drill: 3, change: oneMore(5_000) },
    fails: ['attempts retried_although_terminal → retry'],
    failsOnPlatform: ['attempts retried_although_terminal → platform'],
  },
  {
    name: 'the override is not applied',
    ...{ drill: 2, change: oneMore(5_000) },
    fails: ['attempts override_not_applied → retry'],
    failsOnPlatform: ['attempts override_not_applied → platform'],
  },
  {
    name: 'the override is not put back: the next drill has one try',
    ...{ drill: 5, change: log((all) => all.slice(0, 1)), unseen: ['effect_once not_retried'] },
    ...{ fails: ['attempts too_few → retry'], failsOnPlatform: ['attempts too_few → platform'] },
  },
  {
    name: 'tried again after a success',
    ...{ drill: 5, change: oneMore(5_000) },
    ...{ fails: ['attempts after_success → retry'], failsOnPlatform: ['attempts after_success → platform'] },
  },
  {
    name: 'the effect twice: a false claim',
    ...{ drill: 5, change: evidence(() => ({ effects: 2 })), fails: ['effect_once twice → actions'] },
  },
  {
    name: 'a claim of idempotency without a safeguard, and the effect twice',
    policy: { ...RIGHT, actions: [{ id: 'charge', kind: 'http', idempotent: true }] },
    ...{ drill: 5, change: evidence(() => ({ effects: 2 })), fails: ['effect_once twice → actions'] },
  },
  {
    name: 'the effect never',
    ...{ drill: 5, change: evidence(() => ({ effects: 0 })) },
    ...{ fails: ['effect_once never → actions'], failsOnPlatform: ['effect_once never → platform'] },
  },
  // The policy.
  {
    name: 'no retry written',
    ...{ drill: 1, policy: WITHOUT_RETRY, fails: ['attempts no_retry → retry'], unseen: ['gaps no_retry'] },
  },
  {
    name: 'a transient failure classed terminal',
    policy: { ...RIGHT, classification: [{ code: 'timeout', class: 'terminal' }] },
    ...{ drill: 1, fault: 'never_answers', unseen: ['attempts class_differs', 'gaps class_differs'] },
    fails: ['failure_class classed_terminal → classification'],
  },
  {
    name: 'a code that the closed list forgot',
    policy: { ...RIGHT, retry: { ...RIGHT.retry, maxAttempts: 3, retryOn: ['timeout'] } },
    ...{ drill: 1, fault: 'http_429', unseen: ['attempts class_differs', 'gaps class_differs'] },
    fails: ['failure_class classed_terminal → classification'],
  },
  {
    name: 'a 401 classed transient',
    policy: { ...RIGHT, classification: [{ code: 'http_401', class: 'transient' }] },
    ...{ drill: 3, unseen: ['attempts class_differs', 'hand_off class_differs'] },
    fails: ['failure_class classed_transient → classification'],
  },
  {
    name: 'a lost answer classed terminal',
    policy: { ...RIGHT, classification: [{ code: 'ETIMEDOUT', class: 'terminal' }] },
    ...{
      drill: 5,
      change: log((all) => all.slice(0, 1)),
      unseen: ['attempts class_differs', 'effect_once not_retried'],
    },
    fails: ['failure_class classed_terminal → classification'],
  },
  {
    name: 'a record that is too short',
    policy: { ...RIGHT, onExhausted: { action: 'manual', record: ['node_id', 'attempt', 'error_code'] } },
    ...{ drill: 2, fails: ['record_fields record_short → on_exhausted'] },
  },
  {
    name: 'no owner',
    ...{ drill: 2, policy: UNOWNED, fails: ['recipient no_owner → owner'] },
    unseen: ['channel no_owner', 'one_alert no_owner', 'record_fields no_owner'],
  },
  {
    name: 'no owner, in the drill of silence',
    ...{ drill: 4, policy: UNOWNED, fails: ['recipient no_owner → owner'] },
    unseen: ['channel no_owner', 'one_alert no_owner', 'muted no_owner', 'count no_owner'],
  },
  {
    name: 'a group that does not exist',
    ...{ drill: 2, input: { channels: [] }, change: record({ silentBecause: 'group_missing' }) },
    fails: ['recipient group_missing → owner_group'],
    unseen: ['channel group_missing', 'one_alert group_missing', 'record_fields group_missing'],
  },
  {
    name: 'a group without a channel',
    ...{ drill: 2, input: { channels: [] }, change: record({ silentBecause: 'no_channel' }) },
    ...{ fails: ['channel no_channel → owner_group'], unseen: ['one_alert no_channel', 'record_fields no_channel'] },
  },
  // What followed.
  {
    name: 'a dead channel',
    drill: 2,
    change: message({ state: 'dead', problem: 'gone' }),
    fails: ['channel dead → owner_group'],
  },
  {
    name: 'a dead channel, though a stand-in was told',
    ...{ drill: 2, fails: ['channel dead → owner_group'] },
    change: messages((all) => [
      ...all.map((each) => ({ ...each, state: 'dead' as const })),
      ...all.map((each) => ({ ...each, channelId: 'stand-in', fallback: true })),
    ]),
  },
  {
    name: 'the wrong recipient in the record',
    ...{ drill: 2, change: record({ recipient: 'somebody' }), fails: ['recipient wrong_recipient → owner_group'] },
    unseen: ['channel wrong_recipient', 'one_alert wrong_recipient', 'record_fields wrong_recipient'],
  },
  {
    name: 'a message to another group',
    ...{ drill: 2, change: message({ group: 'everybody' }), fails: ['recipient wrong_recipient → owner_group'] },
    unseen: ['channel wrong_recipient', 'one_alert wrong_recipient', 'record_fields wrong_recipient'],
  },
  {
    name: 'the wrong channel',
    drill: 2,
    change: message({ channelId: 'old' }),
    fails: ['channel wrong_channel → owner_group'],
  },
  {
    name: 'one of two channels is not told',
    ...{ drill: 2, input: { channels: ['webhook', 'mail'] }, change: messages((all) => all.slice(0, 1)) },
    fails: ['channel not_told → owner_group'],
  },
  { name: 'two alerts', drill: 2, change: messages((all) => [...all, ...all]), fails: ['one_alert several → alert'] },
  {
    name: 'no alert',
    ...{ drill: 2, change: messages(() => []), fails: ['one_alert none → alert'] },
    unseen: ['channel no_alert', 'record_fields no_alert'],
  },
  {
    name: 'no hand-off record',
    ...{
      drill: 2,
      change: evidence(() => ({ handOffs: [], messages: [] })),
      fails: ['hand_off missing → on_exhausted'],
    },
    unseen: ['recipient no_hand_off', 'channel no_hand_off', 'one_alert no_hand_off', 'record_fields no_hand_off'],
  },
  {
    name: 'two hand-off records',
    drill: 2,
    change: handOffs((all) => [...all, ...all]),
    fails: ['hand_off several → on_exhausted'],
  },
  {
    name: 'the wrong trigger',
    drill: 3,
    change: record({ trigger: 'exhausted' }),
    fails: ['hand_off wrong_trigger → on_exhausted'],
  },
  {
    name: 'a record of another attempt',
    drill: 3,
    change: record({ attempt: 2 }),
    fails: ['hand_off wrong_attempt → on_exhausted'],
  },
  {
    name: 'a source that logs no hash of the input',
    ...{ drill: 2, change: record({ payloadHash: null }), fails: ['record_fields not_in_log → platform'] },
  },
  {
    name: 'a source that logs neither code nor message',
    ...{
      drill: 2,
      change: record({ errorCode: null, errorMessage: null }),
      fails: ['record_fields not_in_log → platform'],
    },
  },
  ...RECORD_FIELDS.map(
    (field): FaultyTrial => ({
      ...{ name: `a message without ${field}`, drill: 2, change: without(field, '-') },
      fails: ['record_fields not_in_message → on_exhausted'],
    }),
  ),
  {
    name: 'a mail without the hash',
    ...{ drill: 2, input: { channels: ['webhook', 'mail'] }, change: without('-', 'Payload hash') },
    fails: ['record_fields not_in_message → on_exhausted'],
  },
  {
    name: 'a card with another time',
    ...{ drill: 2, input: { channels: ['feishu'] } },
    change: messages((all) =>
      all.map((each) => ({ ...each, body: (each.body ?? '').replace(/(First failed at: )2026/, '$12025') })),
    ),
    fails: ['record_fields not_in_message → on_exhausted'],
  },
  // Silence.
  {
    name: 'de-duplication is off',
    change: evidence(({ evidence: { messages: all, handOffs: records } }) => ({
      messages: [...all, ...all.map((each) => ({ ...each, runId: records[1]?.runId ?? '' }))],
    })),
    ...{ drill: 4, fails: ['muted sent_again → alert'], unseen: ['count not_muted'] },
  },
  {
    name: 'the count is lost',
    change: evidence(({ evidence: { windows } }) => ({
      windows: windows.map((each) => ({ ...each, pending: 0, total: 1 })),
    })),
    ...{ drill: 4, fails: ['count lost → alert'] },
  },
  { name: 'there is no window', drill: 4, change: evidence(() => ({ windows: [] })), fails: ['count lost → alert'] },
  {
    name: 'the count is wrong',
    change: evidence(({ evidence: { windows } }) => ({ windows: windows.map((each) => ({ ...each, pending: 4 })) })),
    ...{ drill: 4, fails: ['count wrong → alert'] },
  },
  {
    name: 'the first failure is muted already',
    change: messages(() => []),
    ...{
      drill: 4,
      fails: ['one_alert none → alert'],
      unseen: ['channel no_alert', 'muted no_alert', 'count no_alert'],
    },
  },
  {
    name: 'the first failure sends two',
    ...{ drill: 4, change: messages((all) => [...all, ...all]), fails: ['one_alert several → alert'] },
  },
  {
    name: 'the second hand-off is missing',
    ...{ drill: 4, change: handOffs((all) => all.slice(0, 1)), fails: ['hand_off missing → on_exhausted'] },
    unseen: ['muted no_hand_off', 'count no_hand_off'],
  },
];
