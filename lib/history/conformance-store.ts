import type { Db, Tx } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { transaction } from '@/lib/db/transaction';
import type { Finding } from '@/lib/judge/finding';
import { judge, judgedAgainAt } from '@/lib/judge/judge';
import { type EpochMs, SECOND_MS } from '@/lib/shared/clock';
import { arrayLiteral } from './array-literal';
import {
  goByIndexes,
  lockWatermark,
  moveWatermark,
  nextSteps,
  prepareWatermark,
  type Reading,
  sourcesToRead,
  takeOver,
} from './change-store';
import { distinct, type ExecutionKey, keyColumns } from './execution-key';
import { type InForce, loadInForce } from './in-force-store';

/** Steps per transaction: few, since a process that answers pages may be doing it. */
export const JUDGE_BATCH = 2_000;
const DUE_BATCH = 200;
/** When an execution is looked at again that somebody else has still to pass or to settle. */
const SOON_MS = 5 * SECOND_MS;

/**
 * All sources. A first attempt that did not fail shows nothing by itself; a step of any kind does in an execution that
 * has others. Hand-offs are made by those who follow failures: of a source that alerts, no step is judged before that.
 */
export const JUDGED: Reading = {
  table: Prisma.sql`judged_source`,
  readAt: Prisma.sql`judged_at`,
  source: Prisma.sql`true`,
  step: () => Prisma.sql`
    (c.status = 'failed' or c.attempt <> 1 or exists (
      select from workflow_run_step o
      where o.source_id = c.source_id and o.workflow_id = c.workflow_id and o.run_id = c.run_id
        and o.node_id = c.node_id and o.sub_index = c.sub_index and o.attempt > 1))`,
  behind: { table: Prisma.sql`followed_source`, source: Prisma.sql`s.alerts_from is not null` },
};

/** Sources with something to judge, by ids: steps that became visible, or executions whose time has come. */
export async function sourcesToJudge(db: Db, now: Date): Promise<string[]> {
  const [read, due] = await Promise.all([
    sourcesToRead(db, JUDGED),
    db.$queryRaw<{ id: string }[]>`
      select s.id from source s
      where exists (select from awaited_judgement a where a.source_id = s.id and a.due_at <= ${now})`,
  ]);
  return [...new Set([...read, ...due.map(({ id }) => id)])];
}

export interface JudgedBatch {
  /** Steps that were passed: none when another worker is at it. */
  readonly steps: number;
  /** Executions that were looked at. */
  readonly executions: number;
  /** Findings that stand on them now. */
  readonly findings: number;
  /** Nothing is left for this worker. */
  readonly drained: boolean;
}

const NOTHING: JudgedBatch = { steps: 0, executions: 0, findings: 0, drained: true };

/**
 * Holds the next steps of a source, and executions whose time has come, against the policies that were in force
 * (`domain.md`, "Conformance"). One transaction with the watermark, under its lock: a crash anywhere is as if nothing
 * had happened, and only one worker at a time judges a source. What an execution shows replaces what it showed before,
 * so that judging it again changes nothing. Sends nothing.
 */
export async function judgeBatch(db: Db, sourceId: string, now: Date, limit = JUDGE_BATCH): Promise<JudgedBatch> {
  await prepareWatermark(db, JUDGED, sourceId);
  return transaction(db, async (tx) => {
    await goByIndexes(tx);
    const watermark = await lockWatermark(tx, JUDGED, sourceId);
    if (watermark === null) return NOTHING;
    if (watermark.foreign)
      return { ...NOTHING, steps: await takeOver(tx, JUDGED, sourceId, now, limit), drained: false };
    const steps = await nextSteps(tx, JUDGED, sourceId, watermark, limit);
    const due = await dueExecutions(tx, sourceId, now);
    const keys = distinct<ExecutionKey>([...steps.changed, ...due]);
    const findings = await judgeExecutions(tx, keys, now);
    if (steps.passed > 0) await moveWatermark(tx, JUDGED, sourceId, steps, now);
    const drained = steps.passed < limit && due.length < DUE_BATCH;
    return { steps: steps.passed, executions: keys.length, findings, drained };
  });
}

async function dueExecutions(tx: Tx, sourceId: string, now: Date): Promise<ExecutionKey[]> {
  return tx.$queryRaw<ExecutionKey[]>`
    select source_id as "sourceId", workflow_id as "workflowId", run_id as "runId", node_id as "nodeId",
           sub_index as "subIndex"
    from awaited_judgement where source_id = ${sourceId}::uuid and due_at <= ${now}
    order by due_at limit ${DUE_BATCH}`;
}

interface Outcome {
  readonly key: ExecutionKey;
  readonly version: number;
  readonly findings: readonly Finding[];
  /** When it is to be looked at again though nothing new is reported; null = never. */
  readonly dueAt: EpochMs | null;
}

/** Returns how many findings there are. Those that are not judgeable have none. */
async function judgeExecutions(tx: Tx, keys: readonly ExecutionKey[], now: Date): Promise<number> {
  if (keys.length === 0) return 0;
  const outcomes = (await loadInForce(tx, keys)).map((each) => outcomeOf(each, now.getTime()));
  await forget(tx, Prisma.sql`awaited_judgement`, keys);
  await forget(tx, Prisma.sql`conformance_finding`, keys);
  await awaitJudgements(tx, outcomes);
  return writeFindings(tx, outcomes, now);
}

/**
 * As long as those who make hand-offs have not passed a step, or await the next attempt (one that is reported late may
 * still be in the next report), the time that has passed says nothing yet.
 */
function outcomeOf(each: InForce, now: EpochMs): Outcome {
  const { key, attempts, policy, extra, version, handOff, alertsFrom, awaitedUntil, followed } = each;
  const open = !followed || awaitedUntil !== null;
  const until = open ? Math.max(...attempts.map(({ endedAt }) => endedAt)) : now;
  const handOffJudgeable = !open && alertsFrom !== null;
  const findings = judge({ policy, extra, attempts, handOff, handOffJudgeable, until }).filter(
    // Nobody follows what failed for the last time before its source alerted.
    ({ kind, at }) => kind !== 'no_hand_off' || (alertsFrom !== null && at >= alertsFrom),
  );
  const dueAt = open ? Math.max(awaitedUntil ?? 0, now + SOON_MS) : judgedAgainAt({ policy, extra, attempts, until });
  return { key, version, findings, dueAt };
}

/** The caller holds the watermark of their source. */
async function forget(tx: Tx, table: Prisma.Sql, keys: readonly ExecutionKey[]): Promise<void> {
  const { sources, workflows, runs, nodes, subs } = keyColumns(keys);
  await tx.$executeRaw`
    delete from ${table} where ctid = any(array(
      select a.ctid
      from unnest(${sources}::uuid[], ${workflows}::text[], ${runs}::text[], ${nodes}::text[], ${subs}::text[])
        as k(source_id, workflow_id, run_id, node_id, sub_index)
      cross join lateral (
        select a.ctid from ${table} a
        where a.source_id = k.source_id and a.workflow_id = k.workflow_id and a.run_id = k.run_id
          and a.node_id = k.node_id and a.sub_index = k.sub_index
        offset 0
      ) a))`;
}

async function awaitJudgements(tx: Tx, outcomes: readonly Outcome[]): Promise<void> {
  const awaited = outcomes.flatMap(({ key, dueAt }) => (dueAt === null ? [] : [{ key, dueAt }]));
  if (awaited.length === 0) return;
  const { sources, workflows, runs, nodes, subs } = keyColumns(awaited.map(({ key }) => key));
  await tx.$executeRaw`
    insert into awaited_judgement (source_id, workflow_id, run_id, node_id, sub_index, due_at)
    select * from unnest(
      ${sources}::uuid[], ${workflows}::text[], ${runs}::text[], ${nodes}::text[], ${subs}::text[],
      ${arrayLiteral(awaited.map(({ dueAt }) => new Date(dueAt).toISOString()))}::timestamptz[])`;
}

async function writeFindings(tx: Tx, outcomes: readonly Outcome[], now: Date): Promise<number> {
  const rows = outcomes.flatMap(({ key, version, findings }) =>
    findings.map((finding) => ({ ...key, version, finding })),
  );
  if (rows.length === 0) return 0;
  const { sources, workflows, runs, nodes, subs } = keyColumns(rows);
  const column = (pick: (finding: Finding) => string | number | null) =>
    arrayLiteral(rows.map(({ finding }) => pick(finding)));
  await tx.$executeRaw`
    insert into conformance_finding (
      source_id, workflow_id, run_id, node_id, sub_index, finding, attempt, error_code, occurred_at, workflow_version,
      detail, judged_at)
    select k.*, ${now} from unnest(
      ${sources}::uuid[], ${workflows}::text[], ${runs}::text[], ${nodes}::text[], ${subs}::text[],
      ${column(({ kind }) => kind)}::text[], ${column(({ attempt }) => attempt)}::int[],
      ${column(({ errorCode }) => errorCode)}::text[], ${column(({ at }) => new Date(at).toISOString())}::timestamptz[],
      ${arrayLiteral(rows.map(({ version }) => version))}::int[],
      ${column((finding) => JSON.stringify(finding))}::jsonb[]) as k`;
  return rows.length;
}
