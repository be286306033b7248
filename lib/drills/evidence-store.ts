import { z } from 'zod';
import type { Queryable } from '@/lib/db/client';
import { MAX_MESSAGE } from '@/lib/history/ingest-schema';
import type { LoggedExecution, LoggedHandOff, LoggedMessage, LoggedWindow, TrialEvidence } from '@/lib/judge/drill';
import { ATTEMPT_STATUSES, type Attempt } from '@/lib/policy/decide';
import { groupBy } from '@/lib/shared/group-by';
import { trialTime } from './drill-clock';
import { readClock } from './kept';

/**
 * All that a trial has left behind, read from the log, the records and the outbox of drills; empty for one that has not
 * begun. `until` is what its clock shows at `now`, by the same clock as its attempts. Throws on what this product never
 * writes.
 */
export async function readEvidence(db: Queryable, trialId: string, now: Date): Promise<TrialEvidence> {
  const [trial] = await db.$queryRaw<{ runner: string; clock: unknown }[]>`
    select r.runner, t.clock
    from public.drill_trial t join public.drill_run r on r.id = t.run_id where t.id = ${trialId}::uuid`;
  if (trial === undefined) throw new Error('there is no such trial');
  return {
    executions: await readExecutions(db, trialId),
    handOffs: await readHandOffs(db, trialId),
    messages: await readMessages(db, trialId),
    windows: await readWindows(db, trialId),
    effects: trial.runner === 'builtin' ? await countEffects(db, trialId) : await reportedEffects(db, trialId),
    until: trialTime(readClock(trial.clock), now.getTime()),
  };
}

const stepSchema = z.object({
  ...{ runId: z.string(), subIndex: z.string(), attempt: z.int(), status: z.enum(ATTEMPT_STATUSES) },
  ...{ errorCode: z.string().nullable(), errorMessage: z.string().nullable(), payloadHash: z.string().nullable() },
  ...{ occurredAt: z.date(), durationMs: z.int().nullable() },
});

/** Sub-index under which a platform reports that the action really happened, once more each time (`docs/drills.md`). */
const EFFECT = '^effect-[0-9]+$';

/** Of the node alone: a platform may run a whole workflow for a drill. A status that nobody knows says nothing. */
async function readExecutions(db: Queryable, trialId: string): Promise<LoggedExecution[]> {
  const rows = await db.$queryRaw<unknown[]>`
    select s.run_id as "runId", s.sub_index as "subIndex", s.attempt, s.status, s.error_code as "errorCode",
           left(s.error_message, ${MAX_MESSAGE}) as "errorMessage", s.payload_hash as "payloadHash",
           s.occurred_at as "occurredAt", s.duration_ms as "durationMs"
    from drill.workflow_run_step s
    join drill.workflow w on w.source_id = s.source_id and w.key = s.workflow_id
    join drill.node n on n.workflow_id = w.id and n.node_id = s.node_id
    where s.source_id = ${trialId}::uuid and s.status = any(${[...ATTEMPT_STATUSES]}::text[])
      and s.sub_index !~ ${EFFECT}
    order by s.run_id, s.sub_index, s.attempt`;
  const steps = rows.map((row) => stepSchema.parse(row));
  const executions = [...groupBy(steps, ({ runId, subIndex }) => JSON.stringify([runId, subIndex])).values()].map(
    (each) => ({ runId: each[0]?.runId ?? '', attempts: each.map(toAttempt) }),
  );
  return executions.toSorted((a, b) => firstFailure(a) - firstFailure(b) || (a.runId < b.runId ? -1 : 1));
}

function toAttempt({ occurredAt, durationMs, runId: _, subIndex: __, ...rest }: z.infer<typeof stepSchema>): Attempt {
  const endedAt = occurredAt.getTime();
  return { ...rest, endedAt, startedAt: durationMs === null ? null : endedAt - durationMs };
}

function firstFailure({ attempts }: LoggedExecution): number {
  const failed = attempts.filter(({ status }) => status === 'failed').map(({ endedAt }) => endedAt);
  return Math.min(Number.MAX_SAFE_INTEGER, ...failed);
}

const handOffSchema = z.object({
  ...{ runId: z.string(), trigger: z.enum(['terminal', 'exhausted']), attempt: z.int() },
  ...{ recipient: z.string().nullable(), errorCode: z.string().nullable(), errorMessage: z.string().nullable() },
  ...{ payloadHash: z.string().nullable(), finalAction: z.string().nullable() },
  ...{ firstFailedAt: z.date(), lastFailedAt: z.date(), silentBecause: z.string().nullable() },
});

async function readHandOffs(db: Queryable, trialId: string): Promise<LoggedHandOff[]> {
  const rows = await db.$queryRaw<unknown[]>`
    select run_id as "runId", trigger, attempt, recipient, error_code as "errorCode", error_message as "errorMessage",
           payload_hash as "payloadHash", final_action as "finalAction", first_failed_at as "firstFailedAt",
           last_failed_at as "lastFailedAt", silent_because as "silentBecause"
    from drill.hand_off where source_id = ${trialId}::uuid order by decided_at, id`;
  return rows.map((row) => {
    const { firstFailedAt, lastFailedAt, ...rest } = handOffSchema.parse(row);
    return { ...rest, firstFailedAt: firstFailedAt.getTime(), lastFailedAt: lastFailedAt.getTime() };
  });
}

const messageSchema = z.object({
  ...{ runId: z.string(), channelId: z.string(), group: z.string(), problem: z.string().nullable(), count: z.int() },
  state: z.enum(['pending', 'sending', 'retry', 'sent', 'unknown', 'dead']),
  ...{ body: z.string().nullable(), fallback: z.boolean(), confirmed: z.boolean() },
});

async function readMessages(db: Queryable, trialId: string): Promise<LoggedMessage[]> {
  const rows = await db.$queryRaw<unknown[]>`
    select h.run_id as "runId", d.channel_id as "channelId", g.slug as "group", d.state, d.problem, d.count,
           case when d.possible_duplicate then d.message ->> 'repeatedBody' else d.message ->> 'body' end as body,
           d.fallback_for is not null as fallback, d.confirmed_at is not null as confirmed
    from drill.delivery d join drill.hand_off h on h.id = d.hand_off_id
    join public.channel c on c.id = d.channel_id join public.owner_group g on g.id = c.group_id
    where h.source_id = ${trialId}::uuid order by d.created_at, d.id`;
  return rows.map((row) => messageSchema.parse(row));
}

const windowSchema = z.object({ channelId: z.string(), pending: z.int(), total: z.int() });

async function readWindows(db: Queryable, trialId: string): Promise<LoggedWindow[]> {
  const rows = await db.$queryRaw<unknown[]>`
    select w.channel_id as "channelId", w.pending, w.total::int
    from drill.alert_window w
    where w.fingerprint in (select fingerprint from drill.hand_off where source_id = ${trialId}::uuid)
    order by w.channel_id, w.fingerprint`;
  return rows.map((row) => windowSchema.parse(row));
}

async function countEffects(db: Queryable, trialId: string): Promise<number> {
  const [row] = await db.$queryRaw<{ effects: number }[]>`
    select count(*)::int as effects from drill.effect where trial_id = ${trialId}::uuid`;
  return row?.effects ?? 0;
}

/** Null: the platform counts none, which is not the same as none having happened. */
async function reportedEffects(db: Queryable, trialId: string): Promise<number | null> {
  const [row] = await db.$queryRaw<{ effects: number }[]>`
    select count(*)::int as effects from drill.workflow_run_step
    where source_id = ${trialId}::uuid and status = 'succeeded' and sub_index ~ ${EFFECT}`;
  return row?.effects || null;
}
