import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '@/lib/db/client';
import { testContext } from '@/lib/testing/context';
import type { Sender } from './channels/sender';
import type { Claim } from './claim-store';
import { claimDelivery, type Delivering, deliverDue, sendClaimed } from './deliver';
import { addChannel, addGroup, addNotifications, testKeyring } from './testing/outbox';
import { type Receiver, startReceiver } from './testing/receiver';
import { type TestSenderOptions, testSender } from './testing/test-sender';

const ctx = testContext();
const START = ctx.now;
let clock = START.getTime();
let receiver: Receiver;
let group: string;
let channel: string;

beforeEach(async () => {
  await clear(ctx.db);
  clock = START.getTime();
  receiver = await startReceiver();
  group = await addGroup(ctx.db);
  channel = await addChannel(ctx.db, group, { url: receiver.url });
});
afterEach(() => receiver.close());

const pass = (ms: number) => {
  clock += ms;
};
const at = (ms: number) => new Date(START.getTime() + ms);

/** A worker; its random number is a half, so that the first pause is five seconds. */
function worker(options: TestSenderOptions & Partial<Delivering> = {}): Delivering {
  const sender: Sender = testSender(options);
  return {
    db: ctx.db,
    now: () => new Date(clock),
    random: () => 0.5,
    senderOf: () => sender,
    keyring: testKeyring,
    publicUrl: 'https://failpath.example.com',
    log: { warn: () => undefined, error: () => undefined },
    leaseMs: 90_000,
    ...options,
  };
}

const add = (many = 1, to = channel) => addNotifications(ctx.db, to, many, START);
const delivery = (id: string | undefined) => ctx.db.delivery.findUniqueOrThrow({ where: { id: id ?? '' } });
const state = () => ctx.db.channelState.findUniqueOrThrow({ where: { channelId: channel } });
const attempts = (id: string | undefined) =>
  ctx.db.deliveryAttempt.findMany({ where: { deliveryId: id ?? '' }, orderBy: { attempt: 'asc' } });
async function claimed(delivering = worker()): Promise<Claim> {
  const claim = await claimDelivery(delivering);
  if (!claim) throw new Error('nothing was due');
  return claim;
}

describe('a delivery', () => {
  it('goes out with everything in it, and is kept with its try and the health of its channel', async () => {
    receiver.answer({ status: 200, body: 'thanks' });
    const [id] = await add();
    expect(await deliverDue(worker())).toBe(1);
    expect(receiver.received).toMatchObject([{ id }]);
    const { handOffId, message, ...row } = await delivery(id);
    expect(row).toMatchObject({ state: 'sent', attempts: 1, sentAt: START, providerRef: 'ref-1', leaseId: null });
    expect(message).toMatchObject({ body: receiver.received[0]?.body });
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
      ...{ kind: 'notification', deliveryId: id, groupName: 'Payments', timeZone: 'Asia/Shanghai', count: 3 },
      ...{ workflow: { key: 'orders', name: 'orders' }, node: { id: 'charge' }, possibleDuplicate: false },
      record: { nodeId: 'charge', attempt: 3, errorCode: 'timeout', errorMessage: 'no answer', payloadHash: 'abc' },
      why: { trigger: 'exhausted', limit: 'max_attempts' },
      silentUntil: at(1_800_000).toISOString(),
      link: `https://failpath.example.com/inbox/${handOffId}`,
    });
    expect(await attempts(id)).toMatchObject([{ attempt: 1, at: START, outcome: 'ok', status: 200, answer: 'thanks' }]);
    expect(await state()).toMatchObject({ failuresInRow: 0, lastSentAt: START, lastFailedAt: null });
  });

  it('is sent once by sixteen that claim at the same time', async () => {
    const ids = await add(32);
    const run = async () => {
      // The number that a channel has under way is limited: who finds none looks again.
      while ((await ctx.db.delivery.count({ where: { state: { not: 'sent' } } })) > 0)
        if ((await deliverDue(worker())) === 0) await sleep(50);
    };
    await Promise.all(Array.from({ length: 16 }, run));
    expect(receiver.received.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(await ctx.db.deliveryAttempt.count()).toBe(32);
    expect(await ctx.db.delivery.count({ where: { attempts: 1, state: 'sent' } })).toBe(32);
  });

  it('is tried again after a pause, as it was, whatever has changed since', async () => {
    receiver.answer({ status: 503 });
    const [id] = await add();
    await deliverDue(worker());
    expect(await delivery(id)).toMatchObject({ state: 'retry', problem: 'server_error', nextAt: at(5_000) });
    receiver.answer({ status: 200 });
    await ctx.db.ownerGroup.update({ where: { id: group }, data: { name: 'Renamed' } });
    pass(4_999);
    expect(await deliverDue(worker())).toBe(0);
    pass(1);
    expect(await deliverDue(worker())).toBe(1);
    const [first, second] = receiver.received;
    expect(second).toEqual(first);
    expect(await attempts(id)).toMatchObject([
      { outcome: 'retry', status: 503 },
      { attempt: 2, outcome: 'ok' },
    ]);
  });

  it('waits for as long as the provider asks', async () => {
    receiver.answer({ status: 429, headers: { 'Retry-After': '70' } });
    const [id] = await add();
    await deliverDue(worker());
    expect(await delivery(id)).toMatchObject({ state: 'retry', problem: 'rate_limited', nextAt: at(70_000) });
  });

  it('is given up after eight tries', async () => {
    await receiver.close();
    const [id] = await add();
    for (let tries = 0; tries < 8; tries++) {
      expect(await delivery(id)).toMatchObject({ attempts: tries });
      pass(3_600_000);
      expect(await deliverDue(worker())).toBe(1);
    }
    expect(await delivery(id)).toMatchObject({ state: 'dead', problem: 'given_up', attempts: 8 });
    receiver = await startReceiver();
  });

  it('is dead at once when it is refused, and what was said holds no secret', async () => {
    receiver.answer({ status: 404, body: `nothing at ${receiver.url}` });
    const [id] = await add();
    await deliverDue(worker());
    expect(await delivery(id)).toMatchObject({ state: 'dead', problem: 'rejected' });
    const [attempt] = await attempts(id);
    expect(attempt?.answer).toBe('nothing at [redacted]');
    expect(await state()).toMatchObject({ failuresInRow: 1, lastFailedAt: START, lastProblem: 'rejected' });
  });

  it('is dead when its secrets cannot be read, and nothing is sent', async () => {
    const [id] = await add();
    await ctx.db.channel.update({ where: { id: channel }, data: { sealed: 'fps1.lost.AAAAAAAAAAAAAAAA.AAAA' } });
    await deliverDue(worker());
    expect(await delivery(id)).toMatchObject({ state: 'dead', problem: 'secret_unreadable' });
    expect(receiver.received).toEqual([]);
  });

  it('is dead when its channel was taken away or switched off meanwhile', async () => {
    const [id] = await add();
    await ctx.db.channel.update({ where: { id: channel }, data: { enabled: false } });
    expect(await deliverDue(worker())).toBe(0);
    expect(await delivery(id)).toMatchObject({ state: 'dead', problem: 'given_up' });
    expect(receiver.received).toEqual([]);
  });

  it('is not lost over a message that cannot be made', async () => {
    const [id] = await add();
    const broken: Sender = { ...testSender(), render: () => JSON.parse('nonsense') };
    await deliverDue(worker({ senderOf: () => broken }));
    expect(await delivery(id)).toMatchObject({ state: 'retry', problem: 'worker_died' });
    pass(60_000);
    await deliverDue(worker());
    expect(await delivery(id)).toMatchObject({ state: 'sent' });
  });
});

describe('what may have arrived', () => {
  it('is sent again as it was to a receiver that drops what it had', async () => {
    receiver.answer('break');
    const [id] = await add();
    await deliverDue(worker({ repeats: 'key' }));
    expect(await delivery(id)).toMatchObject({ state: 'retry', problem: 'connection_broke', possibleDuplicate: false });
    receiver.answer({ status: 200 });
    pass(10_000);
    await deliverDue(worker({ repeats: 'key' }));
    const [first, second] = receiver.received;
    expect(second).toEqual(first);
  });

  it('is sent once more to a blind one, marked, and is unknown after that', async () => {
    receiver.answer('hang');
    const blind = worker({ repeats: 'blind', timeoutMs: 500 });
    const [id] = await add();
    await deliverDue(blind);
    expect(await delivery(id)).toMatchObject({ state: 'retry', possibleDuplicate: true });
    pass(10_000);
    await deliverDue(blind);
    expect(receiver.received[1]?.body).toBe(`possible duplicate ${receiver.received[0]?.body}`);
    expect(await delivery(id)).toMatchObject({ state: 'unknown', attempts: 2 });
    pass(86_400_000);
    expect(await deliverDue(blind)).toBe(0);
    expect(receiver.received).toHaveLength(2);
  });
});

describe('a lease', () => {
  it('keeps others away while it lasts, and ends with the worker that held it', async () => {
    const [id] = await add();
    await claimed();
    pass(89_999);
    expect(await claimDelivery(worker())).toBeNull();
    pass(1);
    expect(await claimDelivery(worker())).toBeNull();
    expect(await delivery(id)).toMatchObject({ state: 'retry', problem: 'worker_died', leaseId: null });
    expect(await attempts(id)).toMatchObject([{ at: START, outcome: 'unknown', problem: 'worker_died' }]);
    expect(await ctx.db.channelState.findMany({ where: { failuresInRow: { gt: 0 } } })).toEqual([]);
    pass(5_000);
    expect(await deliverDue(worker())).toBe(1);
    expect(await delivery(id)).toMatchObject({ state: 'sent', attempts: 2 });
  });

  it('that was lost writes nothing: the outcome of the one who took over stands', async () => {
    const [id] = await add();
    const slow = await claimed();
    pass(100_000);
    await claimDelivery(worker());
    pass(5_000);
    const taken = await claimed();
    expect(taken.leaseId).not.toBe(slow.leaseId);
    await sendClaimed(worker(), taken);
    const warnings: string[] = [];
    const log = { warn: (_: object, text: string) => warnings.push(text), error: () => undefined };
    // Its lease ends while it sends: it comes back with an outcome of its own.
    receiver.answer({ status: 404 });
    await sendClaimed(worker({ log }), slow);
    expect(await delivery(id)).toMatchObject({ state: 'sent' });
    expect(receiver.received).toHaveLength(1);
    await ctx.db.delivery.updateMany({ data: { state: 'sending', leaseId: slow.leaseId } });
    const race: Sender = {
      ...testSender(),
      send: async () => {
        await ctx.db.delivery.updateMany({ data: { state: 'sent', leaseId: null } });
        return { outcome: 'permanent', problem: 'rejected' };
      },
    };
    await sendClaimed(worker({ log, senderOf: () => race }), slow);
    expect(await delivery(id)).toMatchObject({ state: 'sent' });
    expect(warnings).toHaveLength(1);
    expect((await attempts(id)).map(({ outcome }) => outcome)).toEqual(['unknown', 'ok']);
  });
});

describe('the circuit', () => {
  it('opens after five failures in a row for all workers, uses no try meanwhile, and probes with one', async () => {
    receiver.answer({ status: 500 });
    const ids = await add(8);
    await deliverDue(worker());
    expect(receiver.received).toHaveLength(5);
    expect(await state()).toMatchObject({ failuresInRow: 5, openUntil: at(60_000) });
    expect(await ctx.db.delivery.count({ where: { attempts: 0, nextAt: at(60_000) } })).toBe(3);
    pass(59_000);
    expect(await deliverDue(worker())).toBe(0);
    pass(1_000);
    const probe = await claimed();
    expect(await claimDelivery(worker())).toBeNull();
    await sendClaimed(worker(), probe);
    expect(await state()).toMatchObject({ failuresInRow: 6, openUntil: at(180_000), probeUntil: null });
    pass(120_000);
    receiver.answer({ status: 200 });
    expect(await deliverDue(worker())).toBeGreaterThan(0);
    expect(await state()).toMatchObject({ failuresInRow: 0, openUntil: null, probeUntil: null });
    pass(60_000);
    await deliverDue(worker());
    expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set(ids));
    expect(await ctx.db.delivery.count({ where: { state: 'sent' } })).toBe(8);
  });

  it('of one channel is no matter to another one', async () => {
    receiver.answer({ status: 500 });
    await add(6);
    await deliverDue(worker());
    const healthy = await startReceiver();
    const other = await addChannel(ctx.db, group, { url: healthy.url });
    await add(1, other);
    await deliverDue(worker());
    expect(healthy.received).toHaveLength(1);
    await healthy.close();
  });
});

describe('the bucket', () => {
  const rate = { burst: 2, perMinute: 15 };

  it('is one for all workers, and what waits for its turn uses no try', async () => {
    const ids = await add(6);
    await Promise.all([deliverDue(worker({ rate })), deliverDue(worker({ rate }))]);
    expect(receiver.received).toHaveLength(2);
    expect(await ctx.db.delivery.count({ where: { state: 'pending', attempts: 0, nextAt: { gt: START } } })).toBe(4);
    for (const many of [3, 4, 5, 6]) {
      pass(3_999);
      await Promise.all([deliverDue(worker({ rate })), deliverDue(worker({ rate }))]);
      expect(receiver.received).toHaveLength(many - 1);
      pass(1);
      await Promise.all([deliverDue(worker({ rate })), deliverDue(worker({ rate }))]);
      expect(receiver.received).toHaveLength(many);
    }
    expect(receiver.received.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(await ctx.db.delivery.count({ where: { attempts: 1, state: 'sent' } })).toBe(6);
  });
});

describe('the fallback channel', () => {
  it('is told once what other channels of the group could not deliver, and only of the group', async () => {
    const other = await addGroup(ctx.db, 'other-ops');
    const spare = await startReceiver();
    await addChannel(ctx.db, other, { url: spare.url, fallback: true });
    const [lost] = await add();
    receiver.answer({ status: 404 });
    await deliverDue(worker());
    expect(await delivery(lost)).toMatchObject({ state: 'dead' });
    expect(await ctx.db.delivery.count()).toBe(1);

    const fallback = await addChannel(ctx.db, group, { url: spare.url, kind: 'slack', fallback: true });
    const [first] = await add();
    const { handOffId, fingerprint } = await delivery(first);
    const second = await addChannel(ctx.db, group, { url: receiver.url });
    await ctx.db.delivery.create({
      data: { channelId: second, kind: 'notification', fingerprint, seq: 9, handOffId, nextAt: START },
    });
    await Promise.all([deliverDue(worker()), deliverDue(worker())]);
    await deliverDue(worker());
    const told = await ctx.db.delivery.findMany({ where: { channelId: fallback } });
    expect(told).toMatchObject([{ state: 'sent', handOffId, fingerprint, seq: -1, kind: 'notification' }]);
    expect(told[0]?.fallbackFor).not.toBeNull();
    expect(spare.received).toHaveLength(1);
    await spare.close();
  });

  it('that cannot deliver either is the end', async () => {
    await addChannel(ctx.db, group, { url: receiver.url, kind: 'slack', fallback: true });
    receiver.answer({ status: 404 });
    await add();
    await deliverDue(worker());
    expect(await ctx.db.delivery.findMany({ select: { state: true } })).toEqual([{ state: 'dead' }, { state: 'dead' }]);
  });
});

async function clear(db: Db): Promise<void> {
  await db.handOff.deleteMany();
  await db.ownerGroup.deleteMany();
}
