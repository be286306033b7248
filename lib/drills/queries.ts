import { z } from 'zod';
import { demand, type ReadCtx } from '@/lib/accounts/context';
import { Prisma } from '@/lib/db/generated/client';
import type { LoggedMessage, TrialEvidence } from '@/lib/judge/drill';
import type { Cursor } from '@/lib/shared/keyset';
import { fromJsonColumn } from '@/lib/workflows/store';
import { fastest } from './drill-clock';
import { readEvidence } from './evidence-store';
import { readClock, readObservations, readPlan } from './kept';
import { messageText } from './message-text';
import type { DrillRunDetail, DrillRunFilter, DrillRunRow, DrillTrialDetail, TrialMessage } from './run';
import { CHANNEL_MODES, CLOCKS, DRILLS, FAULTS, PHASES, RUN_STATES, RUNNERS, TRIAL_STATES } from './vocabulary';

/** So many that have not ended are shown above the list; a run is one per node, and a worker does them in turn. */
const MOST_UNENDED = 100;

/** Runs that have not ended, the one that has been going on longest first. */
export async function unendedDrillRuns(ctx: ReadCtx, filter: DrillRunFilter): Promise<DrillRunRow[]> {
  demand(ctx, 'read');
  return readRows(
    ctx,
    Prisma.sql`
      where r.state in ('queued', 'running') ${narrowed(filter)}
      order by r.state <> 'running', r.created_at, r.id limit ${MOST_UNENDED}`,
  );
}

/** How many runs have not ended: all of them, as the kill switch stops all. */
export async function countUnendedRuns(ctx: ReadCtx): Promise<number> {
  demand(ctx, 'read');
  return ctx.db.drillRun.count({ where: { state: { in: ['queued', 'running'] } } });
}

/**
 * Runs that have ended, newest first: at most `limit`, from the cursor on; `after` gives those just newer than it,
 * still newest first.
 */
export async function endedDrillRuns(
  ctx: ReadCtx,
  filter: DrillRunFilter,
  cursor: Cursor | null,
  limit: number,
): Promise<DrillRunRow[]> {
  demand(ctx, 'read');
  const order = cursor?.side === 'after' ? Prisma.sql`r.created_at, r.id` : Prisma.sql`r.created_at desc, r.id desc`;
  const rows = await readRows(
    ctx,
    Prisma.sql`
      where r.state not in ('queued', 'running') ${narrowed(filter)} ${beyond(cursor)}
      order by ${order} limit ${limit}`,
  );
  return cursor?.side === 'after' ? rows.toReversed() : rows;
}

/** True when there is a run, or a trial, of that id. */
export async function drillRunExists(ctx: ReadCtx, id: string): Promise<boolean> {
  return (await drillRunIdOf(ctx, id)) !== null;
}

/** The run of that id, or of the trial of that id; null when there is neither. */
export async function drillRunIdOf(ctx: ReadCtx, id: string): Promise<string | null> {
  demand(ctx, 'read');
  if (!z.uuid().safeParse(id).success) return null;
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    select id from drill_run where id = ${id}::uuid
    union all select run_id from drill_trial where id = ${id}::uuid`;
  return rows[0]?.id ?? null;
}

/** A run with its trials and all that they left behind; null when there is none. */
export async function getDrillRun(ctx: ReadCtx, id: string): Promise<DrillRunDetail | null> {
  demand(ctx, 'read');
  if (!z.uuid().safeParse(id).success) return null;
  const [row] = await readRows(ctx, Prisma.sql`where r.id = ${id}::uuid`);
  if (row === undefined) return null;
  const [run, trials] = await Promise.all([
    ctx.db.drillRun.findUniqueOrThrow({ where: { id }, include: { node: { select: { version: true } } } }),
    ctx.db.drillTrial.findMany({ where: { runId: id }, orderBy: [{ drill: 'asc' }, { round: 'asc' }] }),
  ]);
  const { recipient: slug, nodeVersion, workflowVersion, workflowOwner } = run;
  const group =
    slug === null ? null : await ctx.db.ownerGroup.findUnique({ where: { slug }, select: { id: true, name: true } });
  const read: ReadTrial[] = [];
  // One after the other: a page is no reason to take every connection.
  for (const trial of trials) {
    const evidence = trial.startedAt === null ? null : await readEvidence(ctx.db, trial.id, ctx.now);
    read.push({ trial, evidence });
  }
  const channelOf = await channelNames(
    ctx,
    read.flatMap(({ evidence }) => evidence?.messages ?? []),
  );
  return {
    ...row,
    ...{ nodeVersion, workflowVersion, workflowOwner },
    config: fromJsonColumn(run.config),
    nodeChanged: run.node.version !== nodeVersion,
    recipient: slug === null ? null : { slug, name: group?.name ?? null, id: group?.id ?? null },
    ...{ targetId: run.targetId, testNode: run.testNode, againOf: run.againOf },
    ...{ stopAskedBy: run.stopAskedBy, requestedById: run.requestedById },
    trials: read.map((each) => toTrial(each, channelOf)),
  };
}

/** What an open page about a run compares; it changes with all that the page shows. `ended`: nothing more will come. */
export interface DrillRunVersion {
  readonly version: string;
  readonly ended: boolean;
}

/** Null when there is no such run. */
export async function drillRunVersion(ctx: ReadCtx, id: string): Promise<DrillRunVersion | null> {
  demand(ctx, 'read');
  if (!z.uuid().safeParse(id).success) return null;
  const rows = await ctx.db.$queryRaw<DrillRunVersion[]>`
    select r.state not in ('queued', 'running') as ended, md5(concat_ws(' ', r.state, r.problem, r.stop_asked_at, (
      select string_agg(concat_ws(' ', t.id, t.state, t.phase, t.problem,
               (select count(*) from drill.workflow_run_step s where s.source_id = t.id),
               (select count(*) from drill.workflow_run_step s where s.source_id = t.id and s.status = 'running'),
               (select string_agg(concat_ws(' ', h.id, (
                  select string_agg(concat_ws(' ', d.id, d.state, d.confirmed_at, d.message is null), ' ' order by d.id)
                  from drill.delivery d where d.hand_off_id = h.id)), ' ' order by h.id)
                from drill.hand_off h where h.source_id = t.id)), ' ' order by t.id)
      from drill_trial t where t.run_id = r.id))) as version
    from drill_run r where r.id = ${id}::uuid`;
  return rows[0] ?? null;
}

/** Targets that a run can be sent to, by name; none of production, which is refused. */
export interface DrillTargetChoice {
  readonly id: string;
  readonly name: string;
  readonly environment: string;
  /** False: a person makes the node fail there. */
  readonly asked: boolean;
}

export async function drillTargetChoices(ctx: ReadCtx): Promise<DrillTargetChoice[]> {
  demand(ctx, 'read');
  const rows = await ctx.db.drillTarget.findMany({
    where: { removedAt: null, environment: { not: 'production' } },
    orderBy: { name: 'asc' },
    select: { id: true, name: true, environment: true, url: true },
  });
  return rows.map(({ id, name, environment, url }) => ({ id, name, environment, asked: url !== null }));
}

/** The run of a node that has not ended, and the last one that has; null where there is none. */
export async function drillRunsOfNode(
  ctx: ReadCtx,
  nodeRowId: string,
): Promise<{ readonly unended: DrillRunRow | null; readonly last: DrillRunRow | null }> {
  demand(ctx, 'read');
  const filter = { state: null, workflowId: null, group: null, nodeRowId };
  const [unended, ended] = await Promise.all([unendedDrillRuns(ctx, filter), endedDrillRuns(ctx, filter, null, 1)]);
  return { unended: unended[0] ?? null, last: ended[0] ?? null };
}

const rowSchema = z.object({
  ...{ id: z.string(), problem: z.string().nullable(), target: z.string(), environment: z.string() },
  state: z.enum(RUN_STATES),
  node: z.object({ id: z.string(), nodeId: z.string(), name: z.string() }),
  workflow: z.object({ id: z.string(), name: z.string() }),
  ...{ runner: z.enum(RUNNERS), channels: z.enum(CHANNEL_MODES), clock: z.enum(CLOCKS) },
  ...{ requestedBy: z.string(), createdAt: z.date() },
  ...{ startedAt: z.date().nullable(), endedAt: z.date().nullable(), stopAskedAt: z.date().nullable() },
  drills: z.array(z.object({ drill: z.literal(DRILLS), state: z.enum(TRIAL_STATES) })),
});

async function readRows(ctx: ReadCtx, which: Prisma.Sql): Promise<DrillRunRow[]> {
  const rows = await ctx.db.$queryRaw<unknown[]>`
    select r.id, r.state, r.problem, r.target, r.environment, r.runner, r.channels, r.clock,
           r.requested_by as "requestedBy", r.created_at as "createdAt", r.started_at as "startedAt",
           r.ended_at as "endedAt", r.stop_asked_at as "stopAskedAt",
           jsonb_build_object('id', n.id, 'nodeId', n.node_id, 'name', n.name) as node,
           jsonb_build_object('id', w.id, 'name', w.name) as workflow,
           (select coalesce(jsonb_agg(jsonb_build_object('drill', t.drill, 'state', t.state) order by t.drill), '[]')
            from drill_trial t where t.run_id = r.id and not exists (
              select from drill_trial l where l.run_id = r.id and l.drill = t.drill and l.round > t.round)) as drills
    from drill_run r join node n on n.id = r.node_row_id join workflow w on w.id = n.workflow_id
    ${which}`;
  return rows.map((row) => rowSchema.parse(row));
}

function narrowed({ state, workflowId, group, nodeRowId }: DrillRunFilter): Prisma.Sql {
  const parts = [
    ...(state === null ? [] : [Prisma.sql`and r.state = ${state}`]),
    ...(workflowId === null ? [] : [Prisma.sql`and n.workflow_id = ${workflowId}::uuid`]),
    ...(group === null ? [] : [Prisma.sql`and r.recipient = ${group}`]),
    ...(nodeRowId === null ? [] : [Prisma.sql`and r.node_row_id = ${nodeRowId}::uuid`]),
  ];
  return parts.length === 0 ? Prisma.empty : Prisma.join(parts, ' ');
}

function beyond(cursor: Cursor | null): Prisma.Sql {
  if (!cursor) return Prisma.empty;
  const place = Prisma.sql`(${cursor.at}::timestamptz, ${cursor.id}::uuid)`;
  return cursor.side === 'after'
    ? Prisma.sql`and (r.created_at, r.id) > ${place}`
    : Prisma.sql`and (r.created_at, r.id) < ${place}`;
}

interface ReadTrial {
  readonly trial: Prisma.DrillTrialGetPayload<object>;
  /** Null: it has not begun. */
  readonly evidence: TrialEvidence | null;
}

type ChannelOf = (id: string) => TrialMessage['channel'];

function toTrial({ trial: row, evidence }: ReadTrial, channelOf: ChannelOf): DrillTrialDetail {
  const { id, round, problem, startedAt, endedAt } = row;
  return {
    ...{ id, round, problem, startedAt, endedAt },
    drill: z.literal(DRILLS).parse(row.drill),
    fault: z.enum(FAULTS).parse(row.fault),
    plan: readPlan(row.plan),
    state: z.enum(TRIAL_STATES).parse(row.state),
    phase: z.enum(PHASES).nullable().parse(row.phase),
    observations: readObservations(row.observations),
    fastest: fastest(readClock(row.clock)),
    evidence,
    messages: (evidence?.messages ?? []).map((message) => ({
      ...message,
      body: message.body === null ? null : messageText(message.body),
      channel: channelOf(message.channelId),
    })),
  };
}

/** The channels that messages went to, as they are called now. One query, whatever the number. */
async function channelNames(ctx: ReadCtx, messages: readonly LoggedMessage[]): Promise<ChannelOf> {
  const ids = messages.map(({ channelId }) => channelId);
  const channels =
    ids.length === 0
      ? []
      : await ctx.db.channel.findMany({ where: { id: { in: ids } }, select: { id: true, name: true, kind: true } });
  const known = new Map(channels.map(({ id, name, kind }) => [id, { name, kind }]));
  return (id) => known.get(id) ?? { name: id, kind: '' };
}
