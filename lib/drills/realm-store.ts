import type { Db, Queryable } from '@/lib/db/client';
import { transaction } from '@/lib/db/transaction';
import { routesOf } from '@/lib/owners/route-store';
import type { JsonObject } from '@/lib/shared/json';

/** What a trial is about, as its run froze it. */
export interface RealmInput {
  readonly trialId: string;
  readonly nodeRowId: string;
  readonly nodeVersion: number;
  readonly workflowVersion: number;
  readonly workflowOwner: string | null;
  /** With what is set for this drill only. */
  readonly config: JsonObject;
}

/** What a trial is known by in its realm. */
export interface Realm {
  readonly workflowKey: string;
  readonly nodeId: string;
}

/**
 * Sets up the schema `drill` for a trial, in one transaction: a source that is the trial, with the workflow and the node
 * alone. What is there already stays. `db` is that of drills (`createDrillDb`). Throws when the node is gone.
 */
export async function setUpRealm(db: Db, input: RealmInput): Promise<Realm> {
  const { trialId, nodeRowId, nodeVersion, workflowVersion, workflowOwner, config } = input;
  return transaction(db, async (tx) => {
    await tx.$executeRaw`
      insert into drill.source (id, key, name, kind, alerts_from)
      values (${trialId}::uuid, ${trialId}, 'drill', 'drill', 'epoch') on conflict do nothing`;
    await tx.$executeRaw`
      insert into drill.workflow (source_id, key, name, dialect, file_name, text, owner, version)
      select ${trialId}::uuid, w.key, w.name, w.dialect, w.file_name, '', ${workflowOwner}, ${workflowVersion}::int
      from public.node n join public.workflow w on w.id = n.workflow_id where n.id = ${nodeRowId}::uuid
      on conflict do nothing`;
    await tx.$executeRaw`
      insert into drill.node (workflow_id, node_id, position, name, type, config, version)
      select w.id, n.node_id, 0, n.name, n.type, ${JSON.stringify(config)}::jsonb, ${nodeVersion}::int
      from public.node n join drill.workflow w on w.source_id = ${trialId}::uuid where n.id = ${nodeRowId}::uuid
      on conflict do nothing`;
    const realm = await readRealm(tx, trialId);
    if (realm === null) throw new Error('the node of a drill is gone');
    return realm;
  });
}

/** Null: it was not set up. */
async function readRealm(db: Queryable, trialId: string): Promise<Realm | null> {
  const [row] = await db.$queryRaw<Realm[]>`
    select w.key as "workflowKey", n.node_id as "nodeId"
    from drill.workflow w join drill.node n on n.workflow_id = w.id where w.source_id = ${trialId}::uuid`;
  return row ?? null;
}

/** Ids of the channels through which a group is told now; none without a group. */
export async function toldChannelIds(db: Queryable, slug: string | null): Promise<readonly string[]> {
  if (slug === null) return [];
  const route = (await routesOf(db, [slug]))(slug);
  return 'channelIds' in route ? route.channelIds : [];
}

/**
 * A drill that really sends finds the channels of its group as if nothing had failed there: what an earlier drill has
 * met may have been mended since, and waiting for that would be a verdict of its own.
 */
export async function forgetFailures(db: Queryable, slug: string): Promise<void> {
  await db.$executeRaw`
    update drill.channel_state s set failures_in_row = 0, open_until = null, probe_until = null
    from public.channel c join public.owner_group g on g.id = c.group_id
    where c.id = s.channel_id and g.slug = ${slug}`;
}

/** A step of a trial as the log has it. */
export interface DrillStep {
  readonly trialId: string;
  readonly workflowId: string;
  readonly runId: string;
  readonly nodeId: string;
  readonly attempt: number;
  readonly status: 'failed' | 'succeeded';
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly payloadHash: string | null;
  readonly occurredAt: Date;
  readonly durationMs: number;
}

/** Writes a step into the log of drills, as a platform does into its own. */
export async function writeDrillStep(db: Db, { trialId, ...step }: DrillStep): Promise<void> {
  await db.workflowRunStep.create({ data: { sourceId: trialId, ...step }, select: { id: true } });
}

/** When the next attempt of a trial no longer counts as coming; null = none is awaited. */
export async function awaitedUntil(db: Queryable, trialId: string): Promise<Date | null> {
  const [row] = await db.$queryRaw<{ overdueAt: Date | null }[]>`
    select min(overdue_at) as "overdueAt" from drill.awaited_attempt where source_id = ${trialId}::uuid`;
  return row?.overdueAt ?? null;
}

/** How many messages of a trial wait to be sent, or are being sent. */
export async function unsentOf(db: Queryable, trialId: string): Promise<number> {
  const [row] = await db.$queryRaw<{ unsent: number }[]>`
    select count(*)::int as unsent from drill.delivery d join drill.hand_off h on h.id = d.hand_off_id
    where h.source_id = ${trialId}::uuid and d.state in ('pending', 'retry', 'sending')`;
  return row?.unsent ?? 0;
}

/** What of a trial's messages waits for its first or next try gets none any more; what is on its way goes on. */
export async function giveUpWaiting(db: Queryable, trialId: string): Promise<void> {
  await db.$executeRaw`
    update drill.delivery d set state = 'dead', problem = 'given_up', lease_id = null, lease_until = null
    from drill.hand_off h
    where h.id = d.hand_off_id and h.source_id = ${trialId}::uuid and d.state in ('pending', 'retry')`;
}

/**
 * Nothing of a trial is sent from now on: what waits is given up, and what is on its way may have arrived. Called
 * before the trial ends, in the transaction that ends it.
 */
export async function giveUpUnsent(db: Queryable, trialId: string): Promise<void> {
  await db.$executeRaw`
    update drill.delivery d
    set state = case d.state when 'sending' then 'unknown' else 'dead' end,
        problem = case d.state when 'sending' then 'timed_out' else 'given_up' end,
        lease_id = null, lease_until = null
    from drill.hand_off h
    where h.id = d.hand_off_id and h.source_id = ${trialId}::uuid and d.state in ('pending', 'retry', 'sending')`;
  await db.$executeRaw`delete from drill.awaited_attempt where source_id = ${trialId}::uuid`;
}
