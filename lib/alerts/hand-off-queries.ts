import { z } from 'zod';
import { demand, type ReadCtx } from '@/lib/accounts/context';
import { ATTEMPT_STATUSES, type Attempt, type AttemptStatus } from '@/lib/policy/decide';
import { readablePolicy } from '@/lib/policy/readable';
import type { Retry } from '@/lib/policy/schema';
import type { ChannelTrace, DeliveryTrace, HandOffDetail, KeyCounts, KeyMember } from './hand-off-detail';
import { UNSETTLED } from './unsettled-queries';

const reasonSchema = z.object({
  class: z.enum(['transient', 'terminal']),
  because: z.string(),
  conflict: z.boolean().default(false),
  decidedBy: z.object({ pattern: z.string(), index: z.number() }).nullable().default(null),
  token: z.string().nullable().default(null),
});
const aboveSchema = z.object({ failures: z.number(), threshold: z.number(), anyCode: z.boolean().default(false) });
const fromSchema = z.enum(['notify', 'node', 'workflow']);

/** One hand-off, with its attempts, its channels and the policy that decided; null when there is none. */
export async function handOffDetail(ctx: ReadCtx, id: string): Promise<HandOffDetail | null> {
  demand(ctx, 'read');
  if (!z.uuid().safeParse(id).success) return null;
  const row = await ctx.db.handOff.findUnique({
    where: { id },
    include: { assignee: { select: { id: true, name: true } } },
  });
  if (!row) return null;
  const { sourceId, workflowId: key, nodeId, recipient, because, aboveThreshold, ...kept } = row;
  const [source, workflow, group, attempts, channels] = await Promise.all([
    ctx.db.source.findUnique({ where: { id: sourceId }, select: { name: true } }),
    ctx.db.workflow.findUnique({
      where: { sourceId_key: { sourceId, key } },
      select: { id: true, name: true, nodes: { where: { nodeId }, select: { id: true, name: true } } },
    }),
    recipient === null ? null : ctx.db.ownerGroup.findUnique({ where: { slug: recipient }, select: { name: true } }),
    attemptsOf(ctx, row),
    channelsOf(ctx, row),
  ]);
  const node = workflow?.nodes[0];
  const from = fromSchema.safeParse(row.recipientFrom);
  return {
    ...kept,
    sourceId,
    sourceName: source?.name ?? '',
    workflow: { key, id: workflow?.id ?? null, name: workflow?.name ?? key },
    node: { nodeId, id: node?.id ?? null, name: node?.name ?? nodeId },
    because: reasonSchema.safeParse(because).data ?? null,
    aboveThreshold: aboveSchema.safeParse(aboveThreshold).data ?? null,
    retry: await retryInForce(ctx, { workflowId: workflow?.id ?? null, nodeId, version: row.workflowVersion }),
    recipient:
      recipient === null
        ? null
        : { slug: recipient, name: group?.name ?? null, from: from.success ? from.data : 'workflow' },
    attempts,
    channels,
  };
}

/** What the key of a hand-off holds. */
export async function keyCounts(ctx: ReadCtx, fingerprint: string): Promise<KeyCounts | null> {
  demand(ctx, 'read');
  const rows = await ctx.db.$queryRaw<KeyCounts[]>`
    select count(*) filter (where ${UNSETTLED})::int as waiting,
           count(*) filter (where state = 'open')::int as open,
           count(*) filter (where state = 'resolved')::int as resolved, count(*)::int as total,
           min(decided_at) as "firstAt", max(decided_at) as "lastAt", max(created_at) as "seenUntil"
    from hand_off where fingerprint = ${fingerprint} having count(*) > 0`;
  return rows[0] ?? null;
}

/** The hand-offs of a key, newest first. */
export async function keyMembers(
  ctx: ReadCtx,
  fingerprint: string,
  { skip, take }: { readonly skip: number; readonly take: number },
): Promise<KeyMember[]> {
  demand(ctx, 'read');
  const rows = await ctx.db.handOff.findMany({
    where: { fingerprint },
    orderBy: [{ decidedAt: 'desc' }, { id: 'desc' }],
    ...{ skip, take },
    select: {
      ...{ id: true, runId: true, subIndex: true, attempt: true, trigger: true, state: true, decidedAt: true },
      ...{ changedBy: true, changedAt: true, note: true, errorMessage: true, payloadHash: true },
      assignee: { select: { name: true } },
    },
  });
  return rows.map(({ assignee, ...row }) => ({ ...row, assignee: assignee?.name ?? null }));
}

interface Execution {
  readonly id: string;
  readonly sourceId: string;
  readonly workflowId: string;
  readonly runId: string;
  readonly nodeId: string;
  readonly subIndex: string;
  readonly fingerprint: string;
}

async function attemptsOf(
  { db }: ReadCtx,
  { sourceId, workflowId, runId, nodeId, subIndex }: Execution,
): Promise<Attempt[]> {
  const steps = await db.workflowRunStep.findMany({
    where: { sourceId, workflowId, runId, nodeId, subIndex },
    orderBy: { attempt: 'asc' },
  });
  return steps.flatMap(({ attempt, status, occurredAt, durationMs, errorCode, errorMessage, payloadHash }) => {
    const known = ATTEMPT_STATUSES.find((each): each is AttemptStatus => each === status);
    if (known === undefined) return [];
    const endedAt = occurredAt.getTime();
    const startedAt = durationMs === null ? null : endedAt - durationMs;
    return [{ attempt, status: known, startedAt, endedAt, errorCode, errorMessage, payloadHash }];
  });
}

/** Retry as the version had it by which the hand-off was decided. */
async function retryInForce(
  { db }: ReadCtx,
  { workflowId, nodeId, version }: { workflowId: string | null; nodeId: string; version: number },
): Promise<Retry | null | undefined> {
  if (workflowId === null) return undefined;
  const [row] = await db.$queryRaw<{ config: unknown }[]>`
    select coalesce(
      (select v.configs->${nodeId} from workflow_version v
       where v.workflow_id = ${workflowId}::uuid and v.version = ${version}),
      (select n.config from node n join workflow w on w.id = n.workflow_id
       where w.id = ${workflowId}::uuid and w.version = ${version} and n.node_id = ${nodeId})) as config`;
  if (!row || row.config === null) return undefined;
  return readablePolicy(row.config).retry ?? null;
}

async function channelsOf({ db }: ReadCtx, { id, fingerprint }: Execution): Promise<ChannelTrace[]> {
  const decisions = await db.alertDecision.findMany({
    where: { handOffId: id },
    include: { channel: { select: CHANNEL } },
    orderBy: [{ channel: { createdAt: 'asc' } }, { channelId: 'asc' }],
  });
  const keys = decisions.map(({ channelId, seq }) => ({ channelId, seq, fingerprint, kind: 'notification' }));
  const [deliveries, windows] = await Promise.all([
    db.delivery.findMany({ where: { OR: keys }, include: DELIVERY }),
    db.alertWindow.findMany({ where: { fingerprint, channelId: { in: keys.map(({ channelId }) => channelId) } } }),
  ]);
  const about = deliveries.flatMap(({ handOffId }) => (handOffId === null ? [] : [handOffId]));
  const standIns = await db.delivery.findMany({
    where: { handOffId: { in: about }, fallbackFor: { in: deliveries.map((each) => each.id) } },
    include: DELIVERY,
  });
  return decisions.map(({ channelId, channel, outcome, seq, windowEndsAt }) => {
    const notification = deliveries.find((each) => each.channelId === channelId && each.seq === seq);
    const standIn = standIns.find((each) => each.fallbackFor === notification?.id);
    const latest = windows.find((each) => each.channelId === channelId);
    const opened = latest?.seq === seq ? latest.startsAt : notification?.handOff?.decidedAt;
    return {
      ...{ id: channelId, name: channel.name, kind: channel.kind, outcome },
      standing: standingOf(channel),
      window: { seq, from: opened ?? null, until: windowEndsAt },
      latest: latest ? { until: latest.endsAt, pending: latest.pending } : null,
      notification: notification ? toTrace(notification) : null,
      standIn: standIn ? toTrace(standIn) : null,
    };
  });
}

const CHANNEL = { name: true, kind: true, enabled: true, removedAt: true } as const;
const DELIVERY = {
  tries: { orderBy: { attempt: 'asc' } },
  channel: { select: { name: true } },
  handOff: { select: { decidedAt: true } },
} as const;

function standingOf({ enabled, removedAt }: { enabled: boolean; removedAt: Date | null }): ChannelTrace['standing'] {
  if (removedAt !== null) return 'removed';
  return enabled ? 'on' : 'off';
}

type DeliveryRow = Omit<DeliveryTrace, 'channelName'> & { readonly channel: { readonly name: string } };

function toTrace({ channel, tries, ...row }: DeliveryRow): DeliveryTrace {
  const { handOffId, state, count, problem, nextAt, sentAt, confirmedAt, possibleDuplicate, providerRef } = row;
  return {
    ...{ handOffId, state, count, problem, nextAt, sentAt, confirmedAt, possibleDuplicate, providerRef },
    channelName: channel.name,
    tries: tries.map(({ attempt, at, outcome, problem: why, status, answer }) => {
      return { attempt, at, outcome, problem: why, status, answer };
    }),
  };
}
