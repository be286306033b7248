import { catalogueExtra, catalogueExtraAt } from '@/lib/catalogue/catalogue-queries';
import type { Tx } from '@/lib/db/client';
import { arrayLiteral } from '@/lib/history/array-literal';
import { type ExecutionKey, keyColumns, nameOf } from '@/lib/history/execution-key';
import { type Route, routesOf } from '@/lib/owners/route-store';
import { type Decision, decide, type HandOff, OVERDUE_MS } from '@/lib/policy/decide';
import { type Recipient, recipientAndReason } from '@/lib/policy/recipient';
import { DEFAULT_SILENCE_MS } from '@/lib/policy/vocabulary';
import type { EpochMs } from '@/lib/shared/clock';
import { type Awaited, awaitAttempts, forgetAwaited } from './awaited-store';
import { type KnownExecution, loadExecutions } from './execution-store';
import { fingerprintOf } from './fingerprint';
import { type SilentReason, tell } from './tell-store';
import { thresholdFor } from './threshold';
import { type Asking, markAboveThreshold } from './threshold-store';
import { H_UNSETTLED, UNSETTLED } from './unsettled-queries';

/** Set: people's rows of the catalogue are those of then, as in a drill, which keeps what held when it was asked for. */
export interface Frozen {
  readonly catalogueAt?: Date;
}

/** What became of executions that were looked at. */
export interface Settled {
  /** Records that are new. */
  readonly handOffs: number;
  /** Messages that are new in the outbox. */
  readonly deliveries: number;
}

/**
 * Decides executions by the policy in force, as one part of the caller's transaction: one that needs a person gets
 * its hand-off (once, whoever asks again) and is told, one whose next attempt is to come is awaited, any other is
 * no longer awaited. The caller has locked the executions' awaited attempts (`lockAwaited`), if there are any.
 * `reported`: they are decided because something new was reported of them, and not since they were awaited. Codes that
 * the policy leaves open mean what the catalogue says now, or said at `catalogueAt`.
 */
export async function settle(
  tx: Tx,
  keys: readonly ExecutionKey[],
  { now, reported, catalogueAt }: { readonly now: Date; readonly reported: boolean } & Frozen,
): Promise<Settled> {
  const known = await loadExecutions(tx, keys);
  const extra = catalogueAt === undefined ? await catalogueExtra(tx) : await catalogueExtraAt(tx, catalogueAt);
  const handOffs: Decided[] = [];
  const retries: Awaited[] = [];
  for (const each of known) {
    const decision = decide(each.node.policy, each.execution, now.getTime(), extra);
    const awaitUntil = awaitedUntil(decision, now, reported);
    if (awaitUntil !== null) retries.push({ key: each.key, overdueAt: awaitUntil });
    else if (decision.kind === 'hand_off') handOffs.push(decided(each, decision));
  }
  const awaited = new Set(retries.map(({ key }) => key));
  const written = await writeHandOffs(tx, handOffs, now);
  await forgetAwaited(tx, [...known.map(({ key }) => key).filter((key) => !awaited.has(key)), ...unknown(keys, known)]);
  await awaitAttempts(tx, retries);
  return written;
}

/**
 * A failure that is reported so late that its next attempt is overdue already says nothing of that attempt, which
 * may be in the next report: it is given the time that an attempt has by `domain.md` (60 s), once, from then on.
 */
function awaitedUntil(decision: Decision, now: Date, reported: boolean): EpochMs | null {
  if (decision.kind === 'retry') return decision.overdueAt;
  const late = reported && decision.kind === 'hand_off' && decision.stoppedEarly === 'overdue';
  return late ? now.getTime() + OVERDUE_MS : null;
}

/** An attempt that succeeded. */
export interface Success extends ExecutionKey {
  readonly attempt: number;
}

/**
 * Executions that succeeded: nothing is awaited any more, and a record whose deciding attempt was an earlier one is
 * closed, unless a person has settled it (`domain.md`, "Hand-off": a later success closes it, in the inbox only).
 */
export async function closeSucceeded(tx: Tx, successes: readonly Success[], now: Date): Promise<void> {
  if (successes.length === 0) return;
  await forgetAwaited(tx, successes);
  const { sources, workflows, runs, nodes, subs } = keyColumns(successes);
  await tx.$executeRaw`
    update hand_off set state = 'closed_by_success', changed_by = null, changed_at = ${now}
    where ${UNSETTLED} and id = any(array(
      select h.id
      from unnest(${sources}::uuid[], ${workflows}::text[], ${runs}::text[], ${nodes}::text[], ${subs}::text[],
                  ${arrayLiteral(successes.map(({ attempt }) => attempt))}::int[])
        as k(source_id, workflow_id, run_id, node_id, sub_index, attempt)
      cross join lateral (
        select h.id from hand_off h
        where h.source_id = k.source_id and h.workflow_id = k.workflow_id and h.run_id = k.run_id
          and h.node_id = k.node_id and h.sub_index = k.sub_index
          and h.attempt < k.attempt and ${H_UNSETTLED}
        offset 0
      ) h
      order by h.id))`;
}

function unknown(keys: readonly ExecutionKey[], known: readonly KnownExecution[]): ExecutionKey[] {
  const found = new Set(known.map(({ key }) => key));
  return keys.filter((key) => !found.has(key));
}

/** A hand-off that was decided, before it is written. */
interface Decided {
  readonly key: ExecutionKey;
  readonly node: KnownExecution['node'];
  readonly handOff: HandOff;
  readonly fingerprint: string;
  readonly recipient: Recipient | null;
  readonly silenceMs: number;
  /** A later attempt has succeeded, and became known before this. */
  readonly overtaken: boolean;
}

function decided({ key, node, execution }: KnownExecution, handOff: HandOff): Decided {
  const { attempt: last } = handOff.record;
  return {
    ...{ key, node, handOff },
    fingerprint: fingerprintOf({ ...key, errorCode: handOff.record.errorCode }),
    recipient: recipientAndReason(node.policy, node.workflowOwner),
    silenceMs: node.policy.alert?.silence ?? DEFAULT_SILENCE_MS,
    overtaken: execution.attempts.some(({ attempt, status }) => status === 'succeeded' && attempt > last),
  };
}

async function writeHandOffs(tx: Tx, all: readonly Decided[], now: Date): Promise<Settled> {
  if (all.length === 0) return { handOffs: 0, deliveries: 0 };
  const route = await routesOf(
    tx,
    all.flatMap(({ recipient }) => (recipient ? [recipient.slug] : [])),
  );
  const routed = all.map((each) => ({ ...each, route: routeOf(each, route) }));
  const ids = await insert(tx, routed, now);
  const fresh = routed.flatMap((each, index) => {
    const handOffId = ids.get(index);
    return handOffId === undefined ? [] : [{ ...each, handOffId }];
  });
  const tellings = fresh.flatMap(({ route: to, handOffId, fingerprint, silenceMs, handOff }) =>
    to && 'channelIds' in to
      ? [{ handOffId, fingerprint, silenceMs, decidedAt: handOff.at, channelIds: to.channelIds }]
      : [],
  );
  const { deliveries, notified } = await tell(tx, tellings, now);
  await markAboveThreshold(tx, fresh.filter(({ handOffId }) => notified.has(handOffId)).flatMap(asking));
  return { handOffs: fresh.length, deliveries };
}

/** Whom a hand-off is told through, or why nobody. */
type Way = Route | { readonly silentBecause: SilentReason };

/** Null: no owner, nobody is to be told. */
function routeOf({ recipient, handOff, node }: Decided, route: (slug: string) => Route): Way | null {
  if (recipient === null) return null;
  if (handOff.at < node.alertsFrom.getTime()) return { silentBecause: 'before_alerts' };
  return route(recipient.slug);
}

function asking({ key, node, handOff, handOffId }: Decided & { handOffId: string }): Asking[] {
  const { errorCode, lastFailedAt } = handOff.record;
  const threshold = thresholdFor(node.policy, errorCode);
  return threshold ? [{ handOffId, ...key, errorCode, at: lastFailedAt, threshold }] : [];
}

/** Ids of the rows that are new, by their position in `all`: an execution that has its record keeps it. */
async function insert(
  tx: Tx,
  all: readonly (Decided & { route: Way | null })[],
  now: Date,
): Promise<Map<number, string>> {
  const rows = all.map(({ key, node, handOff, fingerprint, recipient, silenceMs, overtaken, route }) => {
    const { record, trigger, limit, stoppedEarly, because, at } = handOff;
    const silentBecause: SilentReason | null = route && 'silentBecause' in route ? route.silentBecause : null;
    const { nodeId: _, firstFailedAt, lastFailedAt, ...fields } = record;
    const times = { decidedAt: iso(at), firstFailedAt: iso(firstFailedAt), lastFailedAt: iso(lastFailedAt) };
    const { nodeRowId, nodeVersion, workflowVersion } = node;
    const told = { recipient: recipient?.slug ?? null, recipientFrom: recipient?.from ?? null, silentBecause };
    const why = { trigger, limit: limit ?? null, stoppedEarly: stoppedEarly ?? null, because };
    return {
      ...key,
      ...fields,
      ...times,
      ...why,
      ...told,
      ...{ fingerprint, silenceMs, nodeRowId, nodeVersion, workflowVersion },
      state: overtaken ? 'closed_by_success' : 'open',
      changedAt: overtaken ? now : null,
    };
  });
  const written = await tx.$queryRaw<(ExecutionKey & { id: string })[]>`
    insert into hand_off (
      source_id, workflow_id, run_id, node_id, sub_index, fingerprint, trigger, "limit", stopped_early, because,
      decided_at, attempt, error_code, error_message, payload_hash, first_failed_at, last_failed_at, final_action,
      node_row_id, node_version, workflow_version, recipient, recipient_from, silent_because, silence_ms, state,
      changed_at, created_at)
    select "sourceId", "workflowId", "runId", "nodeId", "subIndex", fingerprint, trigger, "limit", "stoppedEarly",
           because, "decidedAt", attempt, "errorCode", "errorMessage", "payloadHash", "firstFailedAt", "lastFailedAt",
           "finalAction", "nodeRowId", "nodeVersion", "workflowVersion", recipient, "recipientFrom", "silentBecause",
           "silenceMs", state, "changedAt", ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      "sourceId" uuid, "workflowId" text, "runId" text, "nodeId" text, "subIndex" text, fingerprint text, trigger text,
      "limit" text, "stoppedEarly" text, because jsonb, "decidedAt" timestamptz, attempt int, "errorCode" text,
      "errorMessage" text, "payloadHash" text, "firstFailedAt" timestamptz, "lastFailedAt" timestamptz,
      "finalAction" text, "nodeRowId" uuid, "nodeVersion" int, "workflowVersion" int, recipient text,
      "recipientFrom" text, "silentBecause" text, "silenceMs" int, state text, "changedAt" timestamptz)
    on conflict (source_id, workflow_id, run_id, node_id, sub_index) do nothing
    returning id, source_id as "sourceId", workflow_id as "workflowId", run_id as "runId", node_id as "nodeId",
              sub_index as "subIndex"`;
  const positions = new Map(all.map(({ key }, index) => [nameOf(key), index]));
  return new Map(
    written.flatMap(({ id, ...key }) => {
      const position = positions.get(nameOf(key));
      return position === undefined ? [] : [[position, id] as const];
    }),
  );
}

function iso(at: EpochMs): string {
  return new Date(at).toISOString();
}
