import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { senderOf } from '@/lib/alerts/channels/registry';
import type { Delivering } from '@/lib/alerts/deliver';
import { type Receiver, startReceiver } from '@/lib/alerts/testing/receiver';
import { testSender } from '@/lib/alerts/testing/test-sender';
import type { Db } from '@/lib/db/client';
import { readObservations } from '@/lib/drills/kept';
import type { Proving } from '@/lib/drills/proving-context';
import {
  askForDrills,
  type DrillWorld,
  type DrillWorldInput,
  makeDrillWorld,
  RIGHT,
  type RunInput,
} from '@/lib/drills/testing/drill-world';
import type { Drill, Fault } from '@/lib/drills/vocabulary';
import type { ObservationKey } from '@/lib/judge/drill';
import type { JsonObject } from '@/lib/shared/json';
import { testContext } from '@/lib/testing/context';
import { type Bench, openBench } from './testing/drill-bench';
import { forgetful, forgotten, helpless, silent, steady, stubborn, waiting } from './testing/faulty-executors';

const ctx = testContext();
/** Stand for an address at which nobody listens, and for one that takes what comes. */
const [CLOSED, OPEN] = ['closed', 'open'];

/** Something that is wrong, and the observation that is to catch it, with where it is mended. */
interface Case {
  readonly name: string;
  readonly drill: Drill;
  readonly fault?: Fault;
  readonly caught: readonly [ObservationKey, string, string | undefined];
  /** Observations that it also is wrong for. */
  readonly also?: readonly ObservationKey[];
  readonly config?: JsonObject;
  readonly world?: DrillWorldInput;
  readonly run?: RunInput;
  readonly parts?: Partial<Proving>;
  /** What is done to the tables after each time that the log was followed. */
  readonly tamper?: (db: Db, trialId: string, world: DrillWorld) => Promise<unknown>;
}

const EXECUTORS: readonly Case[] = [
  { name: 'half the interval', drill: 1, parts: { executor: waiting(0.5) }, caught: ['gaps', 'too_early', 'retry'] },
  { name: 'no interval', drill: 1, parts: { executor: waiting(0) }, caught: ['gaps', 'too_early', 'retry'] },
  { name: 'twice the interval', drill: 1, parts: { executor: waiting(2) }, caught: ['gaps', 'too_late', 'retry'] },
  { name: 'steady, not growing', drill: 1, parts: { executor: steady }, caught: ['gaps', 'too_early', 'retry'] },
  { name: 'no retry', drill: 1, parts: { executor: helpless }, caught: ['attempts', 'too_few', 'retry'] },
  { name: 'one try too few', drill: 1, parts: { executor: stubborn(-1) }, caught: ['attempts', 'too_few', 'retry'] },
  { name: 'one try too many', drill: 1, parts: { executor: stubborn(1) }, caught: ['attempts', 'too_many', 'retry'] },
  {
    name: '5xx not retried',
    drill: 1,
    fault: 'http_503',
    parts: { executor: helpless },
    caught: ['attempts', 'too_few', 'retry'],
  },
  {
    name: 'a lock wait not retried',
    drill: 1,
    fault: 'lock_wait',
    parts: { executor: helpless },
    caught: ['attempts', 'too_few', 'retry'],
  },
  {
    name: '401 retried',
    drill: 3,
    parts: { executor: stubborn(0) },
    caught: ['attempts', 'retried_although_terminal', 'retry'],
  },
  {
    name: 'a unique violation retried',
    drill: 3,
    fault: 'unique_violation',
    parts: { executor: stubborn(0) },
    caught: ['attempts', 'retried_although_terminal', 'retry'],
  },
  {
    name: 'the override ignored',
    drill: 2,
    parts: { executor: stubborn(2) },
    caught: ['attempts', 'override_not_applied', 'retry'],
  },
  {
    name: 'another key with each attempt',
    drill: 5,
    config: { actions: [{ id: 'a', kind: 'http', safeguard: { kind: 'idempotency_key', enforcedBy: 'receiver' } }] },
    parts: { tryOnce: forgetful },
    caught: ['effect_once', 'twice', 'actions'],
  },
  {
    name: 'another input with each attempt',
    drill: 5,
    parts: { tryOnce: forgetful },
    caught: ['effect_once', 'twice', 'actions'],
  },
  {
    name: 'a false claim of idempotency',
    drill: 5,
    parts: { tryOnce: forgotten },
    caught: ['effect_once', 'twice', 'actions'],
  },
  {
    name: 'what was done not retried',
    drill: 5,
    parts: { executor: helpless },
    caught: ['attempts', 'too_few', 'retry'],
  },
  {
    name: 'no message in the log',
    drill: 2,
    parts: { tryOnce: silent },
    caught: ['record_fields', 'not_in_log', 'platform'],
  },
];

const CONFIGS: readonly Case[] = [
  { name: 'no retry written', drill: 1, config: { retry: undefined }, caught: ['attempts', 'no_retry', 'retry'] },
  {
    name: '5xx classed terminal',
    drill: 1,
    fault: 'http_503',
    config: { classification: [{ code: 'http_5xx', class: 'terminal' }] },
    caught: ['failure_class', 'classed_terminal', 'classification'],
  },
  {
    name: 'a code missing in retryOn',
    drill: 1,
    config: { retry: { ...RIGHT.retry, retryOn: ['http_5xx'] } },
    caught: ['failure_class', 'classed_terminal', 'classification'],
  },
  {
    name: '401 in retryOn',
    drill: 3,
    config: { retry: { ...RIGHT.retry, retryOn: ['http_401'] } },
    caught: ['failure_class', 'classed_transient', 'classification'],
  },
  { name: 'no owner', drill: 2, world: { owner: null }, caught: ['recipient', 'no_owner', 'owner'] },
  {
    name: 'a group that is not there',
    drill: 2,
    config: { owner: 'nobody-here' },
    caught: ['recipient', 'group_missing', 'owner_group'],
  },
  {
    name: 'a group without a channel',
    drill: 2,
    world: { channels: [] },
    caught: ['channel', 'no_channel', 'owner_group'],
  },
  {
    name: 'a record that is short',
    drill: 2,
    config: { onExhausted: { action: 'manual', record: ['node_id', 'attempt'] } },
    caught: ['record_fields', 'record_short', 'on_exhausted'],
  },
  {
    name: 'a dead channel',
    drill: 2,
    world: { channels: [{ url: CLOSED }] },
    run: { channels: 'real' },
    parts: { times: { longestWaitMs: 100, deliverMs: 6_000 } },
    caught: ['channel', 'dead', 'owner_group'],
  },
  {
    name: 'a dead channel beside one that works',
    drill: 4,
    world: { channels: [{ url: CLOSED }, { url: OPEN }] },
    run: { channels: 'real' },
    parts: { times: { longestWaitMs: 100, deliverMs: 6_000 } },
    caught: ['channel', 'dead', 'owner_group'],
  },
];

const sql = (statement: string) => (db: Db, trialId: string) => db.$executeRawUnsafe(statement, trialId);
const OF_TRIAL = '(select id from drill.hand_off where source_id = $1::uuid)';
const WINDOWS = '(select fingerprint from drill.hand_off where source_id = $1::uuid)';

const TELLERS: readonly Case[] = [
  {
    ...{ name: 'de-duplication off', drill: 4, caught: ['muted', 'sent_again', 'alert'] },
    tamper: sql(`update drill.alert_window set ends_at = starts_at where fingerprint in ${WINDOWS}`),
  },
  {
    ...{ name: 'the count lost', drill: 4, caught: ['count', 'lost', 'alert'] },
    tamper: sql(`update drill.alert_window set pending = 0 where fingerprint in ${WINDOWS}`),
  },
  {
    ...{ name: 'a failure counted twice', drill: 4, caught: ['count', 'wrong', 'alert'] },
    tamper: sql(`update drill.alert_window set total = 3 where fingerprint in ${WINDOWS} and pending = 1`),
  },
  {
    ...{ name: 'another group told', drill: 2, caught: ['recipient', 'wrong_recipient', 'owner_group'] },
    tamper: async (db, trialId) => {
      const other = await makeDrillWorld(ctx.db);
      await db.$executeRaw`update drill.delivery set channel_id = ${other.channels[0]}::uuid
        where hand_off_id in (select id from drill.hand_off where source_id = ${trialId}::uuid)`;
    },
  },
  {
    ...{ name: 'another group in the record', drill: 4, caught: ['recipient', 'wrong_recipient', 'owner_group'] },
    tamper: sql(`update drill.hand_off set recipient = 'others' where source_id = $1::uuid`),
  },
  {
    ...{ name: 'no record', drill: 3, caught: ['hand_off', 'missing', 'on_exhausted'] },
    tamper: sql('delete from drill.hand_off where source_id = $1::uuid'),
  },
  {
    ...{ name: 'a record of nothing', drill: 2, caught: ['hand_off', 'several', 'on_exhausted'] },
    also: ['recipient', 'record_fields'],
    tamper: sql(`insert into drill.hand_off (source_id, workflow_id, run_id, node_id, fingerprint, trigger, because,
        decided_at, attempt, first_failed_at, last_failed_at, node_version, workflow_version, silence_ms)
      select source_id, workflow_id, run_id || '-more', node_id, fingerprint, trigger, because, decided_at, attempt,
        first_failed_at, last_failed_at, 1, 1, silence_ms from drill.hand_off where source_id = $1::uuid
      on conflict do nothing`),
  },
  {
    ...{ name: 'the wrong trigger', drill: 3, caught: ['hand_off', 'wrong_trigger', 'on_exhausted'] },
    tamper: sql(`update drill.hand_off set trigger = 'exhausted' where source_id = $1::uuid`),
  },
  {
    ...{ name: 'told twice', drill: 2, caught: ['one_alert', 'several', 'alert'] },
    tamper: sql(`insert into drill.delivery (channel_id, kind, fingerprint, seq, hand_off_id)
      select channel_id, kind, fingerprint, seq + 1, hand_off_id from drill.delivery where hand_off_id in ${OF_TRIAL}
      on conflict do nothing`),
  },
  {
    ...{ name: 'nobody told', drill: 4, caught: ['one_alert', 'none', 'alert'] },
    tamper: sql(`delete from drill.delivery where hand_off_id in ${OF_TRIAL}`),
  },
  {
    ...{ name: 'a channel forgotten', drill: 2, caught: ['channel', 'not_told', 'owner_group'] },
    world: { channels: [{ url: OPEN }, { url: OPEN }] },
    tamper: (db, _, { channels }) => db.delivery.deleteMany({ where: { channelId: channels[1] ?? '' } }),
  },
  {
    ...{ name: 'only the fallback told', drill: 2, caught: ['channel', 'wrong_channel', 'owner_group'] },
    world: { channels: [{ url: OPEN }, { url: OPEN, fallback: true }] },
    tamper: (db, _, { channels }) =>
      db.delivery.updateMany({ where: { channelId: channels[0] ?? '' }, data: { channelId: channels[1] ?? '' } }),
  },
  {
    ...{ name: 'a message without the fields', drill: 2, caught: ['record_fields', 'not_in_message', 'on_exhausted'] },
    tamper: sql(`update drill.delivery set message = '{"subject": "failed", "body": "failed", "repeatedBody": "failed"}'
      where hand_off_id in ${OF_TRIAL}`),
  },
];

const CASES = [...EXECUTORS, ...CONFIGS, ...TELLERS];

let bench: Bench;
let receiver: Receiver;
const runs = new Map<Case, string>();

beforeAll(async () => {
  receiver = await startReceiver();
  const delivering: Partial<Delivering> = { senderOf: (kind) => ({ ...senderOf(kind), send: testSender().send }) };
  bench = await openBench(ctx, { delivering, most: 12 });
  const parts = new Map<string, Partial<Proving>>();
  for (const each of CASES) {
    const world = await makeWorld(each);
    const runId = await askForDrills(world, {
      ...each.run,
      drills: [{ drill: each.drill, ...(each.fault && { fault: each.fault }) }],
    });
    runs.set(each, runId);
    parts.set(runId, { ...each.parts, ...(each.tamper && { follow: tampered(each.tamper, world) }) });
  }
  await bench.runAll((runId) => parts.get(runId) ?? {});
}, 120_000);
afterAll(async () => {
  await bench.close();
  await receiver.close();
});

describe.each([
  ['a faulty executor', EXECUTORS],
  ['a faulty configuration', CONFIGS],
  ['a faulty teller', TELLERS],
] as const)('%s', (_, cases) => {
  it.each(cases.map((each) => [each.name, each] as const))('is caught at the right place: %s', async (_name, each) => {
    const runId = runs.get(each) ?? '';
    const trial = await ctx.db.drillTrial.findFirstOrThrow({ where: { runId } });
    expect(bench.said).toEqual([]);
    expect(trial.state).toBe('failed');
    const observations = readObservations(trial.observations);
    const [key, reason, mend] = each.caught;
    expect(observations).toContainEqual(expect.objectContaining({ key, reason, mend, verdict: 'failed' }));
    // What is wrong in one place is not said of another one.
    const failed = observations.filter(({ verdict }) => verdict === 'failed').map((other) => other.key);
    expect(failed).toEqual([key, ...(each.also ?? [])]);
    expect(await ctx.db.drillCertificate.count({ where: { runId } })).toBe(0);
  });
});

function makeWorld({ config = {}, world = {} }: Case): Promise<DrillWorld> {
  const { channels = [{ url: OPEN }], ...rest } = world;
  const addresses = channels.map(({ url, ...channel }) => {
    return { ...channel, url: url === CLOSED ? bench.proving.sandbox.closed : receiver.url };
  });
  return makeDrillWorld(ctx.db, { ...rest, channels: addresses, config: { ...RIGHT, ...config } });
}

function tampered(tamper: NonNullable<Case['tamper']>, world: DrillWorld): Proving['follow'] {
  return async (trialId, now) => {
    const followed = await bench.proving.follow(trialId, now);
    await tamper(ctx.drillDb, trialId, world);
    return followed;
  };
}
