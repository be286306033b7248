import { demand, type ReadCtx } from '@/lib/accounts/context';
import { Prisma } from '@/lib/db/generated/client';
import { isRolledUp } from '@/lib/history/rollup-progress-queries';
import { codeFiguresSql } from '@/lib/history/rollup-read-queries';
import { statisticsWindow } from '@/lib/history/window';
import { isStorable } from '@/lib/shared/storable';
import { anyWordIn, collations, foldedNamesSql, foldedSql, wordsIn } from './collation-queries';
import { SEARCH_OUTDATED_SQL } from './node-facts-store';
import type { PaletteResults } from './palette-results';
import { fold, searchWords } from './search';

/** Results of one kind; more than that nobody reads in a palette. */
export const PALETTE_LIMIT = 6;

const NOTHING: PaletteResults = { nodes: [], workflows: [], codes: [], groups: [] };

/**
 * Nodes, workflows, error codes and owner groups in whose names every word of `search` stands (of a node:
 * in its own or its workflow's, but not in the workflow's alone); names that begin with it come first,
 * then short ones, codes by their failures.
 */
export async function searchEverything(ctx: ReadCtx, search: string, locale: string): Promise<PaletteResults> {
  demand(ctx, 'read');
  const words = searchWords(search);
  if (words.length === 0 || !words.every(isStorable)) return NOTHING;
  const { names, folding } = await collations(ctx.db, locale);
  const rolledUp = await isRolledUp(ctx.db);
  const has = (text: Prisma.Sql) => wordsIn(text, words);
  const folded = (text: string) => foldedSql(Prisma.raw(text), folding);
  const rank = (name: string) =>
    Prisma.sql`starts_with(${folded(name)}, ${fold(search).trim()}) desc, length(${Prisma.raw(name)}), ${Prisma.raw(name)} ${names}`;
  const own = Prisma.sql`case when ${SEARCH_OUTDATED_SQL} then ${folded("(n.name || e'\\n' || n.node_id)")} else f.search end`;
  const [nodes, workflows, codes, groups] = await Promise.all([
    ctx.db.$queryRaw<PaletteResults['nodes']>`
      with ${foldedNamesSql(folding)}
      select n.id, n.node_id as "nodeId", n.name, w.name as "workflowName"
      from node n
      join workflow w on w.id = n.workflow_id
      join workflow_text t on t.id = w.id
      left join node_facts f on f.node_row_id = n.id
      where ${has(Prisma.sql`t.folded || e'\n' || ${own}`)} and ${anyWordIn(own, words)}
      order by ${rank('n.name')}, n.id limit ${PALETTE_LIMIT}`,
    ctx.db.$queryRaw<PaletteResults['workflows']>`
      with ${foldedNamesSql(folding)}
      select w.id, w.name, (select count(*)::int from node n where n.workflow_id = w.id) as nodes
      from workflow w join workflow_text t on t.id = w.id
      where ${has(Prisma.sql`t.folded`)}
      order by ${rank('w.name')}, w.id limit ${PALETTE_LIMIT}`,
    ctx.db.$queryRaw<PaletteResults['codes']>`
      select code, failures from (
        ${codesSql(statisticsWindow(ctx.now).from, rolledUp)}
      ) seen
      where ${has(folded('code'))} order by failures desc, code limit ${PALETTE_LIMIT}`,
    ctx.db.$queryRaw<PaletteResults['groups']>`
      with ${foldedNamesSql(folding)}
      select g.id, g.name, g.slug from owner_group g join group_text t on t.id = g.id
      where ${has(Prisma.sql`t.folded`)}
      order by ${rank('g.name')}, g.id limit ${PALETTE_LIMIT}`,
  ]);
  return { nodes, workflows, codes, groups };
}

/** Codes since then with their failures. */
function codesSql(from: Date, rolledUp: boolean): Prisma.Sql {
  return rolledUp
    ? Prisma.sql`
        select error_code as code, sum(failures)::int as failures from (${codeFiguresSql({ from, to: null })}) f
        where error_code is not null group by error_code`
    : Prisma.sql`
        select error_code as code, count(*)::int as failures from workflow_run_step
        where status = 'failed' and occurred_at >= ${from} and error_code is not null group by error_code`;
}
