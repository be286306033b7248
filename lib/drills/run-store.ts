import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Db, Tx } from '@/lib/db/client';
import { transaction } from '@/lib/db/transaction';
import type { Observation } from '@/lib/judge/drill';
import type { JsonObject } from '@/lib/shared/json';
import { fromJsonColumn } from '@/lib/workflows/store';
import { awardCertificate, revokeCertificate } from './certificate-store';
import type { ClockPiece } from './drill-clock';
import { readClock, readPlan } from './kept';
import type { TrialPlan } from './plan';
import { giveUpUnsent } from './realm-store';
import {
  CHANNEL_MODES,
  type ChannelMode,
  CLOCKS,
  DRILLS,
  type Drill,
  type DrillClockMode,
  FAULTS,
  type Fault,
  MOST_ROUNDS,
  PHASES,
  type Phase,
  RUNNERS,
  type Runner,
  type RunProblem,
} from './vocabulary';

/** A run that this worker holds: nobody else does it until the lease ends. */
export interface HeldRun {
  readonly id: string;
  readonly leaseId: string;
  readonly nodeRowId: string;
  readonly nodeVersion: number;
  readonly workflowVersion: number;
  readonly workflowOwner: string | null;
  readonly config: JsonObject;
  readonly policyHash: string;
  readonly recipient: string | null;
  readonly routeHash: string;
  readonly runner: Runner;
  readonly targetId: string | null;
  readonly target: string;
  readonly testNode: string | null;
  readonly channels: ChannelMode;
  readonly clock: DrillClockMode;
  readonly stopAsked: boolean;
  /** When it was asked for. */
  readonly createdAt: Date;
}

/** A trial of a run, as its worker takes it. */
export interface HeldTrial {
  readonly id: string;
  readonly drill: Drill;
  readonly round: number;
  readonly fault: Fault;
  readonly plan: TrialPlan;
  readonly phase: Phase | null;
  readonly startedAt: Date | null;
  readonly clock: readonly ClockPiece[];
}

/** What else claims a run; the same for all workers. */
export interface Claiming {
  readonly db: Db;
  readonly now: Date;
  readonly leaseMs: number;
  /** Whose runs are taken; default: all. */
  readonly runners?: readonly Runner[];
}

/** Another worker has the run: nothing may be written about it any more. */
export class LeaseLost extends Error {
  constructor() {
    super('another worker has the run');
  }
}

/** Any number that no other lock of the product has. */
const CLAIM_LOCK = 6_450_221;

/**
 * Claims the run that has waited for longest, or that a worker which died has left; null when there is none. Runs that
 * really send to one group are done one after the other: nobody could tell their messages apart.
 */
export async function claimRun({ db, now, leaseMs, runners = RUNNERS }: Claiming): Promise<HeldRun | null> {
  if (!(await isAnyDue(db, now, runners))) return null;
  const leaseId = randomUUID();
  const until = new Date(now.getTime() + leaseMs);
  return transaction(db, async (tx) => {
    await tx.$queryRaw`select pg_advisory_xact_lock(${CLAIM_LOCK}::bigint)::text`;
    const [due] = await tx.$queryRaw<{ id: string }[]>`
      select r.id from drill_run r
      where r.state = any (array['queued'::text, 'running'::text])
        and (r.lease_until is null or r.lease_until <= ${now}::timestamptz)
        and r.runner = any (${[...runners]}::text[])
        and not (r.channels = 'real' and exists (
          select from drill_run o
          where o.state = any (array['queued'::text, 'running'::text]) and o.id <> r.id and o.channels = 'real'
            and o.recipient = r.recipient and o.lease_until > ${now}::timestamptz))
      order by r.created_at, r.id limit 1 for update of r skip locked`;
    if (due === undefined) return null;
    await tx.$executeRaw`
      update drill_run
      set state = 'running', lease_id = ${leaseId}::uuid, lease_until = ${until}::timestamptz,
          started_at = coalesce(started_at, ${now}::timestamptz)
      where id = ${due.id}::uuid`;
    return readRun(tx, due.id, leaseId);
  });
}

/** Locks nothing: what workers ask each second while there is nothing to do. */
async function isAnyDue(db: Db, now: Date, runners: readonly Runner[]): Promise<boolean> {
  const [row] = await db.$queryRaw<{ due: boolean }[]>`
    select exists (
      select from drill_run
      where state = any (array['queued'::text, 'running'::text])
        and (lease_until is null or lease_until <= ${now}::timestamptz)
        and runner = any (${[...runners]}::text[])) as due`;
  return row?.due === true;
}

const runSchema = z.object({
  runner: z.enum(RUNNERS),
  channels: z.enum(CHANNEL_MODES),
  clock: z.enum(CLOCKS),
});

async function readRun(db: Tx, id: string, leaseId: string): Promise<HeldRun> {
  const row = await db.drillRun.findUniqueOrThrow({ where: { id } });
  const { nodeRowId, nodeVersion, workflowVersion, workflowOwner, policyHash, recipient, routeHash } = row;
  const { targetId, target, testNode } = row;
  return {
    ...{ id, leaseId, nodeRowId, nodeVersion, workflowVersion, workflowOwner, policyHash, recipient, routeHash },
    ...{ targetId, target, testNode, ...runSchema.parse(row) },
    config: fromJsonColumn(row.config),
    stopAsked: row.stopAskedAt !== null,
    createdAt: row.createdAt,
  };
}

/** How a run that is held stands. */
export type Pulse = 'held' | 'stop_asked' | 'lost';

/** Holds a run for longer, and says whether it is to stop, or another worker has it by now. */
export async function renewLease({ db, now, leaseMs }: Claiming, { id, leaseId }: HeldRun): Promise<Pulse> {
  const until = new Date(now.getTime() + leaseMs);
  const [row] = await db.$queryRaw<{ asked: boolean }[]>`
    update drill_run set lease_until = ${until}::timestamptz
    where id = ${id}::uuid and lease_id = ${leaseId}::uuid and state = 'running'
    returning stop_asked_at is not null as asked`;
  if (row === undefined) return 'lost';
  return row.asked ? 'stop_asked' : 'held';
}

/** Whether it is to stop, without holding it for longer. */
export async function pulseOf(db: Db, { id, leaseId }: HeldRun): Promise<Pulse> {
  const [row] = await db.$queryRaw<{ asked: boolean }[]>`
    select stop_asked_at is not null as asked from drill_run
    where id = ${id}::uuid and lease_id = ${leaseId}::uuid and state = 'running'`;
  if (row === undefined) return 'lost';
  return row.asked ? 'stop_asked' : 'held';
}

/** Lets another worker take the run at once. */
export async function releaseRun(db: Db, run: HeldRun, now: Date): Promise<void> {
  const { id, leaseId } = run;
  await db.$executeRaw`
    update drill_run set lease_until = ${now}::timestamptz where id = ${id}::uuid and lease_id = ${leaseId}::uuid`;
}

/** The trial that is to be done now: the one that is under way, else the next in line; null = all are done. */
export async function currentTrial(db: Db, { id }: HeldRun): Promise<HeldTrial | null> {
  const row = await db.drillTrial.findFirst({
    where: { runId: id, state: { in: ['running', 'planned'] } },
    // `running` before `planned`.
    orderBy: [{ state: 'desc' }, { drill: 'asc' }, { round: 'asc' }],
  });
  if (row === null) return null;
  const { round, startedAt } = row;
  return {
    ...{ id: row.id, round, startedAt, phase: phaseSchema.parse(row.phase), clock: readClock(row.clock) },
    ...{ drill: z.literal(DRILLS).parse(row.drill), fault: z.enum(FAULTS).parse(row.fault), plan: readPlan(row.plan) },
  };
}

const phaseSchema = z.enum(PHASES).nullable();

/**
 * Does `work` while the run's row is locked and held by this worker. Throws `LeaseLost` when another one has it: then
 * nothing is written.
 */
async function whileHeld<T>(db: Db, { id, leaseId }: HeldRun, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(db, async (tx) => {
    const held = await tx.$queryRaw<object[]>`
      select id from drill_run
      where id = ${id}::uuid and lease_id = ${leaseId}::uuid and state = 'running' for update`;
    if (held.length === 0) throw new LeaseLost();
    return work(tx);
  });
}

/** Begins a trial, or goes on with one. */
export async function beginTrial(db: Db, run: HeldRun, trialId: string, now: Date): Promise<void> {
  await whileHeld(db, run, (tx) =>
    tx.drillTrial.updateMany({
      where: { id: trialId, state: 'planned' },
      data: { state: 'running', phase: 'prepare', startedAt: now },
    }),
  );
}

/** What is being done, for whoever watches. Throws `LeaseLost`. */
export async function enterPhase(
  db: Db,
  { id, leaseId }: HeldRun,
  trialId: string,
  phase: Phase,
  clock: readonly ClockPiece[],
): Promise<void> {
  const changed = await db.$executeRaw`
    update drill_trial t set phase = ${phase}, clock = ${JSON.stringify(clock)}::jsonb
    from drill_run r
    where t.id = ${trialId}::uuid and t.state = 'running'
      and r.id = t.run_id and r.id = ${id}::uuid and r.lease_id = ${leaseId}::uuid and r.state = 'running'`;
  if (changed === 0) throw new LeaseLost();
}

/** How a trial ended. */
export interface Verdict {
  readonly state: 'passed' | 'failed' | 'not_applicable';
  readonly observations: readonly Observation[];
}

/**
 * Ends a trial with its verdict, and gives or takes back its certificate: all of it or nothing, and only while the run
 * is held. What was not sent by then is given up.
 */
export async function endTrial(
  db: Db,
  run: HeldRun,
  trial: HeldTrial,
  { state, observations }: Verdict,
  now: Date,
): Promise<void> {
  await whileHeld(db, run, async (tx) => {
    await giveUpUnsent(tx, trial.id);
    const ended = await tx.$executeRaw`
      update drill_trial
      set state = ${state}, observations = ${JSON.stringify(observations)}::jsonb, ended_at = ${now}::timestamptz
      where id = ${trial.id}::uuid and state in ('running', 'planned')`;
    if (ended === 0) throw new LeaseLost();
    const { nodeRowId, nodeVersion, policyHash, recipient, routeHash, target, id: runId } = run;
    const kind = run.runner === 'builtin' ? 'simulated' : 'platform';
    const named = { nodeRowId, drill: trial.drill, kind, nodeVersion } as const;
    if (state === 'failed') await revokeCertificate(tx, { ...named, failedAt: now });
    if (state === 'passed')
      await awardCertificate(tx, {
        ...named,
        ...{ trialId: trial.id, runId, policyHash, recipient, routeHash, target, passedAt: now },
      });
  });
}

/**
 * A trial that its worker has left: it is not judged, and done again as another round. False when it was done so often
 * that it is not done again.
 */
export async function interruptTrial(db: Db, run: HeldRun, trial: HeldTrial, now: Date): Promise<boolean> {
  return whileHeld(db, run, async (tx) => {
    await giveUpUnsent(tx, trial.id);
    const again = trial.round < MOST_ROUNDS;
    await tx.$executeRaw`
      with interrupted as (
        update drill_trial
        set state = 'interrupted', problem = 'interrupted', ended_at = ${now}::timestamptz
        where id = ${trial.id}::uuid and state = 'running'
        returning run_id, drill, round, fault, override, plan
      )
      insert into drill_trial (run_id, drill, round, fault, override, plan)
      select run_id, drill, round + 1, fault, override, plan from interrupted where ${again}`;
    return again;
  });
}

/** Ends a run whose trials have all ended. */
export async function endRun(db: Db, run: HeldRun, now: Date): Promise<void> {
  await whileHeld(db, run, async (tx) => {
    const failed = await tx.drillTrial.count({ where: { runId: run.id, state: 'failed' } });
    await closeRun(tx, run, { state: failed > 0 ? 'failed' : 'passed', problem: null }, now);
  });
}

/** Ends a run without a verdict, with all of its trials that have none: what waits to be sent is given up. */
export async function abortRun(db: Db, run: HeldRun, problem: RunProblem, now: Date): Promise<void> {
  await whileHeld(db, run, async (tx) => {
    const left = await tx.drillTrial.findMany({
      where: { runId: run.id, state: { in: ['running', 'planned'] } },
      select: { id: true },
    });
    for (const { id } of left) await giveUpUnsent(tx, id);
    await tx.drillTrial.updateMany({
      where: { id: { in: left.map(({ id }) => id) } },
      data: { state: 'aborted', problem, endedAt: now },
    });
    await closeRun(tx, run, { state: 'aborted', problem }, now);
  });
}

async function closeRun(
  db: Tx,
  { id }: HeldRun,
  { state, problem }: { state: 'passed' | 'failed' | 'aborted'; problem: RunProblem | null },
  now: Date,
): Promise<void> {
  await db.drillRun.update({
    where: { id },
    data: { state, problem, endedAt: now, leaseId: null, leaseUntil: null },
    select: { id: true },
  });
}
