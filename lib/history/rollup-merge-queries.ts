import { Prisma } from '@/lib/db/generated/client';

const MEASURES = [1, 2, 3, 4] as const;
const each = (text: (n: number) => string, separator = ', ') => Prisma.raw(MEASURES.map(text).join(separator));

/**
 * Common table expressions that add what `node_cell` and `code_cell` say to the series and days of a source. Those that change the tables
 * are read by nobody, and find their rows by where these lie: the watermark's lock keeps everybody else away.
 */
export function mergeSql(sourceId: string): Prisma.Sql {
  return Prisma.sql`${seriesSql(sourceId)}, ${PLACES_SQL}, ${SUMS_SQL}, ${CHANGES_SQL}`;
}

/** A quarter hour of its day, 0 to 95, and the number of the day since 1970, of a number of quarter hours. */
const quarterOf = (slot: string) => `(((${slot} % 96) + 96) % 96)`;
const dayOf = (slot: string) => `((${slot} - ${quarterOf(slot)}) / 96)`;
const dateOf = (day: string) => Prisma.raw(`(date '1970-01-01' + ${day})`);

const GROWTH = Prisma.sql`max(slot) as last_slot, ${each((n) => `sum(d${n}) as d${n}`)}`;

/** `member`: the series that are added to, as they were; new ones are made, old ones grow. */
function seriesSql(sourceId: string): Prisma.Sql {
  return Prisma.sql`
    known as materialized (
      select w.*, s.last_day as had_day, ${each((n) => `coalesce(s.total${n}, 0) as had${n}`)}
      from (
        select g.*, md5(code)::uuid as code_hash, ${dateOf(dayOf('last_slot'))} as last_day from (
          select 'node' as kind, workflow_id, node_id, '' as code, ${GROWTH} from node_cell group by workflow_id, node_id
          union all
          select kind, workflow_id, node_id, code, ${GROWTH} from code_cell group by kind, workflow_id, node_id, code
        ) g
      ) w
      left join lateral (
        select * from history_series s
        where s.source_id = ${sourceId}::uuid and s.workflow_id = w.workflow_id and s.node_id = w.node_id
          and s.kind = w.kind and s.code_hash = w.code_hash offset 0
      ) s on true
    ), grown as (
      insert into history_series as s
        (source_id, workflow_id, node_id, kind, code, code_hash, last_day, ${each((n) => `total${n}`)})
      select ${sourceId}::uuid, workflow_id, node_id, kind, code, code_hash, last_day, ${each((n) => `d${n}`)} from known
      on conflict (source_id, workflow_id, node_id, kind, code_hash) do update
        set last_day = greatest(s.last_day, excluded.last_day),
            ${each((n) => `total${n} = s.total${n} + excluded.total${n}`)}
      returning s.id, s.workflow_id, s.node_id, s.kind, s.code_hash
    ), member as materialized (
      select g.id, k.kind, k.workflow_id, k.node_id, k.code, k.had_day, ${each((n) => `k.had${n}`)}
      from known k join grown g using (workflow_id, node_id, kind, code_hash)
    )`;
}

const PLACE = Prisma.raw(`${dayOf('c.slot')} as day_number, ${quarterOf('c.slot')} as quarter, c.d1, c.d2, c.d3, c.d4`);

/**
 * `placed`: the cells by series and day; `met`: each day that something comes to, as it was. Its first `kept` quarter
 * hours come before all that is new, and stay as they are.
 */
const PLACES_SQL = Prisma.sql`
  placed as materialized (
    select m.id, ${PLACE} from node_cell c join member m using (workflow_id, node_id) where m.kind = 'node'
    union all
    select m.id, ${PLACE} from code_cell c join member m using (workflow_id, node_id, kind, code)
  ), met as materialized (
    select t.*, d.place, d.slots, ${each((n) => `d.sums${n}, d.before${n}`)}, cardinality(d.slots) as n,
           width_bucket((t.first - 1)::smallint, d.slots) as kept
    from (
      select id, day_number, ${dateOf('day_number')} as day, min(quarter) as first, ${each((n) => `sum(d${n}) as d${n}`)}
      from placed group by id, day_number
    ) t
    left join lateral (
      select *, ctid as place from history_day d where d.series_id = t.id and d.day = t.day offset 0
    ) d on true
  )`;

/** `summed`: the rest of each such day, with the sums from the beginning of the day on. */
const SUMS_SQL = Prisma.sql`
  summed as materialized (
    select id, day_number, array_agg(quarter::smallint) as slots, ${each((n) => `array_agg(s${n}::int) as s${n}`)}
    from (
      select id, day_number, quarter, ${each((n) => `sum(d${n}) over upto as s${n}`)}, lead(quarter) over upto as next
      from (
        select id, day_number, quarter, ${each((n) => `d${n}`)} from placed
        union all
        select id, day_number, -1, ${each((n) => `sums${n}[kept]`)} from met where kept > 0
        union all
        select m.id, m.day_number, m.slots[i], ${each((n) => `m.sums${n}[i] - coalesce(m.sums${n}[i - 1], 0)`)}
        from met m cross join lateral generate_series(m.kept + 1, m.n) as i where m.kept < m.n
      ) part
      window upto as (partition by id, day_number order by quarter rows unbounded preceding)
      order by id, day_number, quarter
    ) s
    where quarter >= 0 and quarter is distinct from next
    group by id, day_number
  )`;

/** What comes to a day, later days of its series know as having been before: `e1` to `e4`. */
const CHANGES_SQL = Prisma.sql`
  behind as (
    select t.id, min(t.day) as day from met t join member m using (id) where t.day < m.had_day group by t.id
  ), later as materialized (
    select d.* from behind b cross join lateral (
      select *, ctid as place from history_day d where d.series_id = b.id and d.day > b.day offset 0
    ) d
    where not exists (select from met t where t.id = d.series_id and t.day = d.day)
  ), moved as (
    select id, day, ${each((n) => `coalesce(sum(d${n}) over earlier, 0) as e${n}`)}
    from (
      select id, day, ${each((n) => `d${n}`)} from met
      union all
      select series_id, day, 0, 0, 0, 0 from later
    ) each
    window earlier as (partition by id order by day rows between unbounded preceding and 1 preceding)
  ), made_day as (
    insert into history_day (series_id, day, slots, ${each((n) => `sums${n}, before${n}`)})
    select t.id, t.day, s.slots,
           ${each((n) => `s.s${n}, e.e${n} + coalesce(case when t.day > m.had_day then m.had${n} else p.before${n} end, 0)`)}
    from met t join summed s using (id, day_number) join moved e using (id, day) join member m using (id)
    left join lateral (
      select ${each((n) => `d.before${n} + d.sums${n}[cardinality(d.sums${n})] as before${n}`)}
      from history_day d
      where t.day < m.had_day and d.series_id = t.id and d.day < t.day order by d.day desc limit 1
    ) p on true
    where t.place is null
  ), grown_day as (
    update history_day d set slots = t.slots[:t.kept] || s.slots,
           ${each((n) => `sums${n} = t.sums${n}[:t.kept] || s.s${n}, before${n} = t.before${n} + e.e${n}`)}
    from met t join summed s using (id, day_number) join moved e using (id, day)
    where t.place is not null and d.ctid = t.place
  ), later_day as (
    update history_day d set ${each((n) => `before${n} = d.before${n} + e.e${n}`)}
    from later l join moved e on e.id = l.series_id and e.day = l.day
    where d.ctid = l.place
  )`;
