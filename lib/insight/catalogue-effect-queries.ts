import { demand, type ReadCtx } from '@/lib/accounts/context';
import { currentEntries } from '@/lib/catalogue/catalogue-queries';
import {
  type EntryInput,
  type EntryProblem,
  extraOf,
  judgeEntry,
  replacedRow,
  stillMeant,
} from '@/lib/catalogue/entry';
import { Prisma } from '@/lib/db/generated/client';
import { isRolledUp } from '@/lib/history/rollup-progress-queries';
import { codeFiguresSql } from '@/lib/history/rollup-read-queries';
import { statisticsWindow } from '@/lib/history/window';
import { canonicalToken, compact } from '@/lib/policy/catalogue';
import { readablePolicy } from '@/lib/policy/readable';
import type { JsonObject } from '@/lib/shared/json';
import {
  type CatalogueChange,
  type CatalogueEffect,
  catalogueEffect,
  type EffectNode,
  type EffectRow,
  touches,
} from './catalogue-effect';

/** What is asked: an entry that is new (`id` null) or says something else, or, without input, one that goes. */
export interface EffectQuestion {
  readonly id: string | null;
  readonly input: EntryInput | null;
}

export type EffectAnswer =
  | { readonly effect: CatalogueEffect; readonly problem: null }
  | { readonly effect: null; readonly problem: EntryProblem | { readonly reason: 'not_found' } };

/**
 * What a change of the catalogue would come to, said before it is made: counts of the last 30 days, which are those of
 * the page of failures. Two queries over rollups and one over nodes, whatever their number.
 */
export async function effectOfEntry(ctx: ReadCtx, { id, input }: EffectQuestion): Promise<EffectAnswer> {
  demand(ctx, 'read');
  const entries = await currentEntries(ctx.db);
  const before = entries.find((entry) => entry.id === id) ?? null;
  if (id !== null && before === null) return { effect: null, problem: { reason: 'not_found' } };
  const others = entries.filter((entry) => entry.id !== id);
  const judged: Judged = input === null ? goes(before, others) : judgeEntry(input, others, before);
  if ('problem' in judged) return { effect: null, problem: judged.problem };
  const { entry } = judged;
  const change = { before: extraOf(entries), after: extraOf(entry === null ? others : [...others, entry]) };
  const written = [before, entry].flatMap((each) => (each === null ? [] : [each.code]));
  const { nodes, rows } = await touchedBy(ctx, change, written);
  const replaces = entry === null ? null : replacedRow(entry);
  return { effect: { ...catalogueEffect(change, nodes, rows), replaces }, problem: null };
}

type Judged =
  | { readonly entry: EntryInput | null }
  | { readonly problem: EntryProblem | { readonly reason: 'not_found' } };

function goes(before: EntryInput | null, others: readonly EntryInput[]): Judged {
  const problem = before === null ? ({ reason: 'not_found' } as const) : stillMeant(before, others);
  return problem === null ? { entry: null } : { problem };
}

/** The failures that the change can have to do with, and their nodes; of a node that names the code, all its failures. */
async function touchedBy(
  ctx: ReadCtx,
  change: CatalogueChange,
  written: readonly string[],
): Promise<{ readonly nodes: readonly EffectNode[]; readonly rows: readonly EffectRow[] }> {
  const all = await failuresByNode(ctx);
  const touched = touches(change);
  const ids = [...new Set(all.filter(({ errorCode }) => touched(errorCode)).map(({ nodeRowId }) => nodeRowId))];
  const keys = [...new Set(written.flatMap((code) => [compact(code), compact(canonicalToken(code))]))];
  const nodes = await nodesWith(ctx, ids, keys);
  const named = new Set(nodes.filter(({ names }) => names).map(({ id }) => id));
  const known = new Set(nodes.map(({ id }) => id));
  const rows = all.filter(
    ({ nodeRowId, errorCode }) => named.has(nodeRowId) || (known.has(nodeRowId) && touched(errorCode)),
  );
  return { nodes, rows };
}

async function failuresByNode({ db, now }: ReadCtx): Promise<EffectRow[]> {
  const { from } = statisticsWindow(now);
  const figures = (await isRolledUp(db))
    ? codeFiguresSql({ from, to: null })
    : Prisma.sql`
        select source_id, workflow_id, node_id, error_code, count(*)::int as failures,
               count(distinct (run_id, sub_index))::int as failed_executions
        from workflow_run_step where status = 'failed' and occurred_at >= ${from} group by 1, 2, 3, 4`;
  return db.$queryRaw<EffectRow[]>`
    select n.id as "nodeRowId", f.error_code as "errorCode", f.failures, f.failed_executions as "failedExecutions"
    from (${figures}) f
    join workflow w on w.source_id = f.source_id and w.key = f.workflow_id
    join node n on n.workflow_id = w.id and n.node_id = f.node_id
    where f.error_code is not null
    order by n.id, f.error_code`;
}

/** The nodes with these ids, and those whose own rules or list name one of the keys. */
async function nodesWith(
  { db }: ReadCtx,
  ids: readonly string[],
  keys: readonly string[],
): Promise<(EffectNode & { readonly names: boolean })[]> {
  type Row = Omit<EffectNode, 'policy'> & { readonly config: JsonObject; readonly names: boolean };
  const rows = await db.$queryRaw<Row[]>`
    select * from (
      select n.id, n.node_id as "nodeId", n.name, w.name as "workflowName", n.config,
             ${NAMES_KEY_SQL(keys)} as names
      from node n join workflow w on w.id = n.workflow_id
    ) n where names or id = any(${ids}::uuid[])
    order by "workflowName", name, id`;
  return rows.map(({ config, ...node }) => ({ ...node, policy: readablePolicy(config) }));
}

/** As `compact` makes it. */
const KEY_SQL = Prisma.raw(String.raw`lower(regexp_replace(code.value #>> '{}', '[\s_-]+', '', 'g'))`);

/** True where the rules or the list of the node `n` name one of these codes, in whatever spelling. */
export const NAMES_KEY_SQL = (keys: readonly string[]) => Prisma.sql`exists (
  select from jsonb_path_query(n.config, '$.classification[*].code') as code(value)
  where ${KEY_SQL} = any(${[...keys]}::text[])
  union all
  select from jsonb_path_query(n.config, '$.retry.retryOn[*]') as code(value)
  where ${KEY_SQL} = any(${[...keys]}::text[]))`;
