import { catalogueByTime } from '@/lib/catalogue/catalogue-queries';
import type { Queryable } from '@/lib/db/client';
import type { CatalogueExtra } from '@/lib/policy/catalogue';
import { type Attempt, startOf } from '@/lib/policy/decide';
import { readablePolicy } from '@/lib/policy/readable';
import type { NodePolicy } from '@/lib/policy/schema';
import type { EpochMs } from '@/lib/shared/clock';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import { arrayLiteral } from './array-literal';
import { loadAttempts } from './attempts-store';
import { type ExecutionKey, keyColumns, nameOf } from './execution-key';

/** An execution with the policy that was in force when it began, and how far those are who make hand-offs of it. */
export interface InForce {
  readonly key: ExecutionKey;
  readonly attempts: readonly Attempt[];
  readonly policy: NodePolicy;
  /** What people had added to the catalogue by then. */
  readonly extra: CatalogueExtra;
  /** Version of the workflow that the policy stood in. */
  readonly version: number;
  readonly handOff: { readonly trigger: 'terminal' | 'exhausted' } | null;
  /** From when on failures of its source become hand-offs; null = they do not. */
  readonly alertsFrom: EpochMs | null;
  /** All of its steps have been followed. */
  readonly followed: boolean;
  /** Until then, those who make hand-offs await its next attempt. */
  readonly awaitedUntil: EpochMs | null;
}

/**
 * Reads executions whole, each with the policy in force: that of the newest publication when its first attempt started.
 * It holds for the whole execution, as does what people had added to the catalogue by then: what is published or added
 * meanwhile begins with the next one. Left out is what is not
 * judgeable: executions from before the first publication that said how the node fails, and of what was never imported.
 */
export async function loadInForce(db: Queryable, keys: readonly ExecutionKey[]): Promise<InForce[]> {
  if (keys.length === 0) return [];
  const attempts = await loadAttempts(db, keys);
  const begun = keys.flatMap((key): Begun[] => {
    const found = attempts.get(nameOf(key)) ?? [];
    const first = found.toSorted((a, b) => a.attempt - b.attempt)[0];
    return first ? [{ key, attempts: found, startedAt: startOf(first) }] : [];
  });
  const standings = await loadStandings(db, begun);
  const policies = await loadPolicies(db, standings);
  const extraAt = await catalogueByTime(db);
  return standings.flatMap(({ n, workflowRowId, version, trigger, alertsFrom, awaitedUntil, followed }): InForce[] => {
    const each = begun[n - 1];
    const policy = each && policies.get(policyName({ workflowRowId, version, nodeId: each.key.nodeId }));
    if (!policy) return [];
    return [
      {
        ...{ key: each.key, attempts: each.attempts, policy, version, followed },
        extra: extraAt(each.startedAt),
        handOff: trigger === null ? null : { trigger },
        alertsFrom: alertsFrom?.getTime() ?? null,
        awaitedUntil: awaitedUntil?.getTime() ?? null,
      },
    ];
  });
}

/** What a policy must have said before the log can be held against it: who owns a node says nothing of how it fails. */
export const FINDING_RULES = ['classification', 'retry', 'onExhausted'] as const;

/** Whether a config says how its node fails. */
export function hasRules(config: JsonObject): boolean {
  return FINDING_RULES.some((key) => Object.hasOwn(config, key));
}

interface Begun {
  readonly key: ExecutionKey;
  readonly attempts: readonly Attempt[];
  readonly startedAt: EpochMs;
}

interface StandingRow {
  /** Position, from 1. */
  readonly n: number;
  readonly nodeId: string;
  readonly workflowRowId: string;
  readonly version: number;
  readonly trigger: 'terminal' | 'exhausted' | null;
  readonly alertsFrom: Date | null;
  readonly awaitedUntil: Date | null;
  readonly followed: boolean;
}

/** One statement, so one moment: what stopped awaiting an attempt has made its hand-off by then. */
async function loadStandings(db: Queryable, begun: readonly Begun[]): Promise<StandingRow[]> {
  if (begun.length === 0) return [];
  const { sources, workflows, runs, nodes, subs } = keyColumns(begun.map(({ key }) => key));
  const starts = arrayLiteral(begun.map(({ startedAt }) => new Date(startedAt).toISOString()));
  return db.$queryRaw<StandingRow[]>`
    select k.n::int as n, k.node_id as "nodeId", w.id as "workflowRowId", v.version, h.trigger,
           s.alerts_from as "alertsFrom",
           case when s.alerts_from is not null then a.overdue_at end as "awaitedUntil",
           s.alerts_from is null or not exists (
             select from workflow_run_step r
             where r.source_id = k.source_id and r.workflow_id = k.workflow_id and r.run_id = k.run_id
               and r.node_id = k.node_id and r.sub_index = k.sub_index
               and (r.change_id, r.id) > (coalesce(f.after_change, 0), coalesce(f.after_id, 0))
             offset 0) as followed
    from unnest(${sources}::uuid[], ${workflows}::text[], ${runs}::text[], ${nodes}::text[], ${subs}::text[],
                ${starts}::timestamptz[])
      with ordinality as k(source_id, workflow_id, run_id, node_id, sub_index, started_at, n)
    join source s on s.id = k.source_id
    join workflow w on w.source_id = k.source_id and w.key = k.workflow_id
    cross join lateral (
      select v.version from workflow_version v
      where v.workflow_id = w.id and v.published_at <= k.started_at order by v.version desc limit 1
    ) v
    left join followed_source f on f.source_id = k.source_id
    left join lateral (
      select h.trigger from hand_off h
      where h.source_id = k.source_id and h.workflow_id = k.workflow_id and h.run_id = k.run_id
        and h.node_id = k.node_id and h.sub_index = k.sub_index
      offset 0
    ) h on true
    left join lateral (
      select a.overdue_at from awaited_attempt a
      where a.source_id = k.source_id and a.workflow_id = k.workflow_id and a.run_id = k.run_id
        and a.node_id = k.node_id and a.sub_index = k.sub_index
      offset 0
    ) a on true`;
}

type PolicyPlace = Pick<StandingRow, 'workflowRowId' | 'version' | 'nodeId'>;

function policyName({ workflowRowId, version, nodeId }: PolicyPlace): string {
  return JSON.stringify([workflowRowId, version, nodeId]);
}

/** Each policy once. The configs of a version are one value: it is taken apart once for all that is asked of it. */
async function loadPolicies(db: Queryable, places: readonly PolicyPlace[]): Promise<Map<string, NodePolicy>> {
  const asked = [...new Map(places.map((place) => [policyName(place), place])).values()];
  if (asked.length === 0) return new Map();
  const column = (pick: (place: PolicyPlace) => string | number) => arrayLiteral(asked.map(pick));
  const rows = await db.$queryRaw<(PolicyPlace & { config: unknown })[]>`
    with asked as materialized (
      select * from unnest(
        ${column(({ workflowRowId }) => workflowRowId)}::uuid[], ${column(({ version }) => version)}::int[],
        ${column(({ nodeId }) => nodeId)}::text[]) as a(workflow_id, version, node_id)
    ), versions as materialized (
      select workflow_id, version, array_agg(node_id) as node_ids from asked group by workflow_id, version
    )
    select v.workflow_id as "workflowRowId", v.version, e.key as "nodeId", e.value as config
    from versions a join workflow_version v on v.workflow_id = a.workflow_id and v.version = a.version
    cross join lateral jsonb_each(v.configs) as e(key, value)
    where e.key = any(a.node_ids)`;
  return new Map(
    rows.flatMap(({ config, ...place }) =>
      isJsonObject(config) && hasRules(config) ? [[policyName(place), readablePolicy(config)] as const] : [],
    ),
  );
}
