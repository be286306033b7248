import { type Ctx, demand, type ReadCtx } from '@/lib/accounts/context';
import { Prisma } from '@/lib/db/generated/client';
import { isRolledUp } from '@/lib/history/rollup-progress-queries';
import { statisticsWindow } from '@/lib/history/window';
import { STANDARD_PARTS, type StandardPart } from '@/lib/policy/vocabulary';
import { collations } from './collation-queries';
import { readFresh } from './fresh-queries';
import { judgedSql } from './node-judged-queries';
import { STANDARD_STANDINGS, type StandardCounts } from './standard-choice';
import { standingSql } from './standard-state-store';

/** How the nodes of a group stand to its standard. */
export interface StandardOverview {
  /** To the whole of it, and to each part. */
  readonly all: StandardCounts;
  readonly parts: Readonly<Record<StandardPart, StandardCounts>>;
}

/**
 * How many nodes of a group (slug) stand how to its standard, as the list of nodes counts them. All zero where it has none;
 * a part about which it says nothing counts as agreeing.
 */
export async function standardOverview(ctx: Ctx, slug: string): Promise<StandardOverview> {
  demand(ctx, 'read');
  const counts = (part: StandardPart | null) =>
    Prisma.sql`json_build_object(${Prisma.join(
      STANDARD_STANDINGS.map(
        (standing) =>
          Prisma.sql`${standing}::text, count(*) filter (where ${ofGroup(slug)} and ${standingSql(part, standing)})`,
      ),
    )})`;
  const parts = Prisma.join(STANDARD_PARTS.map((part) => Prisma.sql`${part}::text, ${counts(part)}`));
  const judged = await judgedOf(ctx);
  const { all, parts: each } = await readFresh(ctx, async () => {
    const [row] = await ctx.db.$queryRaw<(StandardOverview & { readonly outdated: number })[]>`
      with ${judged}
      select count(*) filter (where outdated)::int as outdated, ${counts(null)} as all, json_build_object(${parts}) as parts
      from judged`;
    if (!row) throw new Error('sums are always one row');
    return row;
  });
  return { all, parts: each };
}

/**
 * The nodes of a group (slug) that deviate in a part of its standard, with their versions. Over all of it (null) those are
 * left out that are excused from a part: what is said for all of them at once may not be said to these.
 */
export async function deviatingNodes(
  ctx: Ctx,
  slug: string,
  part: StandardPart | null,
): Promise<readonly { readonly id: string; readonly version: number }[]> {
  demand(ctx, 'read');
  const judged = await judgedOf(ctx);
  const wanted = Prisma.sql`${ofGroup(slug)} and ${standingSql(part, 'deviates')}`;
  const unexcused = part === null ? Prisma.sql`and cardinality(excused) = 0` : Prisma.empty;
  const { nodes } = await readFresh(ctx, async () => {
    const [row] = await ctx.db.$queryRaw<Deviating[]>`
      with ${judged}
      select count(*) filter (where outdated)::int as outdated,
             json_agg(json_build_object('id', id, 'version', n.version) order by workflow_name, j.name, id)
               filter (where ${wanted} ${unexcused}) as nodes
      from judged j join node n using (id)`;
    if (!row) throw new Error('sums are always one row');
    return row;
  });
  return nodes ?? [];
}

interface Deviating {
  readonly outdated: number;
  readonly nodes: readonly { readonly id: string; readonly version: number }[] | null;
}

/** Owned by the group, and asked to be as its standard says. */
function ofGroup(slug: string): Prisma.Sql {
  return Prisma.sql`owner = ${slug} and deviates is not null`;
}

async function judgedOf({ db, now }: ReadCtx): Promise<Prisma.Sql> {
  const [{ folding }, rolledUp] = await Promise.all([collations(db, 'en'), isRolledUp(db)]);
  return judgedSql({
    ...{ now, from: statisticsWindow(now).from, rolledUp, words: [], folding, workflow: null, groups: [] },
    ...{ byRate: false, lastFailed: false, standard: null },
  });
}
