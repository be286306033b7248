import { randomUUID } from 'node:crypto';
import type { Db } from '@/lib/db/client';
import { readablePolicy } from '@/lib/policy/readable';
import { recipientOf } from '@/lib/policy/recipient';
import { RECORD_FIELDS } from '@/lib/policy/vocabulary';
import { parseKeyring } from '@/lib/secrets/keyring';
import { seal } from '@/lib/secrets/seal';
import type { JsonObject } from '@/lib/shared/json';
import { toJsonColumn } from '@/lib/workflows/store';
import { planTrial } from '../plan';
import { policyHash } from '../proof';
import { routeHashOf } from '../route-store';
import {
  type ChannelMode,
  DRILLS,
  type Drill,
  type DrillClockMode,
  FAULTS_OF,
  type Fault,
  type Runner,
} from '../vocabulary';

let worlds = 0;

/** A right configuration: three attempts, everything claimed that can be proved. */
export const RIGHT = {
  type: 'http',
  actions: [
    {
      ...{ id: 'charge', kind: 'third_party', idempotent: true },
      safeguard: { kind: 'idempotency_key', enforcedBy: 'receiver' },
    },
  ],
  retry: { maxAttempts: 3, backoff: 'exponential', initialInterval: '5s', maxInterval: '1m' },
  onExhausted: { action: 'manual', record: [...RECORD_FIELDS] },
  alert: { silence: '30m' },
} satisfies JsonObject;

/** A node that drills are asked of. */
export interface DrillWorld {
  readonly db: Db;
  readonly nodeRowId: string;
  readonly workflowKey: string;
  readonly config: JsonObject;
  readonly owner: string | null;
  readonly group: string;
  /** Ids of the group's channels, in the order of `channels`. */
  readonly channels: readonly string[];
}

export interface DrillWorldInput {
  readonly config?: JsonObject;
  /** Owner of the workflow; default: the group that is made. */
  readonly owner?: string | null;
  /** Addresses of the group's channels. */
  readonly channels?: readonly { readonly url: string; readonly fallback?: boolean }[];
  readonly language?: 'en' | 'zh-CN';
}

/** A workflow with one node, and the group that owns it, each apart from others. */
export async function makeDrillWorld(db: Db, input: DrillWorldInput = {}): Promise<DrillWorld> {
  const { config = RIGHT, channels = [{ url: 'https://hooks.example/a' }], language = 'en' } = input;
  const name = `drilled-${++worlds}-${Math.random().toString(36).slice(2, 8)}`;
  const group = await db.ownerGroup.create({
    data: {
      ...{ slug: name, name, language, timeZone: 'Asia/Shanghai' },
      members: { create: [{ name: 'Bo', email: `bo@${name}.example` }] },
    },
  });
  const ids: string[] = [];
  for (const channel of channels) ids.push(await addChannel(db, group.id, channel));
  const source = await db.source.upsert({
    where: { key: 'own' },
    create: { key: 'own', name: 'Failpath', kind: 'failpath' },
    update: {},
  });
  const owner = input.owner === undefined ? name : input.owner;
  const workflow = await db.workflow.create({
    data: {
      ...{ sourceId: source.id, key: name, name, dialect: 'failpath', fileName: `${name}.yaml`, text: '', owner },
      nodes: {
        create: [
          { nodeId: 'charge', position: 0, name: 'Charge the card', type: 'http', config: toJsonColumn(config) },
        ],
      },
    },
    include: { nodes: true },
  });
  const nodeRowId = workflow.nodes[0]?.id ?? '';
  return { db, nodeRowId, workflowKey: name, config, owner, group: name, channels: ids };
}

export interface RunInput {
  readonly drills?: readonly { readonly drill: Drill; readonly fault?: Fault }[];
  readonly channels?: ChannelMode;
  readonly clock?: DrillClockMode;
  readonly runner?: Runner;
  readonly targetId?: string | null;
}

export const ALL_FIVE: NonNullable<RunInput['drills']> = DRILLS.map((drill) => ({ drill }));

/** Asks for drills as `startDrills` does, with its rows only; returns the id of the run. */
export async function askForDrills(world: DrillWorld, input: RunInput = {}): Promise<string> {
  const { drills = ALL_FIVE, channels = 'capture', clock = 'shortened', runner = 'builtin', targetId = null } = input;
  const { db, nodeRowId, config, owner: workflowOwner } = world;
  const policy = readablePolicy(config);
  const recipient = recipientOf(policy, workflowOwner);
  const builtin = runner === 'builtin';
  const run = await db.drillRun.create({
    data: {
      ...{ nodeRowId, nodeVersion: 1, workflowVersion: 1, config: toJsonColumn(config), workflowOwner },
      ...{ policyHash: policyHash(config), recipient, routeHash: await routeHashOf(db, recipient) },
      ...{ runner, targetId, target: builtin ? 'sandbox' : 'Test', environment: builtin ? 'sandbox' : 'test' },
      ...{ channels, clock, requestedBy: 'Ann', createdAt: new Date() },
      trials: {
        create: drills.map(({ drill, fault = FAULTS_OF[drill][0] }) => {
          if (fault === undefined) throw new Error('a drill has a fault');
          const plan = planTrial({ drill, fault, policy });
          return { drill, fault, override: { ...plan.override }, plan: toJsonColumn(plan) };
        }),
      },
    },
    select: { id: true },
  });
  return run.id;
}

/** Sealed with the key of all tests, 32 zeros (`lib/alerts/testing/outbox.ts`). */
async function addChannel(
  db: Db,
  groupId: string,
  { url, fallback = false }: { readonly url: string; readonly fallback?: boolean },
): Promise<string> {
  const zeros = Buffer.alloc(32).toString('base64');
  const keyring = parseKeyring(`t1:${zeros}`);
  if (!keyring.ok) throw new Error(keyring.error.reason);
  const id = randomUUID();
  const secrets = { kind: 'webhook', url, signingSecrets: [`whsec_${zeros}`] };
  const sealed = seal(keyring.value, `channel:${id}`, JSON.stringify(secrets));
  const kept = { kind: 'webhook', name: 'webhook', settings: { kind: 'webhook' }, sealed, fallback };
  await db.channel.create({ data: { id, groupId, ...kept } });
  return id;
}
