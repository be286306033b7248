import { z } from 'zod';
import { type Ctx, demand } from '@/lib/accounts/context';
import { Prisma } from '@/lib/db/generated/client';
import { latestFailureSql, seenSql } from '@/lib/history/rollup-read-queries';
import { isStorable } from '@/lib/shared/storable';
import { type Collations, collations, foldedSql, wordsIn } from './collation-queries';
import { ROWS_PER_PAGE, shownPage } from './list';
import { refreshFacts } from './node-facts-store';
import { judgedSql, UNCLASSIFIED_SQL, wholeJudging } from './node-judged-queries';
import { fold, searchWords } from './search';
import {
  NODES_SHOWN,
  slugsOf,
  type UnclassifiedCode,
  type UnclassifiedPage,
  type UnclassifiedQuery,
  type UnclassifiedSort,
} from './unclassified-list';

/** More in a row, and somebody is writing faster than we read. */
const ATTEMPTS = 5;
/** A list shows what a failure said, not all of it. */
const EXAMPLE_LENGTH = 300;

/** How readers of a language order words, and how they call a missing code (so that it can be found). */
interface Reader {
  readonly locale: string;
  readonly noCode: string;
}

/**
 * The asked page of the codes that act as terminal only because nobody decided, one row per raw code. Each figure is the
 * sum of what the failures' page shows for the code and the nodes of the row. One statement, read again while what is
 * derived of configs is brought up to date.
 */
export function listUnclassified(ctx: Ctx, query: UnclassifiedQuery, reader: Reader): Promise<UnclassifiedPage> {
  return readList(ctx, query, reader, ROWS_PER_PAGE);
}

/** All that match, for a download: the same list on one page. */
export async function allUnclassified(
  ctx: Ctx,
  query: UnclassifiedQuery,
  reader: Reader,
): Promise<readonly UnclassifiedCode[]> {
  const { rows } = await readList(ctx, { ...query, page: 1 }, reader, null);
  return rows;
}

async function readList(
  ctx: Ctx,
  query: UnclassifiedQuery,
  reader: Reader,
  perPage: number | null,
): Promise<UnclassifiedPage> {
  demand(ctx, 'read');
  const orders = await collations(ctx.db, reader.locale);
  for (let attempt = 1; ; attempt++) {
    const { outdated, rows, workflows, group, ...found } = await selectList(ctx, query, { ...reader, orders, perPage });
    if (outdated === 0)
      return {
        ...found,
        rows: rowsSchema.parse(rows ?? []),
        workflows: workflows ?? [],
        group: group ? query.group : null,
        ...shownPage(query.page, found.matches, perPage ?? Number.MAX_SAFE_INTEGER),
      };
    if (attempt === ATTEMPTS) throw new Error(`${outdated} nodes were still changing after ${ATTEMPTS} readings`);
    await refreshFacts(ctx);
  }
}

const rowsSchema = z.array(
  z.object({
    errorCode: z.string().nullable(),
    failures: z.number(),
    nodes: z.number(),
    firstSeen: z.coerce.date(),
    lastSeen: z.coerce.date(),
    example: z.string().nullable(),
    worst: z.array(z.object({ id: z.string(), name: z.string(), workflowName: z.string(), failures: z.number() })),
  }),
);

interface Selected extends Pick<UnclassifiedPage, 'matches' | 'codes' | 'workflow'> {
  readonly outdated: number;
  readonly rows: unknown;
  readonly workflows: UnclassifiedPage['workflows'] | null;
  /** There is such a group. */
  readonly group: boolean;
}

async function selectList(
  { db, now, actor }: Ctx,
  query: UnclassifiedQuery,
  { noCode, orders, perPage }: Reader & { readonly orders: Collations; readonly perPage: number | null },
): Promise<Selected> {
  const { names, folding } = orders;
  const groups = slugsOf(query.group, actor.groups);
  const judging = await wholeJudging({ db, now }, { groups, folding });
  const span = { from: judging.from, to: null };
  const direction = query.order === 'asc' ? Prisma.sql`asc` : Prisma.sql`desc`;
  const byTime = query.sort === 'first' || query.sort === 'last';
  const cut =
    perPage === null
      ? Prisma.empty
      : Prisma.sql`
          limit ${perPage} offset (least(${query.page}::int, greatest(1,
            ceil((select count(*) from code where worded) / ${perPage}::float8)::int)) - 1) * ${perPage}`;
  const [row] = await db.$queryRaw<Selected[]>`
    with ${judgedSql(judging)},
    unclassified as materialized (${UNCLASSIFIED_SQL}),
    picked as materialized (
      select distinct workflow_row_id as id from unclassified where workflow_row_id::text = ${storable(query.workflow)}
    ),
    part as materialized (
      select u.*, ${wordedSql(query.search, noCode, folding)} as worded, ${byTime ? seenOf(span) : Prisma.sql`null::timestamptz as first_at, null::timestamptz as last_at`}
      from unclassified u left join node_facts nf on nf.node_row_id = u.node_row_id
      where not exists (select from picked) or u.workflow_row_id = (select id from picked)
    ),
    code as materialized (
      select code_key, min(error_code) as error_code, sum(failures)::int as failures, count(*)::int as nodes,
             min(first_at) as first_at, max(last_at) as last_at, bool_or(worded) as worded
      from part group by code_key
    ),
    page as materialized (
      select *, row_number() over (order by ${SORT_SQL[query.sort](names)} ${direction} nulls last, failures desc, code_key) as place
      from code where worded order by place ${cut}
    ),
    touched as materialized (
      select part.*, page.place, page.failures as all_failures, page.nodes,
             row_number() over (partition by part.code_key order by part.failures desc, part.name ${names}, part.node_row_id) as rank
      from part join page using (code_key)
    ),
    shown as (
      select f.code_key, min(f.error_code) as error_code, min(f.place) as place, min(f.all_failures) as failures,
             min(f.nodes) as nodes, min(${seenSql(span, 'first')}) as first_at, max(l.occurred_at) as last_at,
             (array_agg(l.error_message order by l.occurred_at desc, l.id desc))[1] as example,
             json_agg(json_build_object('id', node_row_id, 'name', name, 'workflowName', workflow_name,
                                        'failures', f.failures) order by rank) filter (where rank <= ${NODES_SHOWN}) as worst
      from touched f cross join lateral (${latestFailureSql(span, 1)}) l group by f.code_key
    )
    select (select count(*) filter (where outdated)::int from judged) as outdated,
           (select count(*)::int from (select from unclassified group by code_key) each) as codes,
           (select count(*)::int from code where worded) as matches,
           (select id::text from picked) as workflow,
           exists (select from told) as "group",
           (select json_agg(json_build_object('id', id, 'name', name, 'codes', codes) order by name ${names}, id)
            from (select id, min(name) as name, count(*) as codes
                  from (select workflow_row_id as id, min(workflow_name) as name from unclassified group by 1, code_key) one
                  group by 1) each) as workflows,
           (select json_agg(json_build_object(
                     'errorCode', error_code, 'failures', failures, 'nodes', nodes, 'firstSeen', first_at,
                     'lastSeen', last_at, 'example', left(example, ${EXAMPLE_LENGTH}), 'worst', worst) order by place)
            from shown) as rows`;
  if (!row) throw new Error('the sums of a list are always one row');
  return row;
}

const SORT_SQL: Readonly<Record<UnclassifiedSort, (names: Prisma.Sql) => Prisma.Sql>> = {
  failures: () => Prisma.sql`failures`,
  nodes: () => Prisma.sql`nodes`,
  first: () => Prisma.sql`first_at`,
  last: () => Prisma.sql`last_at`,
  code: (names) => Prisma.sql`error_code ${names}`,
};

/** To sort by a time, those of all codes have to be known. */
function seenOf(span: { readonly from: Date; readonly to: null }): Prisma.Sql {
  const of = (end: 'first' | 'last') => Prisma.sql`(select ${seenSql(span, end)} from (select u.*) f)`;
  return Prisma.sql`${of('first')} as first_at, ${of('last')} as last_at`;
}

/** Every word stands in the code, or in the node's name, id, targets, workflow or owner. */
function wordedSql(search: string, noCode: string, folding: Prisma.Sql): Prisma.Sql {
  const words = searchWords(search);
  if (words.length === 0) return Prisma.sql`true`;
  if (!words.every(isStorable)) return Prisma.sql`false`;
  const folded = (text: string) => foldedSql(Prisma.raw(text), folding);
  return wordsIn(
    Prisma.sql`concat_ws(e'\n', coalesce(${folded('u.error_code')}, ${fold(noCode)}::text), nf.search,
      ${folded('u.workflow_name')}, u.owner)`,
    words,
  );
}

function storable(text: string | null): string | null {
  return text !== null && isStorable(text) ? text : null;
}
