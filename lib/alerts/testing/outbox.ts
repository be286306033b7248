import { randomUUID } from 'node:crypto';
import type { Db } from '@/lib/db/client';
import { type Keyring, parseKeyring } from '@/lib/secrets/keyring';
import { seal } from '@/lib/secrets/seal';

/** A key that is none: 32 zeros. */
export const TEST_KEYS = `t1:${Buffer.alloc(32).toString('base64')}`;
const SIGNING = `whsec_${Buffer.alloc(32).toString('base64')}`;

export function testKeyring(): Keyring {
  const parsed = parseKeyring(TEST_KEYS);
  if (!parsed.ok) throw new Error(parsed.error.reason);
  return parsed.value;
}

/** An owner group with one member. */
export async function addGroup(db: Db, slug = 'payments-ops'): Promise<string> {
  const members = { create: [{ name: 'Bo', email: 'bo@example.com' }] };
  return (await db.ownerGroup.create({ data: { slug, name: 'Payments', timeZone: 'Asia/Shanghai', members } })).id;
}

/** A channel whose secrets lead to `url`. */
export async function addChannel(
  db: Db,
  groupId: string,
  { url, kind = 'webhook', fallback = false }: { url: string; kind?: 'webhook' | 'slack'; fallback?: boolean },
): Promise<string> {
  const id = randomUUID();
  const secrets = { kind, url, ...(kind === 'webhook' ? { signingSecrets: [SIGNING] } : {}) };
  const sealed = seal(testKeyring(), `channel:${id}`, JSON.stringify(secrets));
  await db.channel.create({ data: { id, groupId, kind, name: kind, settings: { kind }, sealed, fallback } });
  return id;
}

/** Hand-offs of one alert, each with a notification on the channel; returns the ids of the deliveries. */
export async function addNotifications(db: Db, channelId: string, many: number, at: Date): Promise<string[]> {
  const source = await db.source.upsert({
    where: { key: 'own' },
    create: { key: 'own', name: 'Failpath', kind: 'failpath' },
    update: {},
  });
  const handOffs = Array.from({ length: many }, () => ({ ...HAND_OFF, id: randomUUID(), runId: randomUUID() }));
  await db.handOff.createMany({
    data: handOffs.map((each) => ({
      ...each,
      ...{ sourceId: source.id, decidedAt: at, firstFailedAt: at, lastFailedAt: at, createdAt: at },
    })),
  });
  const deliveries = handOffs.map(({ id: handOffId }, index) => ({
    ...{ id: randomUUID(), channelId, kind: 'notification', fingerprint: `${handOffId}`, seq: index + 1 },
    ...{ handOffId, count: 3, nextAt: at, createdAt: new Date(at.getTime() + index) },
  }));
  await db.delivery.createMany({ data: deliveries });
  return deliveries.map(({ id }) => id);
}

const HAND_OFF = {
  ...{ workflowId: 'orders', nodeId: 'charge', fingerprint: 'f1', trigger: 'exhausted', limit: 'max_attempts' },
  ...{ because: {}, attempt: 3, errorCode: 'timeout', errorMessage: 'no answer', payloadHash: 'abc' },
  ...{ nodeVersion: 1, workflowVersion: 1, recipient: 'payments-ops', recipientFrom: 'node', silenceMs: 1_800_000 },
};
