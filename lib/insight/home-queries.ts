import { type Ctx, demand } from '@/lib/accounts/context';
import { Prisma } from '@/lib/db/generated/client';
import { type Collations, collations } from './collation-queries';
import { readFresh } from './fresh-queries';
import { type CoverageRow, type HomeNodes, type HomeScope, isNobodys, leftOf, NODE_STEPS } from './home';
import { coverageSql, filtersSql, judgedSql, UNCLASSIFIED_SQL, wholeJudging } from './node-judged-queries';

/**
 * How many nodes want what next, and how far groups and workflows are: one statement over what the list of nodes is made
 * of, so that each figure is what the list holds that it leads to. What is derived of configs is brought up to date first
 * where it is not. Names are ordered as readers of `locale` expect.
 */
export async function homeNodes(ctx: Ctx, scope: HomeScope, locale: string): Promise<HomeNodes> {
  demand(ctx, 'read');
  const orders = await collations(ctx.db, locale);
  const { outdated: _, ...found } = await readFresh(ctx, () => selectHome(ctx, scope, orders));
  return {
    ...{ ...found, mine: found.mine ?? [] },
    ...{ groups: worstFirst(found.groups), workflows: worstFirst(found.workflows) },
  };
}

interface Found extends Pick<HomeNodes, 'total' | 'steps' | 'coverage' | 'standards'> {
  readonly outdated: number;
  readonly groups: readonly CoverageRow[] | null;
  readonly workflows: readonly CoverageRow[] | null;
  readonly mine: readonly string[] | null;
}

async function selectHome({ db, now, actor }: Ctx, scope: HomeScope, { names, folding }: Collations): Promise<Found> {
  const groups = scope === 'mine' ? actor.groups : [];
  const judging = await wholeJudging({ db, now }, { groups, folding });
  const [row] = await db.$queryRaw<Found[]>`
    with ${judgedSql(judging)}, unclassified as (${UNCLASSIFIED_SQL})
    select sums.*, exists (select from group_standard where document <> '{}'::jsonb) as standards,
           (select json_agg(name order by name ${names}, slug) from told) as mine,
           (select json_agg(json_build_object('key', slug, 'name', name, 'counts', counts) order by name ${names}, slug)
            from (
              select slug, g.name, ${coverageSql(Prisma.sql`true`)} as counts
              from (select owner as slug, judged.* from judged
                    union all
                    select recipient, judged.* from judged where recipient is distinct from owner) part
              join owner_group g using (slug)
              where not exists (select from told) or slug in (select slug from told)
              group by slug, g.name
            ) each) as groups,
           (select json_agg(json_build_object('key', workflow_id, 'name', workflow_name, 'counts', counts)
                            order by workflow_name ${names}, workflow_id)
            from (
              select workflow_id, workflow_name, ${coverageSql(Prisma.sql`true`)} as counts
              from judged where inside group by 1, 2
            ) each) as workflows
    from (
      select count(*) filter (where outdated)::int as outdated, count(*)::int as total,
             ${coverageSql(Prisma.sql`inside`)} as coverage, ${stepsSql()} as steps
      from judged
    ) sums`;
  if (!row) throw new Error('the sums of a list are always one row');
  return row;
}

function stepsSql(): Prisma.Sql {
  const counts = Object.entries(NODE_STEPS).map(([step, filters]) => {
    const which = isNobodys(step) ? Prisma.sql`true` : Prisma.sql`inside`;
    return Prisma.sql`${step}::text, count(*) filter (where ${which} and ${filtersSql(filters)})`;
  });
  const codes = Prisma.sql`'unclassified_codes', (select count(*) from (select from unclassified group by code_key) each)`;
  return Prisma.sql`json_build_object(${Prisma.join([...counts, codes])})`;
}

/** Most left to do first, else in the order of their names. */
function worstFirst(rows: readonly CoverageRow[] | null): CoverageRow[] {
  return (rows ?? []).toSorted((a, b) => leftOf(b.counts) - leftOf(a.counts));
}
