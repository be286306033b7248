import { demand, type ReadCtx } from '@/lib/accounts/context';
import { Prisma } from '@/lib/db/generated/client';
import { statisticsWindow } from '@/lib/history/window';
import { isStorable } from '@/lib/shared/storable';
import { type Collations, collations, foldedSql, wordsIn } from './collation-queries';
import type { PaletteResults } from './palette-results';
import { fold, searchWords } from './search';

/** Results of one kind; more than that nobody reads in a palette. */
export const PALETTE_LIMIT = 6;

const NOTHING: PaletteResults = { nodes: [], workflows: [], codes: [], groups: [] };

/**
 * Nodes, workflows, error codes and owner groups in whose names every word of `search` stands; names
 * that begin with it come first, then short ones, codes by their failures.
 */
export async function searchEverything(ctx: ReadCtx, search: string, locale: string): Promise<PaletteResults> {
  demand(ctx, 'read');
  const words = searchWords(search);
  if (words.length === 0 || !words.every(isStorable)) return NOTHING;
  const match = matcher(words, fold(search).trim(), await collations(ctx.db, locale));
  const [nodes, workflows, codes, groups] = await Promise.all([
    ctx.db.$queryRaw<PaletteResults['nodes']>`
      select n.id, n.node_id as "nodeId", n.name, w.name as "workflowName" from node n join workflow w on w.id = n.workflow_id
      where ${match.has('n.name', 'n.node_id', 'w.name')}
      order by ${match.rank('n.name')}, n.id limit ${PALETTE_LIMIT}`,
    ctx.db.$queryRaw<PaletteResults['workflows']>`
      select w.id, w.name, (select count(*)::int from node n where n.workflow_id = w.id) as nodes from workflow w
      where ${match.has('w.name', 'w.key')}
      order by ${match.rank('w.name')}, w.id limit ${PALETTE_LIMIT}`,
    ctx.db.$queryRaw<PaletteResults['codes']>`
      select code, failures from (
        select error_code as code, count(*)::int as failures from workflow_run_step
        where status = 'failed' and occurred_at >= ${statisticsWindow(ctx.now).from} and error_code is not null
        group by error_code
      ) seen
      where ${match.has('code')} order by failures desc, code limit ${PALETTE_LIMIT}`,
    ctx.db.$queryRaw<PaletteResults['groups']>`
      select id, name, slug from owner_group g
      where ${match.has('g.name', 'g.slug')}
      order by ${match.rank('g.name')}, g.id limit ${PALETTE_LIMIT}`,
  ]);
  return { nodes, workflows, codes, groups };
}

function matcher(words: readonly string[], whole: string, { names, folding }: Collations) {
  const folded = (columns: readonly string[]) =>
    foldedSql(
      columns.map((column) => Prisma.raw(column)),
      folding,
    );
  return {
    has: (...columns: readonly string[]) => wordsIn(folded(columns), words),
    rank: (name: string) =>
      Prisma.sql`starts_with(${folded([name])}, ${whole}) desc, length(${Prisma.raw(name)}), ${Prisma.raw(name)} ${names}`,
  };
}
