import { type Ctx, demand, type ReadCtx } from '@/lib/accounts/context';
import { Prisma } from '@/lib/db/generated/client';
import { codeFailureRows } from '@/lib/history/queries';
import { latestFailureSql } from '@/lib/history/rollup-read-queries';
import type { FailureRow } from '@/lib/history/stats';
import { statisticsWindow } from '@/lib/history/window';
import type { CatalogueExtra } from '@/lib/policy/catalogue';
import { classify, classifyInput, patternKey } from '@/lib/policy/classify';
import { readPolicy } from '@/lib/policy/read';
import type { JsonObject } from '@/lib/shared/json';
import {
  type AfterRetry,
  ATTEMPTS_READ,
  type CodeEvidence,
  type CodeMessage,
  type CodeNode,
  MESSAGES_SHOWN,
  MOST_NODES,
} from './code-detail';
import type { Colleagues } from './code-suggestion';
import { collations } from './collation-queries';
import type { Standing } from './failure-query';
import { codeKey } from './node-facts';
import { refreshFacts } from './node-facts-store';
import { judgedSql, wholeJudging } from './node-judged-queries';

/** More in a row, and somebody is writing faster than we read. */
const ATTEMPTS = 5;
/** A message is shown up to here. */
const MESSAGE_LENGTH = 2_000;
/** Nodes whose rules are looked at for what colleagues decided. */
const MOST_COLLEAGUES = 500;

/** The nodes on which a code was seen, most failures first, and how many there are beyond `MOST_NODES`. */
export interface CodeNodes {
  readonly nodes: readonly CodeNode[];
  readonly more: number;
}

/**
 * The nodes that Failpath has on which a raw code (null = none) failed in the last 30 days, with the figures of the
 * failures' page and what each policy says of it now. Names are ordered as readers of `locale` expect.
 */
export async function codeNodes(ctx: Ctx, code: string | null, locale: string): Promise<CodeNodes> {
  demand(ctx, 'read');
  const figures = await codeFailureRows(ctx, code);
  const figureOf = new Map(figures.map((row) => [keyOf(row), row]));
  for (let attempt = 1; ; attempt++) {
    const { outdated, nodes, matches } = await selectNodes(ctx, code, locale);
    if (outdated === 0) {
      const found = (nodes ?? []).flatMap((node) => withFigures(node, figureOf.get(keyOf(node))));
      const late = await arrivedLate(ctx, code, found);
      const counted = found.map(({ sourceId: _source, workflowKey: _workflow, ...node }) => ({
        ...{ ...node, atLast: late.get(node.id) ?? 0 },
      }));
      return { nodes: counted, more: Math.max(0, matches - MOST_NODES) };
    }
    if (attempt === ATTEMPTS) throw new Error(`${outdated} nodes were still changing after ${ATTEMPTS} readings`);
    await refreshFacts(ctx);
  }
}

interface SelectedNode extends Pick<FailureRow, 'sourceId' | 'workflowKey' | 'nodeId'> {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly workflowName: string;
  readonly owner: CodeNode['owner'];
  readonly standing: Standing;
  readonly closedList: boolean;
  readonly maxAttempts: number | null;
  readonly draftBy: string | null;
  readonly canCarryPolicy: boolean;
}

type PlacedNode = Omit<CodeNode, 'atLast'> & Pick<FailureRow, 'sourceId' | 'workflowKey'>;

function withFigures(node: SelectedNode, figures: FailureRow | undefined): PlacedNode[] {
  if (!figures) return [];
  const { failures, failedExecutions, firstSeen, lastSeen } = figures;
  return [{ ...node, failures, failedExecutions, firstSeen, lastSeen }];
}

interface Selected {
  readonly outdated: number;
  readonly matches: number;
  readonly nodes: readonly SelectedNode[] | null;
}

async function selectNodes({ db, now }: Ctx, code: string | null, locale: string): Promise<Selected> {
  const { names, folding } = await collations(db, locale);
  const judging = await wholeJudging({ db, now }, { groups: [], folding });
  const [row] = await db.$queryRaw<Selected[]>`
    with ${judgedSql(judging)},
    part as materialized (
      select n.id as node_row_id, f.failures, c.standing
      from (select * from failed where code_key = ${codeKey(code)}) f
      join workflow w on w.source_id = f.source_id and w.key = f.workflow_id
      join node n on n.workflow_id = w.id and n.node_id = f.node_id
      join node_code c on c.node_row_id = n.id and c.code_key = f.code_key
    ),
    shown as (
      select part.*, n.name from part join node n on n.id = part.node_row_id
      order by failures desc, n.name ${names}, n.id limit ${MOST_NODES}
    )
    select (select count(*) filter (where outdated)::int from judged) as outdated,
           (select count(*)::int from part) as matches,
           (select json_agg(json_build_object(
                     'id', n.id, 'version', n.version, 'nodeId', n.node_id, 'name', n.name, 'workflowName', w.name,
                     'sourceId', w.source_id, 'workflowKey', w.key, 'standing', s.standing,
                     'owner', case when g.id is not null then json_build_object('slug', g.slug, 'name', g.name) end,
                     'closedList', jsonb_typeof(n.config #> '{retry,retryOn}') is not distinct from 'array',
                     'maxAttempts', case when jsonb_typeof(n.config #> '{retry,maxAttempts}') = 'number'
                                         then (n.config #>> '{retry,maxAttempts}')::float8 end,
                     'draftBy', d.updated_by, 'canCarryPolicy', n.can_carry_policy)
                   order by s.failures desc, n.name ${names}, n.id)
            from shown s
            join node n on n.id = s.node_row_id
            join workflow w on w.id = n.workflow_id
            join judged j on j.id = n.id
            left join owner_group g on g.slug = j.owner
            left join node_draft d on d.node_row_id = n.id) as nodes`;
  if (!row) throw new Error('the sums of a list are always one row');
  return row;
}

/**
 * By node: executions in which the code came first at an attempt after which the node's retry allows none. Read from the
 * attempts after the first, which are few.
 */
async function arrivedLate(
  ctx: ReadCtx,
  code: string | null,
  nodes: readonly PlacedNode[],
): Promise<ReadonlyMap<string, number>> {
  const allowed = nodes.filter(({ maxAttempts }) => maxAttempts !== null && maxAttempts > 1);
  if (code === null || allowed.length === 0) return new Map();
  const { from } = statisticsWindow(ctx.now);
  const rows = await ctx.db.$queryRaw<{ id: string; late: number }[]>`
    select a.id, (select count(distinct (s.run_id, s.sub_index))::int from workflow_run_step s
                  where s.source_id = o.source_id and s.workflow_id = o.workflow_id and s.node_id = o.node_id
                    and s.attempt <> 1 and s.attempt >= a.allowed and s.status = 'failed' and s.error_code = ${code}
                    and s.occurred_at >= ${from} and not exists (
                      select from workflow_run_step e
                      where e.source_id = s.source_id and e.workflow_id = s.workflow_id and e.run_id = s.run_id
                        and e.node_id = s.node_id and e.sub_index = s.sub_index and e.attempt < a.allowed
                        and e.status = 'failed' and e.error_code = ${code} and e.occurred_at >= ${from})) as late
    from (${placesSql(allowed)}) o
    join jsonb_to_recordset(${JSON.stringify(allowed.map(({ id, maxAttempts }) => ({ id, allowed: maxAttempts })))}::jsonb)
      as a(id uuid, allowed float8) on a.id = o.id`;
  return new Map(rows.map(({ id, late }) => [id, late]));
}

/** What the latest failed attempts with a code said, and how the attempts after them ended; of these nodes. */
export async function codeEvidence(
  ctx: ReadCtx,
  code: string | null,
  nodes: readonly Pick<CodeNode, 'id'>[],
): Promise<CodeEvidence> {
  demand(ctx, 'read');
  const span = { from: statisticsWindow(ctx.now).from, to: null };
  const ids = nodes.map(({ id }) => id);
  const [row] = await ctx.db.$queryRaw<FoundEvidence[]>`
    with place as materialized (
      select n.id as node_row_id, w.source_id, w.key as workflow_id, n.node_id, ${code}::text as error_code
      from node n join workflow w on w.id = n.workflow_id where n.id = any(${ids}::uuid[])
    ), latest as materialized (
      select f.*, l.* from place f cross join lateral (${latestFailureSql(span, ATTEMPTS_READ)}) l
      order by l.occurred_at desc, l.id desc limit ${ATTEMPTS_READ}
    ), after as (
      select distinct on (node_row_id, run_id, sub_index) node_row_id, next.status
      from latest l cross join lateral (
        select s.status from workflow_run_step s
        where s.source_id = l.source_id and s.workflow_id = l.workflow_id and s.run_id = l.run_id
          and s.node_id = l.node_id and s.sub_index = l.sub_index and s.attempt > l.attempt
          and s.status in ('failed', 'succeeded')
        order by s.attempt limit 1
      ) next
      order by node_row_id, run_id, sub_index, l.attempt desc
    )
    select (select count(*)::int from latest) as read,
           (select json_agg(json_build_object('id', node_row_id, 'retried', retried, 'succeeded', succeeded))
            from (select node_row_id, count(*) as retried, count(*) filter (where status = 'succeeded') as succeeded
                  from after group by 1) each) as after,
           (select json_agg(json_build_object('text', text, 'times', times, 'at', at) order by at desc)
            from (select left(error_message, ${MESSAGE_LENGTH}) as text, count(*) as times, max(occurred_at) as at
                  from latest where error_message <> '' group by 1 order by at desc limit ${MESSAGES_SHOWN}) each) as messages`;
  const after = row?.after ?? [];
  const sum = (pick: (each: AfterRetry) => number) => after.reduce((all, each) => all + pick(each), 0);
  return {
    read: row?.read ?? 0,
    after: { retried: sum(({ retried }) => retried), succeeded: sum(({ succeeded }) => succeeded) },
    afterByNode: new Map(after.map(({ id, retried, succeeded }) => [id, { retried, succeeded }])),
    messages: (row?.messages ?? []).map(({ at, ...message }) => ({ ...message, lastSeen: new Date(at) })),
  };
}

interface FoundEvidence {
  readonly read: number;
  readonly after: readonly (AfterRetry & { readonly id: string })[] | null;
  readonly messages: readonly (Omit<CodeMessage, 'lastSeen'> & { readonly at: string })[] | null;
}

/**
 * What rules of nodes say of a code by its name (exactly it, in any spelling that normalises to it), whether it failed
 * there or not. Patterns that cover more than it were decided about something else.
 */
export async function colleaguesOn(ctx: ReadCtx, code: string, extra: CatalogueExtra = {}): Promise<Colleagues> {
  demand(ctx, 'read');
  const written = await ctx.db.$queryRaw<{ pattern: string }[]>`
    select distinct pattern from node n cross join lateral (${PATTERNS_SQL}) p where pattern is not null`;
  const key = patternKey(code, extra);
  const same = written.map(({ pattern }) => pattern).filter((pattern) => patternKey(pattern, extra) === key);
  if (same.length === 0) return { transient: [], terminal: [] };
  const found = await ctx.db.$queryRaw<{ name: string; config: JsonObject }[]>`
    select n.name, n.config from node n
    where exists (select from (${PATTERNS_SQL}) p where pattern = any(${same}::text[]))
    order by n.updated_at desc, n.id limit ${MOST_COLLEAGUES}`;
  const judged = found.flatMap(({ name, config }) => {
    const { policy } = readPolicy(config);
    if (policy === null) return [];
    const { class: failureClass, conflict, decidedBy } = classify(classifyInput(policy, extra), code);
    const exact = decidedBy !== null && patternKey(decidedBy.pattern, extra) === key;
    return exact && !conflict ? [{ name, failureClass }] : [];
  });
  const of = (wanted: string) => judged.filter(({ failureClass }) => failureClass === wanted).map(({ name }) => name);
  return { transient: of('transient'), terminal: of('terminal') };
}

/** `pattern`: what the rules and the retry list of the node `n` name. */
const PATTERNS_SQL = Prisma.sql`
  select r.value ->> 'code' as pattern
  from jsonb_array_elements(case jsonb_typeof(n.config -> 'classification') when 'array'
                            then n.config -> 'classification' else '[]' end) r
  where jsonb_typeof(r.value) = 'object'
  union all
  select e.value #>> '{}'
  from jsonb_array_elements(case jsonb_typeof(n.config #> '{retry,retryOn}') when 'array'
                            then n.config #> '{retry,retryOn}' else '[]' end) e
  where jsonb_typeof(e.value) = 'string'`;

function placesSql(nodes: readonly Pick<CodeNode, 'id'>[]): Prisma.Sql {
  return Prisma.sql`
    select n.id, w.source_id, w.key as workflow_id, n.node_id
    from node n join workflow w on w.id = n.workflow_id where n.id = any(${nodes.map(({ id }) => id)}::uuid[])`;
}

function keyOf({ sourceId, workflowKey, nodeId }: Pick<FailureRow, 'sourceId' | 'workflowKey' | 'nodeId'>): string {
  return JSON.stringify([sourceId, workflowKey, nodeId]);
}
