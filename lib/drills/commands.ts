import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { type Ctx, demand } from '@/lib/accounts/context';
import { mayDrill } from '@/lib/accounts/permissions';
import type { AuditSubject } from '@/lib/audit/actions';
import { record } from '@/lib/audit/record';
import { catalogueExtraAt } from '@/lib/catalogue/catalogue-queries';
import type { Tx } from '@/lib/db/client';
import { transaction } from '@/lib/db/transaction';
import type { CatalogueExtra } from '@/lib/policy/catalogue';
import { readPolicy } from '@/lib/policy/read';
import { ownerOf, recipientOf } from '@/lib/policy/recipient';
import type { NodePolicy } from '@/lib/policy/schema';
import { wake } from '@/lib/queue/queue';
import { err, ok, type Result } from '@/lib/shared/result';
import { fromJsonColumn, toJsonColumn } from '@/lib/workflows/store';
import { planTrial, type TrialPlan } from './plan';
import { policyHash } from './proof';
import type { StartRefusal, StopAllRefusal, StopRefusal } from './refusal';
import { routeHashOf } from './route-store';
import { type drillRunIdSchema, type StartDrills, startDrillsSchema } from './schema';

/** So a run is called that goes to no declared target. */
const SANDBOX = 'sandbox';

/**
 * Asks for drills of a node as it is published: policy, versions, recipient and route are kept with the run, which a
 * worker then does. Refuses who does not own the node, a real alert to a group of others, a target that is gone or
 * declared production, and a second run of a node while one has not ended.
 */
export async function startDrills(ctx: Ctx, input: StartDrills): Promise<Result<{ runId: string }, StartRefusal>> {
  demand(ctx, 'drill.run');
  const started = await transaction(ctx.db, (db) => start(ctx, db, input));
  if (started.ok) await wake(ctx.db, 'drill');
  return started;
}

/** Does a run again, on the node as it is now, with the same choices. Refuses as `startDrills` does. */
export async function repeatDrills(
  ctx: Ctx,
  { runId }: z.infer<typeof drillRunIdSchema>,
): Promise<Result<{ runId: string }, StartRefusal>> {
  demand(ctx, 'drill.run');
  const started = await transaction(ctx.db, async (db): Promise<Result<{ runId: string }, StartRefusal>> => {
    const input = await choicesOf(db, runId);
    return input === null ? err({ reason: 'not_found' }) : start(ctx, db, input);
  });
  if (started.ok) await wake(ctx.db, 'drill');
  return started;
}

/**
 * Asks a run to stop. One that no worker has taken ends at once; else its worker sees it between two steps and in
 * every wait, puts back what it changed, and ends it. Refuses one that has ended.
 */
export async function stopDrills(
  ctx: Ctx,
  { runId }: z.infer<typeof drillRunIdSchema>,
): Promise<Result<null, StopRefusal>> {
  demand(ctx, 'drill.run');
  const stopped = await transaction(ctx.db, async (db): Promise<Result<null, StopRefusal>> => {
    const run = await lockRun(db, runId);
    if (run === null) return err({ reason: 'not_found' });
    const owner = run.policy === null ? run.workflowOwner : ownerOf(run.policy, run.workflowOwner);
    if (!mayDrill(ctx.actor, owner) && run.requestedById !== ctx.actor.id) return err({ reason: 'not_yours', owner });
    if (run.ended) return err({ reason: 'ended' });
    await stop(ctx, db, run);
    return ok(null);
  });
  if (stopped.ok) await wake(ctx.db, 'drill');
  return stopped;
}

/** The kill switch: asks every run that has not ended to stop. For administrators. Returns how many there were. */
export async function stopAllDrills(ctx: Ctx): Promise<Result<{ runs: number }, StopAllRefusal>> {
  demand(ctx, 'drill.run');
  if (ctx.actor.role !== 'administrator') return err({ reason: 'administrators_only' });
  const runs = await transaction(ctx.db, async (db) => {
    const ids = await db.$queryRaw<{ id: string }[]>`
      select id from drill_run where state in ('queued', 'running') and stop_asked_at is null
      order by created_at, id for update`;
    for (const { id } of ids) {
      const run = await lockRun(db, id);
      if (run !== null) await stop(ctx, db, run);
    }
    return ids.length;
  });
  await wake(ctx.db, 'drill');
  return ok({ runs });
}

async function start(ctx: Ctx, db: Tx, input: StartDrills): Promise<Result<{ runId: string }, StartRefusal>> {
  const node = await lockNode(db, input.nodeRowId);
  if (node === null) return err({ reason: 'not_found' });
  const { config, policy, workflow } = node;
  // Who owns a node whose policy cannot be read is not known, except by its workflow.
  const owner = policy === null ? workflow.owner : ownerOf(policy, workflow.owner);
  if (!mayDrill(ctx.actor, owner)) return err({ reason: 'not_yours', owner });
  if (!node.canCarryPolicy) return err({ reason: 'cannot_carry' });
  if (policy === null) return err({ reason: 'policy_broken' });
  if (policy.actions?.length === 0) return err({ reason: 'nothing_can_fail' });
  const recipient = recipientOf(policy, workflow.owner);
  if (input.channels === 'real' && recipient !== null && !mayDrill(ctx.actor, recipient))
    return err({ reason: 'recipient_not_yours', recipient });
  const where = await targetOf(db, input);
  if (!where.ok) return where;
  const unended = await db.drillRun.findFirst({
    where: { nodeRowId: node.id, state: { in: ['queued', 'running'] } },
    select: { id: true },
  });
  if (unended !== null) return err({ reason: 'running', runId: unended.id });
  if (input.againOf !== null && !(await isRunOf(db, node.id, input.againOf))) return err({ reason: 'not_found' });
  const plans = planned(policy, input, await catalogueExtraAt(db, ctx.now));
  if (plans.every(({ notApplicable }) => notApplicable !== null)) return err({ reason: 'nothing_applies' });
  const runId = randomUUID();
  const { runner, targetId, testNode, channels, clock, againOf } = input;
  await db.drillRun.create({
    data: {
      ...{ id: runId, nodeRowId: node.id, nodeVersion: node.version, workflowVersion: workflow.version },
      ...{ config: toJsonColumn(config), workflowOwner: workflow.owner, policyHash: policyHash(config), recipient },
      routeHash: await routeHashOf(db, recipient),
      ...{ runner, targetId, testNode, channels, clock, againOf, ...where.value },
      ...{ requestedBy: ctx.actor.name, requestedById: ctx.actor.id, createdAt: ctx.now },
      trials: {
        create: plans.map((plan) => ({
          ...{ drill: plan.drill, fault: plan.fault, override: { ...plan.override }, plan: toJsonColumn(plan) },
        })),
      },
    },
    select: { id: true },
  });
  await record(ctx, db, {
    action: 'drill.start',
    subject: subjectOf(runId, node.name, workflow.name),
    after: {
      ...{ node: node.nodeId, nodeVersion: node.version, recipient },
      drills: plans.map(({ drill, fault }) => ({ drill, fault })),
      ...{ runner, target: where.value.target, environment: where.value.environment, testNode, channels, clock },
      ...(againOf === null ? {} : { againOf }),
    },
  });
  return ok({ runId });
}

async function isRunOf(db: Tx, nodeRowId: string, id: string): Promise<boolean> {
  return (await db.drillRun.count({ where: { id, nodeRowId } })) > 0;
}

/** In the order of the drills, whatever order they were named in. */
function planned(policy: NodePolicy, { drills }: StartDrills, extra: CatalogueExtra): TrialPlan[] {
  const inOrder = [...drills].sort((a, b) => a.drill - b.drill);
  return inOrder.map(({ drill, fault }) => planTrial({ drill, fault, policy, extra }));
}

/** The node as it is published, which nobody changes until the transaction ends; null when there is none. */
async function lockNode(db: Tx, id: string) {
  await db.$queryRaw`select id from node where id = ${id}::uuid for update`;
  const node = await db.node.findUnique({
    where: { id },
    select: {
      ...{ id: true, nodeId: true, name: true, version: true, config: true, canCarryPolicy: true },
      workflow: { select: { name: true, version: true, owner: true } },
    },
  });
  if (node === null) return null;
  const config = fromJsonColumn(node.config);
  return { ...node, config, policy: readPolicy(config).policy };
}

async function targetOf(
  db: Tx,
  { runner, targetId }: StartDrills,
): Promise<Result<{ target: string; environment: string }, StartRefusal>> {
  if (runner === 'builtin') return ok({ target: SANDBOX, environment: SANDBOX });
  const target =
    targetId === null ? null : await db.drillTarget.findFirst({ where: { id: targetId, removedAt: null } });
  if (target === null) return err({ reason: 'target_not_found' });
  if (target.environment === 'production') return err({ reason: 'target_production' });
  if (runner === 'webhook' && target.url === null) return err({ reason: 'target_without_address' });
  return ok({ target: target.name, environment: target.environment });
}

/** What was chosen for a run, its drills once each, whatever became of them; null when there is none. */
async function choicesOf(db: Tx, runId: string): Promise<StartDrills | null> {
  const run = await db.drillRun.findUnique({
    where: { id: runId },
    include: { trials: { where: { round: 1 }, orderBy: { drill: 'asc' }, select: { drill: true, fault: true } } },
  });
  if (run === null) return null;
  const { nodeRowId, runner, targetId, testNode, channels, clock, trials } = run;
  const read = startDrillsSchema.safeParse({
    ...{ nodeRowId, drills: trials, runner, targetId, testNode, channels, clock, againOf: runId },
  });
  return read.success ? read.data : null;
}

interface LockedRun {
  readonly id: string;
  readonly ended: boolean;
  readonly state: string;
  readonly asked: boolean;
  readonly policy: NodePolicy | null;
  readonly workflowOwner: string | null;
  readonly requestedById: string | null;
  readonly subject: AuditSubject;
}

async function lockRun(db: Tx, id: string): Promise<LockedRun | null> {
  await db.$queryRaw`select id from drill_run where id = ${id}::uuid for update`;
  const run = await db.drillRun.findUnique({
    where: { id },
    include: { node: { select: { name: true, workflow: { select: { name: true } } } } },
  });
  if (run === null) return null;
  const { state, stopAskedAt, workflowOwner, requestedById, node } = run;
  return {
    ...{ id, state, workflowOwner, requestedById },
    ended: state !== 'queued' && state !== 'running',
    asked: stopAskedAt !== null,
    policy: readPolicy(run.config).policy,
    subject: subjectOf(id, node.name, node.workflow.name),
  };
}

/** Asked twice, it is the same stop: the first one stands. */
async function stop(ctx: Ctx, db: Tx, { id, state, asked, subject }: LockedRun): Promise<void> {
  if (asked) return;
  const queued = state === 'queued';
  await db.drillRun.update({
    where: { id },
    data: {
      ...{ stopAskedBy: ctx.actor.name, stopAskedAt: ctx.now },
      ...(queued && { state: 'aborted', problem: 'stopped', endedAt: ctx.now }),
    },
    select: { id: true },
  });
  if (queued)
    await db.drillTrial.updateMany({
      where: { runId: id, state: 'planned' },
      data: { state: 'aborted', problem: 'stopped', endedAt: ctx.now },
    });
  await record(ctx, db, { action: 'drill.stop', subject, before: { state } });
}

function subjectOf(id: string, node: string, workflow: string): AuditSubject {
  return { kind: 'drill', id, name: `${workflow} / ${node}` };
}
