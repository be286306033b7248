import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@/lib/db/client';
import type { JsonObject } from '@/lib/shared/json';
import { type FollowRound, followAll } from '@/lib/worker/follow';
import { toJsonColumn } from '@/lib/workflows/store';
import { countAhead } from './count-ahead';

export const ALERTS_FROM = new Date('2026-11-01T00:00:00Z');
/** Three attempts, 5 s and 15 s apart. */
export const RETRY = { maxAttempts: 3, backoff: 'exponential', initialInterval: '5s', maxInterval: '1m' };

let worlds = 0;

export interface AlertWorld {
  readonly db: Db;
  readonly sourceId: string;
  readonly workflowId: string;
  /** Ids of the channels, by name. */
  readonly channels: ReadonlyMap<string, string>;
}

export interface WorldInput {
  /** Config of each node by its id. */
  readonly nodes?: Readonly<Record<string, JsonObject>>;
  /** Owner of the workflow; default: the group that is made. */
  readonly owner?: string | null;
  /** Channels of the group. */
  readonly channels?: readonly {
    readonly name: string;
    readonly fallback?: boolean;
    readonly enabled?: boolean;
    readonly removed?: boolean;
  }[];
  readonly alertsFrom?: Date | null;
}

/** A source of its own with one workflow and the group that owns it, `ops-<number>`; each one is apart from others. */
export async function makeWorld(db: Db, input: WorldInput = {}): Promise<AlertWorld & { readonly group: string }> {
  const { nodes = { charge: {} }, channels = [{ name: 'main' }], alertsFrom = ALERTS_FROM } = input;
  const group = `ops-${++worlds}`;
  const { id: sourceId } = await db.source.create({
    data: { key: `source-${worlds}`, name: 'Source', kind: 'failpath', alertsFrom },
  });
  const made = await db.ownerGroup.create({ data: { slug: group, name: group } });
  const ids = new Map<string, string>();
  for (const { name, fallback = false, enabled = true, removed = false } of channels) {
    const data = { groupId: made.id, kind: 'webhook', name, settings: {}, fallback, enabled };
    const channel = await db.channel.create({ data: { ...data, removedAt: removed ? ALERTS_FROM : null } });
    ids.set(name, channel.id);
  }
  const workflow = { key: 'orders', name: 'Orders', dialect: 'failpath', fileName: 'orders.yaml', text: '' };
  const owner = input.owner === undefined ? group : input.owner;
  await db.workflow.create({
    data: {
      ...{ ...workflow, sourceId, owner },
      nodes: {
        create: Object.entries(nodes).map(([nodeId, config], position) => {
          return { nodeId, position, name: nodeId, config: toJsonColumn(config) };
        }),
      },
    },
  });
  return { db, sourceId, workflowId: 'orders', channels: ids, group };
}

export interface StepInput {
  readonly run: string;
  readonly at: Date | string;
  readonly node?: string;
  readonly attempt?: number;
  readonly status?: string;
  readonly code?: string | null;
  readonly message?: string;
  readonly workflow?: string;
  readonly subIndex?: string;
}

/** Run steps as an ingest writes them, in one transaction; failed with `unknown_code` unless something else is said. */
export async function writeSteps({ db, sourceId }: AlertWorld, steps: readonly StepInput[]): Promise<void> {
  const rows = steps.map((step) => stepRow(sourceId, step));
  await db.$executeRaw`
    insert into workflow_run_step (
      source_id, workflow_id, run_id, node_id, sub_index, attempt, status, error_code, error_message, payload_hash,
      occurred_at, duration_ms)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      "sourceId" uuid, "workflowId" text, "runId" text, "nodeId" text, "subIndex" text, attempt int, status text,
      "errorCode" text, "errorMessage" text, "payloadHash" text, "occurredAt" timestamptz, "durationMs" int)`;
}

/** One step as a row. */
export function stepRow(sourceId: string, step: StepInput) {
  const {
    run,
    at,
    node = 'charge',
    attempt = 1,
    status = 'failed',
    message,
    workflow = 'orders',
    subIndex = '',
  } = step;
  const failed = status === 'failed';
  const code = step.code === undefined ? 'unknown_code' : step.code;
  return {
    ...{ sourceId, workflowId: workflow, runId: run, nodeId: node, attempt, status, subIndex },
    errorCode: failed ? code : null,
    errorMessage: failed ? (message ?? `failed in ${run}`) : null,
    payloadHash: `hash-${run}`,
    occurredAt: new Date(at),
    durationMs: 100,
  };
}

/**
 * Follows until every step of every source that alerts is passed. One round need not do: other tests on the same
 * server hold transactions open, and what is newer than those waits. Returns the sums.
 */
export async function followWhole(db: Db, now: Date): Promise<Omit<FollowRound, 'nextOverdueAt'>> {
  const sum = { steps: 0, overdue: 0, handOffs: 0, deliveries: 0 };
  for (;;) {
    const round = await followAll({ db, now });
    sum.steps += round.steps;
    sum.overdue += round.overdue;
    sum.handOffs += round.handOffs;
    sum.deliveries += round.deliveries;
    if ((await countAhead(db)) === 0) return sum;
    await sleep(10);
  }
}
